"""Summaries of deletions: before they happen, and as a receipt."""

from __future__ import annotations

from classroom.i18n import _, ngettext
from classroom.presenters.words import all_of, isolated, number_text
from classroom.services.classes.deleting import DeletionSummary


def lost_with_class(lost: DeletionSummary) -> tuple[str, ...]:
    """List what is deleted with a class, one line each."""
    answers, of_moved = number_text(lost.answers), number_text(lost.answers_of_moved)
    lines = [
        (
            lost.students,
            ngettext("%(num)d student, with the PIN", "%(num)d students, with their PINs", lost.students),
        ),
        (lost.sessions, _sessions(lost.sessions)),
        (lost.games, _games(lost.games)),
        (
            lost.answers,
            ngettext(
                "%(answers)s answer, and the reports",
                "%(answers)s answers, and the reports",
                lost.answers,
                answers=answers,
            ),
        ),
        (
            lost.answers_of_moved,
            ngettext(
                "%(answers)s of these answers is of a student who is in another class now",
                "%(answers)s of these answers are of students who are in another class now",
                lost.answers_of_moved,
                answers=of_moved,
            ),
        ),
    ]
    return tuple(text for number, text in lines if number)


def lost_with_student(lost: DeletionSummary) -> tuple[str, ...]:
    """List what is deleted with a student, one line each."""
    if not lost.answers:
        return ()
    text = ngettext(
        "%(answers)s answer, also from earlier classes, and the student’s report",
        "%(answers)s answers, also from earlier classes, and the student’s report",
        lost.answers,
        answers=number_text(lost.answers),
    )
    return (text,)


def receipt_of_class(name: str, deleted: DeletionSummary) -> str:
    students = ngettext("%(num)d student", "%(num)d students", deleted.students)
    return _receipt(name, students, _sessions(deleted.sessions), _games(deleted.games), _answers(deleted.answers))


def receipt_of_student(name: str, deleted: DeletionSummary) -> str:
    return _receipt(name, _answers(deleted.answers))


def _receipt(name: str, *things: str) -> str:
    return _(
        "%(name)s was deleted permanently, with %(things)s. Backup files made earlier still have the data.",
        name=isolated(name),
        things=all_of(things),
    )


def _sessions(number: int) -> str:
    return ngettext("%(num)d session", "%(num)d sessions", number)


def _games(number: int) -> str:
    return ngettext("%(num)d game", "%(num)d games", number)


def _answers(number: int) -> str:
    return ngettext("%(answers)s answer", "%(answers)s answers", number, answers=number_text(number))
