"""What a student is told about the own last answer: kindly if it was wrong, and in the end the right one (D7)."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.presenters.table.log import LoggedEvent
from classroom.presenters.words import solved
from engine import CardKind, Exchange, Miss, Place, Position, Solve


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """The answer to what the viewer just did."""

    text: str
    kind: str
    """"info", "good", "bad" or "now"."""
    is_of_pad: bool = False
    """Whether it is about an answer given on the number pad."""


def feedback(logged: list[LoggedEvent], position: Position, *, seat: int, student_id: str | None) -> ShownNotice | None:
    """Say how the student's last answer was, until it is time for the next one.

    Without a student it is the last answer of the whole class, which plays together; `logged` are moves alone then.
    It follows from the log alone, so a reload and another device show the same. An answer that the
    student did not find stays on the page until the student has acted again.
    """
    entry = _last_own(logged, student_id)
    event, face = (entry.event, entry.face) if entry else (None, "")
    is_active = position.turn == seat and position.outcome is None
    match event:
        case Solve():
            return _solved(event, face, position)
        case Miss():
            return _missed(event, face, position)
        case Exchange():
            if is_active:
                return ShownNotice(f"Right: {face} is dead. You have a new card.", "good")
        case Place():
            is_match = position.setup.cards_by_id[event.card].kind is CardKind.MATCH
            if is_match and not is_active and position.setup.has_misses:
                label = position.setup.board.labels[event.space]
                return ShownNotice(f"Right: {solved(face, label)}.", "good")
    return None


def chosen_card(logged: list[LoggedEvent], position: Position, *, student_id: str | None) -> int | None:
    """The card that stays chosen: the one of a miss, if it may be tried again."""
    entry = _last_own(logged, student_id)
    if entry and isinstance(entry.event, Miss) and entry.event.card in position.hands[entry.event.seat]:
        return entry.event.card
    return None


def _solved(event: Solve, face: str, position: Position) -> ShownNotice:
    answer = position.setup.answers[event.card]
    if event.answer == answer:
        return ShownNotice(f"Right: {solved(face, answer)}.", "good", is_of_pad=True)
    if event.card in position.hands[event.seat]:
        return ShownNotice(f"{event.answer} is not the answer of {face}. Try once more.", "now", is_of_pad=True)
    turn = "this" if position.turn == event.seat else "your next"
    text = f"{solved(face, answer)}. This card is gone; you get a new card at the end of {turn} turn."
    return ShownNotice(text, "info", is_of_pad=True)


def _missed(event: Miss, face: str, position: Position) -> ShownNotice:
    if event.card not in position.hands[event.seat]:
        answer = position.setup.cards_by_id[event.card].label
        return ShownNotice(f"{solved(face, answer)}. This card is gone; you get a new one.", "info")
    if event.space is None:
        return ShownNotice(f"{face} is not dead: a space for it is open. Try once more.", "now")
    label = position.setup.board.labels[event.space]
    return ShownNotice(f"{label} is not the answer of {face}. Try once more.", "now")


def _last_own(logged: list[LoggedEvent], student_id: str | None) -> LoggedEvent | None:
    """What the student did last; None where a bot has played for the student since."""
    entries = (entry for entry in reversed(logged) if student_id in {entry.student_id, entry.stood_for})
    entry = next(entries, None)
    return None if entry is None or entry.stood_for else entry
