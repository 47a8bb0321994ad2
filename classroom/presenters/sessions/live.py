"""All tables of a session at a glance: whose turn, sequences, the last miss, and which table needs a visit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from classroom import clock
from classroom.models import SessionState
from classroom.presenters.durations import how_long
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.sessions.announced import OfferedFit, offered_fits
from classroom.presenters.sessions.attention import (
    ANSWERS_LOOKED_AT,
    Reason,
    ShownVisit,
    attention_list,
    reasons_to_visit,
)
from classroom.presenters.sessions.missing import AWAY, MissingStudent, absence, missing_students
from classroom.presenters.sessions.seats import (
    FreeSeat,
    SeatedStudent,
    ShownSeat,
    connections,
    free_seats,
    seated_students,
    shown_seats,
)
from classroom.presenters.table.end import shown_outcome
from classroom.presenters.table.miniature import Miniature
from classroom.presenters.table.players import name_of
from classroom.presenters.table.shared import shared_table
from classroom.presenters.table.teams import ShownTeam
from classroom.reports.live import RecentAnswer, recent_answers
from classroom.services.attendance import present_students
from classroom.services.play.games import current_games
from classroom.services.play.seats import students_at
from classroom.services.play.tables import table_of
from classroom.services.sessions.class_sessions import who_gets_a_table
from classroom.services.sessions.late_students import bots_beside, tables_with_room
from classroom.services.settings import TableSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from classroom.models import Attendance, ClassSession, Game


NEXT_GAME = "next-"
"""Before a table's number, where a place is chosen: join it with its next game."""


