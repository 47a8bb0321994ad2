"""The list of a class's past sessions, each of which leads to its recap and so to the replays of its games."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.presenters.decks.listing import deck_name
from classroom.presenters.moments import moment_text
from classroom.presenters.sessions.lobby import PLAYING_CARDS
from classroom.presenters.words import count
from classroom.reports.sessions import PastSession, past_sessions
from classroom.services.settings import TableSettings

SHOWN_AT_FIRST = 8


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session that has ended."""

    id: str
    moment: str
    """When it was opened: "Mon 7 September 2026, 10:15"."""
    cards: str
    """The deck."""
    numbers: str
    """"5 tables, 7 games, 18 students played"."""


@dataclass(frozen=True, slots=True)
class SessionList:
    """The newest sessions of a class."""

    lines: tuple[SessionLine, ...]
    has_more: bool


def session_list(class_id: str, *, has_all: bool) -> SessionList:
    """Read the list.

    :param has_all: whether all sessions are asked for; else only the newest
    """
    found = past_sessions(class_id=class_id, limit=None if has_all else SHOWN_AT_FIRST + 1)
    shown = found if has_all else found[:SHOWN_AT_FIRST]
    return SessionList(tuple(map(_line, shown)), has_more=len(shown) < len(found))


def _line(past: PastSession) -> SessionLine:
    settings = TableSettings.from_json(past.settings)
    numbers = (count(past.tables, "table"), count(past.games, "game"), _who_played(past, settings))
    return SessionLine(
        id=past.id,
        moment=moment_text(past.opened_at),
        cards=deck_name(settings) if settings.has_numbers else PLAYING_CARDS,
        numbers=", ".join(numbers),
    )


def _who_played(past: PastSession, settings: TableSettings) -> str:
    if settings.whole_class_teams is not None:
        return "the whole class"
    return f"{count(past.students, 'student') if past.students else 'no student'} played"
