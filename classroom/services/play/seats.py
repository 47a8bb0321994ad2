"""Seats in a game, and changing who holds them. Earlier moves stay with those who made them."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from classroom.database import transaction
from classroom.models import Attendance, ClassSession, Game, Player, SessionState, Student
from classroom.prepared_statements import PreparedSelect
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_table
from classroom.services.play.game_log import notify_table, schedule_bot
from classroom.services.play.games import current_game_of, end_waiting, following_game
from classroom.services.play.positions import position_of
from classroom.services.play.timing import begin_turn, table_time

_AT_SHARED_DEVICE = PreparedSelect(
    lambda: (
        select(Player.student_id)
        .join(Game, Game.id == Player.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .join(Student, Student.id == Player.student_id)
        .where(
            Game.id == bindparam("game_id", type_=Game.id.type),
            Game.is_shared,
            Player.left_at_version.is_(None),
            Student.class_id == ClassSession.class_id,
            Student.archived_at.is_(None),
        )
    )
)
"""The students of `students_at`, for every move on a device that a table shares."""


def students_at(game: Game) -> dict[int, Student]:
    """Return the students at a table, by seat, without bots and students who left the class."""
    class_id = game.class_session.class_id
    holders = {one.seat: one.student for one in game.players if one.left_at_version is None}
    return {seat: student for seat, student in holders.items() if student is not None and student.is_in(class_id)}


def give_seat(*, game_id: str, seat: int, student_id: str | None) -> None:
    """Give a seat to a student, or to a bot (None). Earlier moves stay with those who made them.

    :raises ServiceError: NO_SUCH_SEAT, SEAT_TAKEN (by another student), NOT_PRESENT (has not joined),
        ALREADY_SEATED (at another table), NEXT_GAME_BEGUN, SESSION_ENDED, WHOLE_CLASS.
    """
    with transaction() as session:
        game = locked_table(session, game_id)
        player = next((p for p in game.players if p.seat == seat and p.left_at_version is None), None)
        if player is None:
            raise ServiceError(PlayErrorCode.NO_SUCH_SEAT)
        if player.student_id == student_id:
            return
        _check_seat_can_change(session, game, player, student_id)
        change_holders(session, game, {seat: student_id})


def change_holders(session: Session, game: Game, holders: Mapping[int, str | None]) -> None:
    """Change the holders of some seats of a locked game, in the open transaction. Checks nothing.

    :param holders: the student for each seat; None for a bot.
    """
    notify_table(game)  # previous holders are notified, too
    for player in game.players:
        if player.left_at_version is None and player.seat in holders:
            player.left_at_version = game.version
    session.flush()
    for seat, student_id in holders.items():
        session.add(Player(game_id=game.id, seat=seat, student_id=student_id, from_version=game.version))
    game.class_session.version += 1
    end_waiting(session, game.class_session_id, holders.values())
    session.flush()
    session.refresh(game, ["players"])
    position = position_of(game)
    schedule_bot(game, position)
    if position.turn in holders:
        game.moved_at = table_time(game)
        begin_turn(game, position)
    notify_table(game)


def check_present(session: Session, class_session: ClassSession, student_id: str) -> None:
    """Check that a student can be given a seat.

    :raises ServiceError: NOT_PRESENT if the student never joined, or has left the class.
    """
    attendance = session.get(Attendance, (class_session.id, student_id))
    if attendance is None or not attendance.student.is_in(class_session.class_id):
        raise ServiceError(SessionErrorCode.NOT_PRESENT)


def vacate_seats(*, student_id: str) -> None:
    """Give every seat that a student holds in a game in progress to a bot."""
    with transaction() as session:
        held = session.execute(
            select(Player.game_id, Player.seat)
            .join(Game)
            .where(Player.student_id == student_id, Player.left_at_version.is_(None), Game.over_at.is_(None))
        ).all()
        for game_id, seat in held:
            give_seat(game_id=game_id, seat=seat, student_id=None)


def _check_seat_can_change(session: Session, game: Game, player: Player, student_id: str | None) -> None:
    if game.class_session.state == SessionState.ENDED:
        raise ServiceError(SessionErrorCode.SESSION_ENDED)
    if game.class_session.state == SessionState.TICKET:
        raise ServiceError(SessionErrorCode.SESSION_NOT_RUNNING)
    if following_game(game) is not None:
        raise ServiceError(PlayErrorCode.NEXT_GAME_BEGUN)
    if game.class_session.is_whole_class:
        raise ServiceError(PlayErrorCode.WHOLE_CLASS)
    if student_id is None:
        return
    if player.student_id is not None:
        raise ServiceError(PlayErrorCode.SEAT_TAKEN)
    check_present(session, game.class_session, student_id)
    if current_game_of(class_session_id=game.class_session_id, student_id=student_id) is not None:
        raise ServiceError(PlayErrorCode.ALREADY_SEATED)


def student_on_device(*, game_id: str | None, student_id: str, holder_id: str) -> str:
    """Return who acts on a device: on a table's shared device, the student whose cards or questions it shows.

    :param game_id: the latest game at the signed-in student's table; None without a table.
    :param student_id: the student signed in on the device.
    :param holder_id: whose page the form was on; empty if every student has a device.
    :raises ServiceError: NOT_SEATED, if that student is not at this table, or this device may not act for others.
    """
    if not holder_id or holder_id == student_id:
        return student_id
    seated = {row.student_id for row in _AT_SHARED_DEVICE.all(game_id=game_id)}
    if student_id not in seated or holder_id not in seated:
        raise ServiceError(PlayErrorCode.NOT_SEATED)
    return holder_id
