"""A table on the page of all tables, cached until something that its tile shows changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from classroom import clock
from classroom.models import SessionState
from classroom.presenters.sessions.attention import Reason, by_urgency, idle_minutes, reasons_to_visit
from classroom.presenters.sessions.seats import (
    FreeSeat,
    SeatedStudent,
    ShownSeat,
    free_seats,
    seated_students,
    shown_seats,
)
from classroom.presenters.table.end import shown_outcome
from classroom.presenters.table.miniature import Miniature
from classroom.presenters.table.players import name_of
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.table.teams import ShownTeam
from classroom.reports.live import RecentAnswer
from classroom.services.play.game_row import TableRow
from classroom.services.play.tables import Table


class Person(NamedTuple):
    """What tables show of a student of the class."""

    name: str
    """Short, if no one else has the same."""
    is_connected: bool


People = Mapping[str, Person]
"""The students of the class, by ID."""


@dataclass(frozen=True, slots=True)
class ShownMiss:
    """A wrong answer."""

    name: str
    equation: str
    given: str | None
    """The label chosen; None if the card was traded in by mistake."""


@dataclass(frozen=True, eq=False, repr=False)
class ShownTable:
    """A table. An unchanged table is the same object, so its cached markup is found at once."""

    number: int
    game_id: str
    round: int
    is_shared: bool
    """Whether its students share one device."""
    color_attributes: tuple[tuple[str, str], ...] = field(repr=False)
    board: Miniature = field(repr=False)
    drawn: str
    """A digest of `color_attributes`, `board`, and `sides`, for the version of the page."""
    seats: tuple[ShownSeat, ...]
    sides: tuple[ShownTeam, ...] = field(repr=False)
    has_misses: bool
    """Whether there are answers; with playing cards, there are none."""
    miss: ShownMiss | None
    reasons: tuple[Reason, ...]
    """Why the teacher should visit it, most urgent first."""
    turn_number: int
    is_paused: bool
    """Whether this table is paused individually."""
    outcome: str | None
    """How the game ended; None during the game."""
    can_deal: bool
    """Whether a student is left for a next game."""

    def __repr__(self) -> str:
        """Return everything that the version of a page depends on."""
        return self._content

    @cached_property
    def _content(self) -> str:
        return repr([getattr(self, one.name) for one in fields(self) if one.repr])

    @cached_property
    def digest(self) -> str:
        return blake2b(self._content.encode(), digest_size=6).hexdigest()

    @property
    def reason(self) -> Reason | None:
        """Return the most urgent reason to visit it."""
        return None if self.is_paused or not self.reasons else self.reasons[0]

    @property
    def more_reasons(self) -> int:
        """Return the number of further reasons, shown on its page."""
        return max(0, len(self.reasons) - 1)

    @property
    def skips(self) -> int | None:
        """Return the number of the turn that a bot can play for an absent student."""
        return self.turn_number if self.reason and self.reason.is_away else None


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table with everything that its tile depends on."""

    game: TableRow
    named: tuple[str, ...]
    """IDs of the students whom the tile names."""
    people: tuple[Person | None, ...]
    """The same students; None for those who are no longer in the class."""
    idle_minutes: int
    shown: ShownTable
    reasons: tuple[Reason, ...]
    """All, most urgent first, also while the table is paused."""
    free_seats: tuple[FreeSeat, ...]
    seated: tuple[SeatedStudent, ...]

    def is_as(self, game: TableRow, people: People, *, now: datetime) -> bool:
        """Return whether the table would look the same if it were built now."""
        return (
            self.game == game
            and self.people == tuple(map(people.get, self.named))
            and self.idle_minutes == idle_minutes(_waits_since(game), now=now)
        )

    @property
    def place(self) -> tuple[int, tuple[int, float], int]:
        """Return the sort key: tables to visit, most urgent first; those in progress; finished ones."""
        if self.shown.reason:
            return 0, by_urgency(self.reasons[0]), self.shown.number
        return (1 if self.shown.outcome is None else 2), (0, 0), self.shown.number


def live_table(
    game: TableRow, table: SharedTable, people: People, *, hides_misses: bool, before: LiveTable | None
) -> LiveTable:
    """Build a table.

    :param before: the table as last shown. If its tile looks the same, it remains the same object.
    :param hides_misses: whether nothing may reveal missed answers.
    """
    answers = table.answers or ()
    is_in_progress = table.seen.outcome is None
    waits_since = _waits_since(game)
    seated = seated_students([game])
    here = {one.student_id: people[one.student_id] for one in seated if one.student_id in people}
    seats = _called(shown_seats(table, {key: one.is_connected for key, one in here.items()}), here)
    reasons = reasons_to_visit(seats, answers, waits_since=waits_since) if is_in_progress else ()
    reasons = tuple(sorted((one for one in reasons if not (one.is_private and hides_misses)), key=by_urgency))
    miss = None if hides_misses else next((one for one in reversed(answers) if not one.is_right), None)
    shown = ShownTable(
        number=game.table_number,
        game_id=game.id,
        round=game.round,
        is_shared=game.is_shared,
        color_attributes=tuple(table.color_attributes.items()),
        board=table.miniature,
        drawn=table.drawn,
        seats=seats,
        sides=table.teams,
        has_misses=table.has_numbers and not hides_misses,
        miss=None if miss is None else _shown_miss(table.table, miss, people),
        reasons=reasons,
        turn_number=table.seen.turn_number,
        is_paused=is_in_progress and game.paused_at is not None,
        outcome=shown_outcome(game, table.seen),
        can_deal=not is_in_progress and bool(here),
    )
    named = (*(one.student_id for one in seated), *(() if miss is None else (miss.student_id,)))
    return LiveTable(
        game=game,
        named=named,
        people=tuple(map(people.get, named)),
        idle_minutes=idle_minutes(waits_since, now=clock.now()),
        shown=shown if before is None or repr(shown) != repr(before.shown) else before.shown,
        reasons=reasons,
        free_seats=free_seats([game]),
        seated=seated,
    )


def _waits_since(game: TableRow) -> datetime | None:
    """Return when the last move was made; None if no one can move now."""
    is_stopped = game.over_at or game.paused_at or game.class_session.state == SessionState.PAUSED
    return None if is_stopped else game.moved_at


def _called(seats: Iterable[ShownSeat], people: People) -> tuple[ShownSeat, ...]:
    """Use students' names on the page."""
    return tuple(
        seat if (person := people.get(seat.student_id or "")) is None else replace(seat, name=person.name)
        for seat in seats
    )


def _shown_miss(table: Table, miss: RecentAnswer, people: People) -> ShownMiss:
    names = {one.student_id: name_of(table, one) for one in table.tenures}
    person = people.get(miss.student_id)
    return ShownMiss(person.name if person else names[miss.student_id], miss.equation, miss.given)
