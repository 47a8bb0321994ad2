"""All tables of a session at a glance: whose turn, sequences, the last miss, and which table needs a visit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from classroom import clock
from classroom.live import presence
from classroom.models import SessionState
from classroom.presenters.durations import how_long
from classroom.presenters.miniature import Miniature, miniature
from classroom.presenters.reports.words import list_text
from classroom.presenters.seats import ShownSeat, connections, name_of, shown_seats, team_names
from classroom.presenters.words import isolated
from classroom.reports.live import RecentAnswer, recent_answers
from classroom.services.class_sessions import attendances_of
from classroom.services.games import current_games
from classroom.services.positions import position_of
from engine import EDITIONS, OutcomeReason, view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from classroom.models import Attendance, ClassSession, Game
    from engine import View

IDLE_TOO_LONG = timedelta(seconds=90)
"""After so long without a move a table needs a visit."""
MISSES_TOO_MANY = 3
"""So many misses among a student's last `ANSWERS_LOOKED_AT` answers, and the student needs a visit."""
ANSWERS_LOOKED_AT = 6


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A team and what it has reached."""

    team: str
    name: str
    sequences: int
    needed: int


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
    board: Miniature
    seats: tuple[ShownSeat, ...]
    sides: tuple[ShownSide, ...]
    idle: str
    """How long nobody has moved; empty if that is not long, the game is over or the session is paused."""
    has_misses: bool
    """Whether there are answers to miss; with playing cards there are none."""
    miss: ShownMiss | None
    alarms: tuple[str, ...]
    """Why the teacher should go there, but misses."""
    many_misses: str | None
    """Who missed so often that the teacher should go there."""
    outcome: str | None
    """How the game ended; None while it goes on."""

    @property
    def needs_visit(self) -> bool:
        """Whether there is a reason to go there."""
        return bool(self.alarms or self.many_misses)


@dataclass(frozen=True, slots=True)
class ShownWaiting:
    """A student without a table."""

    student_id: str
    name: str
    is_connected: bool


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A bot's seat, which a waiting student can take."""

    game_id: str
    seat: int
    table_number: int
    team: str


@dataclass(frozen=True, slots=True)
class LivePage:
    """A session under way."""

    is_paused: bool
    tables: tuple[ShownTable, ...]
    waiting: tuple[ShownWaiting, ...]
    free_seats: tuple[FreeSeat, ...]

    @property
    def games_over(self) -> int:
        """How many tables have finished their game."""
        return sum(table.outcome is not None for table in self.tables)

    @property
    def visits(self) -> int:
        """How many tables need a visit."""
        return sum(table.needs_visit for table in self.tables)


def live_page(class_session: ClassSession) -> LivePage:
    """Read a session under way. The number of queries depends neither on its tables nor on past sessions."""
    games = current_games(class_session_id=class_session.id)
    present = attendances_of(class_session_id=class_session.id)
    connected = connections(present)
    answers = recent_answers(game_ids=[game.id for game in games], of_each_student=ANSWERS_LOOKED_AT)
    by_game: dict[str, list[RecentAnswer]] = defaultdict(list)
    for answer in answers:
        by_game[answer.game_id].append(answer)
    is_paused = class_session.state == SessionState.PAUSED
    tables = tuple(_table(game, connected, by_game[game.id], is_paused=is_paused) for game in games)
    seated = {seat.student_id for table in tables for seat in table.seats}
    return LivePage(
        is_paused=is_paused,
        tables=tables,
        waiting=shown_waiting([one for one in present if one.student_id not in seated]),
        free_seats=tuple(
            FreeSeat(table.game_id, seat.seat, table.number, seat.team)
            for table in tables
            for seat in table.seats
            if seat.is_bot
        ),
    )


def shown_waiting(waiting: Iterable[Attendance]) -> tuple[ShownWaiting, ...]:
    """Students without a table."""
    return tuple(ShownWaiting(one.student_id, one.student.name, presence.is_connected(one.seen_at)) for one in waiting)


def shown_sides(seen: View) -> tuple[ShownSide, ...]:
    """The teams of a table with their sequences."""
    made = [sequence.team for sequence in seen.sequences]
    teams = seen.seats[: len(seen.chips)]
    return tuple(
        ShownSide(team.value, team.capitalize(), made.count(team), seen.rules.sequences_to_win) for team in teams
    )


def shown_outcome(game: Game, seen: View) -> str | None:
    """How a game ended, in a sentence; None while it goes on."""
    if seen.outcome is None:
        return None
    how = {
        OutcomeReason.SEQUENCES: "",
        OutcomeReason.STALLED: "Nobody could play any more. ",
        OutcomeReason.STOPPED: "Stopped. ",
    }[seen.outcome.reason]
    winner = seen.outcome.winner
    if winner is None:
        return f"{how}A draw."
    names = team_names(game, seen.seats, winner)
    return f"{how}{winner.capitalize()} won: {names}."


def _table(game: Game, connected: Mapping[str, bool], answers: list[RecentAnswer], *, is_paused: bool) -> ShownTable:
    seen = view(position_of(game), None)
    seats = shown_seats(game, seen, connected)
    is_going_on = seen.outcome is None
    can_move = is_going_on and not is_paused
    idle = clock.now() - game.moved_at if can_move else timedelta()
    return ShownTable(
        number=game.table_number,
        game_id=game.id,
        round=game.round,
        board=miniature(seen),
        seats=seats,
        sides=shown_sides(seen),
        idle=how_long(idle),
        has_misses=EDITIONS[seen.edition].has_misses,
        miss=_last_miss(game, answers),
        alarms=tuple(_alarms(seats, idle)) if can_move else (),
        many_misses=_many_misses(seats, answers) if is_going_on else None,
        outcome=shown_outcome(game, seen),
    )


def _last_miss(game: Game, answers: list[RecentAnswer]) -> ShownMiss | None:
    miss = next((answer for answer in reversed(answers) if not answer.is_right), None)
    if miss is None:
        return None
    names = {player.student_id: name_of(player) for player in game.players}
    return ShownMiss(names[miss.student_id], miss.equation, miss.given)


def _alarms(seats: tuple[ShownSeat, ...], idle: timedelta) -> Iterator[str]:
    on_turn = next(seat for seat in seats if seat.is_on_turn)
    if all(seat.is_bot for seat in seats):
        yield "No student sits here."
    elif not on_turn.is_connected:
        yield f"{isolated(on_turn.name)} is on turn and away."
    elif idle >= IDLE_TOO_LONG:
        yield f"{isolated(on_turn.name)} has not moved for {how_long(idle)}."


def _many_misses(seats: tuple[ShownSeat, ...], answers: list[RecentAnswer]) -> str | None:
    names = [isolated(seat.name) for seat in seats if _has_many_misses(seat.student_id, answers)]
    return f"Many misses: {list_text(names)}." if names else None


def _has_many_misses(student_id: str | None, answers: list[RecentAnswer]) -> bool:
    last = [answer.is_right for answer in answers if answer.student_id == student_id][-ANSWERS_LOOKED_AT:]
    return last.count(False) >= MISSES_TOO_MANY
