"""Move students between tables, or swap their seats, while games continue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from classroom.database import transaction
from classroom.live import presence
from classroom.models import ClassSession, Game, Student
from classroom.services.attendance import present_students
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.locks import locked_game, locked_lesson
from classroom.services.notifications import note_change
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_game_of, deal_game, next_table_number, stop_game
from classroom.services.play.seats import change_holders, check_present, give_seat


@dataclass(frozen=True, slots=True)
class TableSeat:
    game_id: str
    seat: int


def move_student(*, class_session_id: str, student_id: str, to: TableSeat | None) -> str:
    """Move a student to another seat, all or nothing; return the ID of the game there.

    A bot takes the old seat. A game that would be left with only bots is stopped first, while the student still has the
    seat.

    :param to: a bot's seat; None for a new table with a bot.
    :raises ServiceError: NOT_PRESENT, LAST_DEVICE with ``table`` and ``names``, SESSION_NOT_RUNNING, SESSION_ENDED,
        or like `give_seat`.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        check_present(session, class_session, student_id)
        left = current_game_of(class_session_id=class_session_id, student_id=student_id)
        if left is not None:
            stays_there = to is not None and to.game_id == left.id
            if not stays_there:
                _check_device_stays(session, left, {student_id: None})
            _leave(left, student_id, stays_there=stays_there)
        if to is None:
            number = next_table_number(class_session_id=class_session_id)
            game_id = deal_game(session, class_session, table_number=number, students=[student_id]).id
        else:
            game_id = _in_session(session, to.game_id, class_session_id)
            give_seat(game_id=game_id, seat=to.seat, student_id=student_id)
        note_change(class_session)
        return game_id


def swap_students(*, class_session_id: str, student_id: str, other_id: str) -> str:
    """Swap two students' seats, at one table or between two; return the ID of the first one's new game.

    All or nothing. Hands stay with the seats, and no bot is involved. At a table whose game is over, the new seat
    belongs to its next game.

    :raises ServiceError: SWAP_OF_ONE, NOT_PRESENT, NO_SEAT_TO_SWAP with ``names``, LAST_DEVICE with ``table`` and
        ``names``, SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    if student_id == other_id:
        raise ServiceError(PlayErrorCode.SWAP_OF_ONE)
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        at = {one: _table_of(session, class_session, one) for one in (student_id, other_id)}
        tables = [locked_game(session, game_id) for game_id in sorted(set(at.values()))]
        instead = {student_id: other_id, other_id: student_id}
        for game in tables:
            _check_device_stays(session, game, instead)
        for game in tables:
            seats = seats_of(game)
            change_holders(session, game, {seat: instead[one] for seat, one in seats.items() if one in instead})
        note_change(class_session)
        return at[other_id]


def _table_of(session: Session, class_session: ClassSession, student_id: str) -> str:
    check_present(session, class_session, student_id)
    game = current_game_of(class_session_id=class_session.id, student_id=student_id)
    if game is None:
        raise ServiceError(PlayErrorCode.NO_SEAT_TO_SWAP, names=(session.get_one(Student, student_id).name,))
    return game.id


def _check_device_stays(session: Session, game: Game, instead: Mapping[str, str | None]) -> None:
    """Check that a shared device stays at its table: it moves with the student signed in on it.

    :param instead: the replacement of each departing student; None if there is none.
    """
    if not game.is_shared:
        return
    present = present_students(class_session_id=game.class_session_id)
    connected = {one.student_id for one in present if presence.is_connected(one.seen_at)}
    seated = {one for one in seats_of(game).values() if one is not None}
    stay = {instead.get(one, one) for one in seated} - {None}
    before = connected & seated
    if before and stay and not connected & stay:
        names = tuple(session.get_one(Student, one).name for one in sorted(before))
        raise ServiceError(PlayErrorCode.LAST_DEVICE, table=game.table_number, names=names)


def _leave(game: Game, student_id: str, *, stays_there: bool) -> None:
    seats = seats_of(game)
    if not stays_there and set(seats.values()) <= {student_id, None}:
        stop_game(game_id=game.id)
    seat = next(seat for seat, holder in seats.items() if holder == student_id)
    give_seat(game_id=game.id, seat=seat, student_id=None)


def _in_session(session: Session, game_id: str, class_session_id: str) -> str:
    game = session.get(Game, game_id)
    if game is None or game.class_session_id != class_session_id:
        raise ServiceError(PlayErrorCode.NO_SUCH_SEAT)
    return game_id
