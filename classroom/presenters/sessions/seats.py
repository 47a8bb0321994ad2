"""The seats of a table, as a teacher sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from classroom import clock
from classroom.i18n import _
from classroom.live import presence
from classroom.models import Attendance, Face, Game
from classroom.presenters.table.players import name_of
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.table.teams import team_name
from classroom.services.attendance import RosterEntry
from classroom.services.play.game_row import TableRow
from classroom.services.play.positions import position_of
from classroom.services.play.tables import Table, Tenure, table_of
from engine import View

_SEATS = "seats"


@dataclass(frozen=True, slots=True)
class FormerHolder:
    """The last student in a seat that a bot has now."""

    student_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat and its current player."""

    seat: int
    team: str
    team_name: str
    """The team's display name."""
    name: str
    """The student's name, or "Bot"."""
    face: Face | None
    """A bot has the robot. None for a team of the whole class."""
    student_id: str | None
    """None for a bot."""
    is_connected: bool
    """Whether the student has a page open; always true for a bot."""
    is_active: bool
    forfeits_due: int = 0
    """Cards to give up for table talk."""
    former: FormerHolder | None = None
    """Only for a bot's seat."""

    @property
    def is_bot(self) -> bool:
        return self.student_id is None


class FreeSeat(NamedTuple):
    """A bot's seat, which a student can take."""

    game_id: str
    seat: int
    table_number: int
    table_text: str
    """"Table 3 (one device)"."""
    team: str
    """The team's display name."""
    former_id: str | None
    """The last student who held it."""

    @property
    def value(self) -> str:
        return f"{self.game_id}.{self.seat}"


class SeatedStudent(NamedTuple):
    """A student with whom another can swap seats."""

    student_id: str
    name: str
    table_number: int
    table_text: str
    """Like in `FreeSeat`."""

    @property
    def value(self) -> str:
        """Return the value in a form for a swap with this student."""
        return f"swap-{self.student_id}"


def connections(present: Iterable[Attendance | RosterEntry]) -> dict[str, bool]:
    """Return who has a page open, by student ID."""
    now = clock.now()
    return {one.student_id: presence.is_connected(one.seen_at, at=now) for one in present}


def shown_seats(shared: SharedTable, connected: Mapping[str, bool]) -> tuple[ShownSeat, ...]:
    """Build the seats of a table, clockwise; return the same object while no student connects or disconnects.

    :param connected: whether students have a page open, by ID.
    """
    here = tuple(connected.get(one.student_id or "", False) for one in shared.table.seated)
    kept: tuple[tuple[bool, ...], tuple[ShownSeat, ...]] | None = shared.kept.get(_SEATS)
    if kept is not None and kept[0] == here:
        return kept[1]
    seats = _shown_seats(shared.table, shared.seen, connected)
    shared.kept[_SEATS] = here, seats
    return seats


def _shown_seats(table: Table, view: View, connected: Mapping[str, bool]) -> tuple[ShownSeat, ...]:
    is_over = view.outcome is not None
    has_device = table.is_shared and any(connected.get(one.student_id or "") for one in table.seated)
    return tuple(
        ShownSeat(
            seat=one.seat,
            team=view.seats[one.seat].value,
            team_name=team_name(table.teams, view.seats[one.seat].value),
            name=name_of(table, one),
            face=table.faces.get(one.id),
            student_id=one.student_id,
            is_connected=has_device or one.student_id is None or connected.get(one.student_id, False),
            is_active=one.seat == view.turn and not is_over,
            forfeits_due=0 if is_over else view.forfeits_due[one.seat],
            former=_former(table, one),
        )
        for one in table.seated
    )


def free_seats(games: Iterable[Game | TableRow]) -> tuple[FreeSeat, ...]:
    """List the bots' seats at some tables."""
    return tuple(
        FreeSeat(
            game_id=game.id,
            seat=one.seat,
            table_number=game.table_number,
            table_text=_table_text(game),
            team=team_name(game.teams, position_of(game).setup.seats[one.seat].value),
            former_id=former.student_id if (former := table_of(game).former_holder(one)) else None,
        )
        for game in games
        for one in table_of(game).seated
        if one.student_id is None
    )


def seated_students(games: Iterable[Game | TableRow]) -> tuple[SeatedStudent, ...]:
    """List the students at some tables, by table and seat."""
    return tuple(
        SeatedStudent(one.student_id, one.student_name or "", game.table_number, text)
        for game in games
        for text in [_table_text(game)]
        for one in table_of(game).seated
        if one.student_id is not None
    )


def _table_text(game: Game | TableRow) -> str:
    """Return the name of a table, with what a teacher should know before sending a student there."""
    number = game.table_number
    if game.is_shared and game.over_at is not None:
        return _("Table %(number)s (one device, game over)", number=number)
    if game.is_shared:
        return _("Table %(number)s (one device)", number=number)
    if game.over_at is not None:
        return _("Table %(number)s (game over)", number=number)
    return _("Table %(number)s", number=number)


def _former(table: Table, holder: Tenure) -> FormerHolder | None:
    former = table.former_holder(holder)
    return None if former is None else FormerHolder(former.student_id or "", former.student_name or "")
