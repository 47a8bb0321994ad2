"""Suggest changes of settings if many games would not finish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from classroom.database import transaction
from classroom.models import ClassSession
from classroom.services.attendance import attendances_of
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.sizes import table_sizes
from classroom.services.sessions.lobby import arrange_tables, change_settings
from classroom.services.settings import TableSettings


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of settings. Its own forecast shows whether it helps."""

    key: str
    settings: TableSettings
    """The settings with the change."""
    players: int
    """The number of players at the tables concerned: fewer, if that is the change."""


def adjustments_for(settings: TableSettings, players: int, *, present: int = 0) -> tuple[Adjustment, ...]:
    """List possible changes for tables of this size, smallest change first.

    :param present: the number of students to seat, if known: with tables of four, six students get two tables of three.
    """
    return tuple(_adjustments(settings, players, present))


def apply_adjustment(*, class_session_id: str, adjustment: Adjustment) -> None:
    """Change a session's settings in its lobby. If the table size changes, form the planned tables again.

    :raises ServiceError: SESSION_NOT_IN_LOBBY, or a code for invalid settings.
    """
    with transaction() as session:
        before = TableSettings.from_json(session.get_one(ClassSession, class_session_id).settings)
        change_settings(class_session_id=class_session_id, settings=adjustment.settings)
        is_planned = planned_tables(attendances_of(class_session_id=class_session_id))
        if is_planned and adjustment.settings.table_size != before.table_size:
            arrange_tables(class_session_id=class_session_id)


def _adjustments(settings: TableSettings, players: int, present: int) -> Iterator[Adjustment]:
    rules, teams = settings.rules_for(players), settings.teams_for(players)
    if rules.sequences_to_win > 1:
        yield Adjustment("one-sequence", replace(settings, sequences_to_win=1), players)
    if teams > min(settings.edition_object.team_counts(players)):
        yield Adjustment("two-teams", replace(settings, teams_of_six=2), players)
    if settings.has_numbers:
        for name, board in _boards_beside(settings):
            yield Adjustment(name, replace(settings, board=board), players)
    smaller = [size for size in settings.table_sizes if size < players]
    if settings.table_size == players and smaller:
        largest = max(table_sizes(present, max(smaller), settings.table_sizes), default=max(smaller))
        yield Adjustment("smaller-tables", replace(settings, table_size=max(smaller)), largest)


def _boards_beside(settings: TableSettings) -> Iterator[tuple[str, str]]:
    """Return the next smaller and larger boards that the deck fills: for shorter games, or for more room."""
    sizes = sorted(settings.deck_object.sizes, key=lambda size: int(size.partition("x")[0]))
    at = sizes.index(settings.board)
    if at > 0:
        yield "smaller-board", sizes[at - 1]
    if at + 1 < len(sizes):
        yield "larger-board", sizes[at + 1]
