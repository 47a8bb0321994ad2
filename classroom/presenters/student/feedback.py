"""Feedback on a student's last answer: kind if it was wrong, with the correct answer after the last try (D7)."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.i18n import pgettext
from classroom.presenters.table.log import LoggedEvent
from classroom.presenters.words import isolated_equation, solved
from engine import CardKind, Exchange, Miss, Place, Position, Solve


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A message about what the viewer just did."""

    text: str
    kind: str
    """"info", "good", "bad", or "now"."""
    is_of_pad: bool = False
    """Whether it is about an answer given on the number pad."""
    card: int | None = None
    """The card that may be tried again."""


def feedback(logged: list[LoggedEvent], position: Position, *, seat: int, student_id: str | None) -> ShownNotice | None:
    """Return feedback on the student's last answer, until the next one is due.

    Without a student, it is about the last answer in a whole-class game; then `logged` contains only moves. It depends
    only on the log, so a reload and another device show the same. After a last try, the correct answer stays on the
    page until the student's next move.
    """
    entry = _last_own(logged, student_id)
    event, face = (entry.event, entry.face) if entry else (None, "")
    if student_id is not None and isinstance(event, Solve | Miss) and event.seat != seat:
        return None  # after a swap of seats, another student has the card
    is_active = position.turn == seat and position.outcome is None
    match event:
        case Solve():
            return _solved(event, face, position)
        case Miss():
            return _missed(event, face, position)
        case Exchange():
            if is_active:
                problem = isolated_equation(face)
                text = pgettext("student", "Yes! %(problem)s was a dead card. You have a new card.", problem=problem)
                return ShownNotice(text, "good")
        case Place():
            is_match = position.setup.cards_by_id[event.card].kind is CardKind.MATCH
            if is_match and not is_active and position.setup.has_misses:
                label = position.setup.board.labels[event.space]
                return ShownNotice(_right(face, label), "good")
    return None


def chosen_card(logged: list[LoggedEvent], position: Position, *, student_id: str | None) -> int | None:
    """Return the card that stays selected: that of a miss, if it may be tried again."""
    entry = _last_own(logged, student_id)
    if entry and isinstance(entry.event, Miss) and entry.event.card in position.hands[entry.event.seat]:
        return entry.event.card
    return None


def _solved(event: Solve, face: str, position: Position) -> ShownNotice:
    answer = position.setup.answers[event.card]
    if event.answer == answer:
        return ShownNotice(_right(face, answer), "good", is_of_pad=True)
    if event.card in position.hands[event.seat]:
        return ShownNotice(_not_yet(face, event.answer), "now", is_of_pad=True, card=event.card)
    solution = isolated_equation(solved(face, answer))
    if position.turn == event.seat:
        text = pgettext("student", "%(solution)s. A new card comes after this turn.", solution=solution)
    else:
        text = pgettext("student", "%(solution)s. A new card comes after your next turn.", solution=solution)
    return ShownNotice(text, "info", is_of_pad=True)


def _missed(event: Miss, face: str, position: Position) -> ShownNotice:
    if event.card not in position.hands[event.seat]:
        solution = isolated_equation(solved(face, position.setup.cards_by_id[event.card].label))
        return ShownNotice(pgettext("student", "%(solution)s. You get a new card.", solution=solution), "info")
    if event.space is None:
        problem = isolated_equation(face)
        text = pgettext("student", "%(problem)s still has an open space. Try again.", problem=problem)
        return ShownNotice(text, "now")
    return ShownNotice(_not_yet(face, position.setup.board.labels[event.space]), "now")


def _right(face: str, answer: object) -> str:
    return pgettext("student", "Yes! %(solution)s.", solution=isolated_equation(solved(face, answer)))


def _not_yet(face: str, answer: object) -> str:
    return pgettext("student", "Not %(answer)s. Try %(problem)s again.", answer=answer, problem=isolated_equation(face))


def _last_own(logged: list[LoggedEvent], student_id: str | None) -> LoggedEvent | None:
    """Return the student's last move; None if a bot has played for the student since."""
    entries = (entry for entry in reversed(logged) if student_id in {entry.student_id, entry.substituted_for})
    entry = next(entries, None)
    return None if entry is None or entry.substituted_for else entry
