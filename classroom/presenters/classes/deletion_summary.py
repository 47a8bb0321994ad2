"""What deleting deletes, in words: before it happens, and as a receipt."""

from __future__ import annotations

from classroom.presenters.words import all_of, count, isolated
from classroom.services.classes.deleting import DeletionSummary


def lost_with_class(holdings: DeletionSummary) -> tuple[str, ...]:
    """What goes with a class: a line each."""
    lines = [
        (holdings.students, f"{count(holdings.students, 'student')} with their PINs"),
        (holdings.sessions, f"{count(holdings.sessions, 'session')} with {count(holdings.games, 'game')}"),
        (holdings.answers, f"{count(holdings.answers, 'answer')}, and with them the reports"),
        (
            holdings.answers_of_moved,
            f"among them {count(holdings.answers_of_moved, 'answer')} of students who are in another class now",
        ),
    ]
    return tuple(text for number, text in lines if number)


def receipt_of_class(name: str, deleted: DeletionSummary) -> str:
    """What was deleted with a class."""
    things = {"student": deleted.students, "session": deleted.sessions, "game": deleted.games}
    return _receipt(name, things | {"answer": deleted.answers})


def receipt_of_student(name: str, deleted: DeletionSummary) -> str:
    """What was deleted with a student."""
    return _receipt(name, {"answer": deleted.answers})


def _receipt(name: str, things: dict[str, int]) -> str:
    lost = all_of([count(number, noun) for noun, number in things.items()])
    return f"{isolated(name)} is deleted for good, with {lost}. Backup files made before still hold the data."