@dataclass(frozen=True, slots=True)
class ShownMiss:
    """A wrong answer."""

    name: str
    equation: str
    given: str | None
    """The label chosen; None: the card was called dead."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One table."""

    number: int
    game_id: str
    round: int
    is_shared: bool
    """Whether one device goes round."""
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    board: Miniature
    seats: tuple[ShownSeat, ...]
    sides: tuple[ShownTeam, ...]
    idle: str
    """How long nobody has moved; empty if that is not long, the game is over or the session is paused."""
    has_misses: bool
    """Whether there are answers to miss; with playing cards there are none."""
    miss: ShownMiss | None
    reasons: tuple[Reason, ...]
    """Why the teacher should go there."""
    is_paused: bool
    """Whether this table alone is paused."""
    outcome: str | None
    """How the game ended; None while it goes on."""
    can_deal: bool
    """Whether a next game there is for anybody."""

    @property
    def needs_visit(self) -> bool:
        """Whether there is a reason to go there."""
        return bool(self.reasons)

    @property
    def needs_openly(self) -> int:
        """How many of the reasons students may read."""
        return sum(not reason.is_private for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class ShownWaiting:
    """A student without a table."""

    student_id: str
    name: str
    away: str
    """`AWAY` without a page open, "no device" where none is to be expected; else empty."""
    next_table: int | None
    """The table that the student joins with its next game."""


@dataclass(frozen=True, slots=True)
class TableWithRoom:
    """A table that a late student can join with its next game."""

    number: int
    students: int
    """How many it has then."""
    has_bot: bool
    """Whether a bot plays there too."""

    @property
    def value(self) -> str:
        """What a form sends for it."""
        return f"{NEXT_GAME}{self.number}"


@dataclass(frozen=True, slots=True)
class LivePage:
    """A session under way."""

    is_paused: bool
    ending: ShownEnding | None
    """When the games end by themselves."""
    attention: tuple[ShownVisit, ...]
    """The students and tables to go to first."""
    tables: tuple[ShownTable, ...]
    waiting: tuple[ShownWaiting, ...]
    """Those without a table."""
    room: tuple[TableWithRoom, ...]
    """The tables that one of them can join with the next game."""
    new_tables: tuple[OfferedFit, ...]
    """What new tables for all of them would be like."""
    free_seats: tuple[FreeSeat, ...]
    seated: tuple[SeatedStudent, ...]
    """Who can swap seats."""
    absent: tuple[MissingStudent, ...]
    """Those on the roster who have not joined."""
    locked_out: tuple[MissingStudent, ...]
    """Who cannot sign in, or not again."""
    wrong_tries: int
    """Wrong PINs of the last hour, if somebody seems to guess; else 0."""

    @property
    def waits_for_nobody(self) -> bool:
        """Whether those without a table have all gone, as far as one can see: no reason to hurry."""
        return bool(self.waiting) and all(one.away == AWAY for one in self.waiting)

    @property
    def games_over(self) -> int:
        """How many tables have finished their game."""
        return sum(table.outcome is not None for table in self.tables)

    @property
    def can_deal(self) -> bool:
        """Whether there is a table at which the next game can be dealt."""
        return any(table.can_deal for table in self.tables)

    @property
    def has_shared_device(self) -> bool:
        """Whether there is a table at which nobody needs a device of their own."""
        return any(table.is_shared for table in self.tables)

    @property
    def in_need(self) -> int:
        """How many need a visit, students and tables: as many as are marked."""
        return sum(len(table.reasons) for table in self.tables)

    @property
    def in_need_openly(self) -> int:
        """How many of them are marked while misses are hidden."""
        return sum(table.needs_openly for table in self.tables)


def live_page(class_session: ClassSession) -> LivePage:
    """Read a session under way. The number of queries depends neither on its tables nor on past sessions."""
    games = current_games(class_session_id=class_session.id)
    present = present_students(class_session_id=class_session.id)
    connected = connections(present)
    missing = missing_students(class_session, present)
    answers = recent_answers(game_ids=[game.id for game in games], of_each_student=ANSWERS_LOOKED_AT)
    by_game: dict[str, list[RecentAnswer]] = defaultdict(list)
    for answer in answers:
        by_game[answer.game_id].append(answer)
    is_paused = class_session.state == SessionState.PAUSED
    tables = tuple(_table(game, connected, by_game[game.id], is_paused=is_paused) for game in games)
    seated = {seat.student_id for table in tables for seat in table.seats}
    waiting = [one for one in present if one.student_id not in seated]
    settings = TableSettings.from_json(class_session.settings)
    room = tables_with_room(games, waiting, settings) if waiting else {}
    return LivePage(
        is_paused=is_paused,
        ending=shown_ending(class_session),
        attention=attention_list((table.game_id, table.number, table.reasons) for table in tables),
        tables=tables,
        waiting=shown_waiting(waiting),
        room=tuple(
            TableWithRoom(number, students, bool(bots_beside(students, settings))) for number, students in room.items()
        ),
        new_tables=offered_fits(len(who_gets_a_table(waiting)), settings),
        free_seats=free_seats(games),
        seated=seated_students(games),
        absent=missing.absent,
        locked_out=missing.locked_out,
        wrong_tries=missing.wrong_tries,
    )


def shown_waiting(waiting: Iterable[Attendance]) -> tuple[ShownWaiting, ...]:
    """Students without a table."""
    return tuple(ShownWaiting(one.student_id, one.student.name, absence(one), one.next_table) for one in waiting)


def _table(game: Game, connected: Mapping[str, bool], answers: list[RecentAnswer], *, is_paused: bool) -> ShownTable:
    table = shared_table(game)
    seen = table.seen
    seats = shown_seats(game, seen, connected)
    is_going_on = seen.outcome is None
    can_move = is_going_on and not is_paused and game.paused_at is None
    idle = clock.now() - game.moved_at if can_move else timedelta()
    return ShownTable(
        number=game.table_number,
        game_id=game.id,
        round=game.round,
        is_shared=game.is_shared,
        worn=table.worn,
        board=table.miniature,
        seats=seats,
        sides=table.teams,
        idle=how_long(idle),
        has_misses=table.has_numbers,
        miss=_last_miss(game, answers),
        reasons=reasons_to_visit(seats, idle, answers, can_move=can_move) if is_going_on else (),
        is_paused=is_going_on and game.paused_at is not None,
        outcome=shown_outcome(game, seen),
        can_deal=not is_going_on and bool(students_at(game)),
    )


def _last_miss(game: Game, answers: list[RecentAnswer]) -> ShownMiss | None:
    miss = next((answer for answer in reversed(answers) if not answer.is_right), None)
    if miss is None:
        return None
    table = table_of(game)
    names = {one.student_id: name_of(table, one) for one in table.tenures}
    return ShownMiss(names[miss.student_id], miss.equation, miss.given)
