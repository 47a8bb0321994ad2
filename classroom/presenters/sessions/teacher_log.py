"""What happened at a table, in words for the teacher: as its students read it, but wrong answers are told too."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from classroom.presenters.table.log import LoggedEvent, log_lines
from classroom.presenters.words import isolated
from engine import Miss, Position, Solve

_NO_STUDENT = ""


def teacher_lines(logged: Seq[LoggedEvent], position: Position) -> tuple[str, ...]:
    """Tell events, the newest first.

    :param position: the one after the last of them.
    """
    lines = log_lines(logged, position, reader=_NO_STUDENT)
    return tuple(
        _answered(entry, isolated(entry.name), position) or line
        for entry, line in zip(reversed(logged), lines, strict=True)
    )


def _answered(entry: LoggedEvent, who: str, position: Position) -> str | None:
    """Tell an answer that its student's neighbours are not told of."""
    if entry.stood_for:
        return None
    match entry.event:
        case Solve(card=card, answer=given):
            is_right = given == position.setup.answers[card]
            return (
                f"{who} worked out {entry.face}: {given}." if is_right else f"{who} missed: {given} for {entry.face}."
            )
        case Miss(space=space):
            how = (
                f"called {entry.face} dead"
                if space is None
                else f"{entry.face} on {position.setup.board.labels[space]}"
            )
            return f"{who} missed: {how}."
    return None
