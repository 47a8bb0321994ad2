"""Late students join a table with its next game: the seats of a game are fixed at the deal."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Seq

from classroom.database import transaction
from classroom.models import Attendance, Game
from classroom.services.attendance import RosterEntry
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_lesson
from classroom.services.notifications import note_change, notify
from classroom.services.play.game_row import TableRow, seats_of
from classroom.services.play.games import current_game_of, current_games
from classroom.services.play.seats import check_present
from classroom.services.sessions.class_sessions import waiting_students
from classroom.services.settings import TableSettings


def tables_with_room(
    games: Iterable[Game | TableRow], waiting: Iterable[Attendance | RosterEntry], settings: TableSettings
) -> dict[int, int]:
    """Find the tables whose next game has room for another student; return the number of players by table.

    If the teams would be uneven, a bot plays, too. At a table with a bot, the student takes its seat at once.

    :param games: the latest game of each table.
    :param waiting: students without a seat, including those who have chosen a table.
    """
    joining = [one.next_table for one in waiting]
    room = {}
    for game in games:
        holders = list(seats_of(game).values())
        students = len(holders) + joining.count(game.table_number) + 1
        if None not in holders and bots_beside(students, settings) is not None:
            room[game.table_number] = students
    return room


def bots_beside(students: int, settings: TableSettings) -> int | None:
    """Return the number of bots needed for a number of students at one table; None if they can't play."""
    return next((bots for bots in (0, 1) if students + bots in settings.table_sizes), None)


def join_next_game(*, class_session_id: str, student_id: str, table_number: int) -> None:
    """Let a student without a seat join a table with its next game, replacing an earlier choice.

    :raises ServiceError: NOT_PRESENT, ALREADY_SEATED, NO_ROOM with ``table``, SESSION_NOT_RUNNING or SESSION_ENDED.
    """
    with transaction() as session:
        class_session = locked_lesson(session, class_session_id)
        check_present(session, class_session, student_id)
        if current_game_of(class_session_id=class_session_id, student_id=student_id) is not None:
            raise ServiceError(PlayErrorCode.ALREADY_SEATED)
        others = [one for one in waiting_students(class_session_id=class_session_id) if one.student_id != student_id]
        settings = TableSettings.from_json(class_session.settings)
        if table_number not in tables_with_room(current_games(class_session_id=class_session_id), others, settings):
            raise ServiceError(SessionErrorCode.NO_ROOM, table=table_number)
        session.get_one(Attendance, (class_session_id, student_id)).next_table = table_number
        note_change(class_session)
        notify(class_session_id, [student_id])


def joined_by_late(game: Game, occupants: Seq[str | None]) -> list[str | None]:
    """Seat students who join a table with its next game: first in bots' seats, then in new ones.

    Students without room, because the table has changed, continue to wait.

    :param occupants: who stays, by seat; None for a bot.
    """
    seats = list(occupants)
    settings = TableSettings.from_json(game.class_session.settings)
    waiting = waiting_students(class_session_id=game.class_session_id)
    further: list[str | None] = []
    for one in (one for one in waiting if one.next_table == game.table_number):
        if None in seats:
            seats[seats.index(None)] = one.student_id
        else:
            further.append(one.student_id)
    while further:
        bots = bots_beside(len(seats) + len(further), settings)
        if bots is not None:
            return [*seats, *further, *[None] * bots]
        further.pop()
    return seats
