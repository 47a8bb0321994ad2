"""The list of a class's past sessions, with links to their summaries."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.presenters.decks.listing import deck_name
from classroom.presenters.moments import moment_text
from classroom.reports.sessions import PastSession, past_sessions
from classroom.services.settings import TableSettings

SHOWN_AT_FIRST = 8


@dataclass(frozen=True, slots=True)
class ShownPastSession:
    id: str
    moment: str
    """When it was opened: "Mon, Sep 7, 2026, 10:15 AM"."""
    cards: str
    """The deck."""
    numbers: str
    """"5 tables, 7 games, 18 students played"."""


@dataclass(frozen=True, slots=True)
class SessionList:
    """The latest sessions of a class."""

    lines: tuple[ShownPastSession, ...]
    has_more: bool


def session_list(class_id: str, *, has_all: bool) -> SessionList:
    """Build the list.

    :param has_all: whether to list all sessions rather than the latest.
    """
    found = past_sessions(class_id=class_id, limit=None if has_all else SHOWN_AT_FIRST + 1)
    shown = found if has_all else found[:SHOWN_AT_FIRST]
    return SessionList(tuple(map(_line, shown)), has_more=len(shown) < len(found))


def _line(past: PastSession) -> ShownPastSession:
    settings = TableSettings.from_json(past.settings)
    tables = ngettext("%(num)d table", "%(num)d tables", past.tables)
    games = ngettext("%(num)d game", "%(num)d games", past.games)
    return ShownPastSession(
        id=past.id,
        moment=moment_text(past.opened_at),
        cards=deck_name(settings),
        numbers=_("%(tables)s, %(games)s, %(played)s", tables=tables, games=games, played=_who_played(past, settings)),
    )


def _who_played(past: PastSession, settings: TableSettings) -> str:
    if settings.whole_class_teams is not None:
        return _("the whole class played")
    if not past.students:
        return _("no student played")
    return ngettext("%(num)d student played", "%(num)d students played", past.students)
