"""The log of a table for its teacher: the players' lines, plus every wrong answer."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from classroom.i18n import _
from classroom.presenters.table.log import LoggedEvent, lines_by_event
from classroom.presenters.table.sentences import Line, Subject, sentence
from classroom.presenters.words import isolated, isolated_equation
from engine import CLASSIC, Exchange, Miss, Position, Solve

_NO_STUDENT = ""


def teacher_lines(logged: Seq[LoggedEvent], position: Position) -> tuple[str, ...]:
    """Return the lines of all events, newest first.

    :param position: the position after the last event.
    """
    return tuple(_line(entry, line, position) for entry, line in lines_by_event(logged, position, reader=_NO_STUDENT))


def _line(entry: LoggedEvent, line: str | None, position: Position) -> str:
    own_words = _own_words(entry, position)
    if own_words is None:
        return line or ""
    return " ".join([_("Time ran out."), own_words]) if entry.is_time_up else own_words


def _own_words(entry: LoggedEvent, position: Position) -> str | None:
    """Return a line that other players may not read; None if they read the same line."""
    who = _("A bot") if entry.substituted_for else isolated(entry.name)
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
        case Exchange() if position.setup.edition != CLASSIC.key:
            subject = Subject.BOT_FOR_OTHER if entry.substituted_for else Subject.OTHER
            return sentence(Line.TRADED_IN, subject, name=isolated(entry.name), card=problem)
    return None
