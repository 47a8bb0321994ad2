"""The log of a table for its teacher: as its players read it, and with every wrong answer."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from classroom.i18n import _
from classroom.presenters.table.log import LoggedEvent, log_lines
from classroom.presenters.words import isolated, isolated_equation
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
    """Tell an answer that the other players may not read."""
    if entry.stood_for:
        return None
    problem = isolated_equation(entry.face)
    match entry.event:
        case Solve(card=card, answer=given) if given == position.setup.answers[card]:
            return _("%(name)s solved %(problem)s: %(answer)s.", name=who, problem=problem, answer=given)
        case Solve(answer=given):
            return _("%(name)s missed %(problem)s. Answer given: %(answer)s.", name=who, problem=problem, answer=given)
        case Miss(space=None):
            return _("%(name)s traded in %(problem)s by mistake.", name=who, problem=problem)
        case Miss(space=int(space)):
            label = position.setup.board.labels[space]
            return _("%(name)s missed %(problem)s. Space tried: %(space)s.", name=who, problem=problem, space=label)
    return None
