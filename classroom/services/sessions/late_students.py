"""Late students join a table with its next game: the seats of a game are fixed at the deal."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Sequence as Seq
from operator import attrgetter
from typing import TypeVar

from classroom.database import transaction
from classroom.models import Attendance, Game
from classroom.services.attendance import RosterEntry
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_lesson
from classroom.services.notifications import note_change, notify
from classroom.services.play.game_row import TableRow, seats_of
from classroom.services.play.games import current_game_of, current_games, students_with_seats
from classroom.services.play.seats import check_present
from classroom.services.play.tables import table_of
from classroom.services.sessions.class_sessions import is_here, waiting_students
from classroom.services.settings import TableSettings

_Table = TypeVar("_Table", Game, TableRow)
_Waiting = TypeVar("_Waiting", Attendance, RosterEntry)


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
    """Seat late students in a table's next game, if the class plays at tables.

    Students without room continue to wait.

    :param occupants: who stays, by seat; None for a bot.
    """
    class_session = game.class_session
    waiting = waiting_students(class_session_id=class_session.id)
    if class_session.is_whole_class or not waiting:
        return list(occupants)
    expected = expected_students(waiting)
    not_late = students_with_seats(class_session_id=class_session.id)
    return _next_seats(game, occupants, expected, not_late, TableSettings.from_json(class_session.settings))


def expected_students(waiting: Iterable[_Waiting]) -> list[_Waiting]:
    """Return who of the waiting students plays in the next games: those sent to a table, and those who are here."""
    return [one for one in waiting if one.next_table is not None or is_here(one)]


def next_tables(
    games: Iterable[_Table], waiting: Seq[_Waiting], *, class_session_id: str, settings: TableSettings
) -> dict[str, int]:
    """Return which students would join which table if the next games of all tables started now, by student ID.

    Students whom a teacher has sent to a table are missing.

    :param games: the latest game of each table.
    :param waiting: students without a seat who are expected to play.
    """
    not_late = students_with_seats(class_session_id=class_session_id)
    sent = {one.student_id for one in waiting if one.next_table is not None}
    still_waiting = list(waiting)
    joining: dict[str, int] = {}
    for game in in_filling_order(games, settings):
        before = list(seats_of(game).values())
        seats = _next_seats(game, before, still_waiting, not_late, settings)
        seated = {one: game.table_number for one in seats if one is not None and one not in before}
        joining |= seated
        still_waiting = [one for one in still_waiting if one.student_id not in seated]
    return {student_id: table for student_id, table in joining.items() if student_id not in sent}


def in_filling_order(games: Iterable[_Table], settings: TableSettings) -> list[_Table]:
    """Sort tables by where late students fit best: in bots' seats, then where fewer play than a teacher chose."""

    def place(game: _Table) -> tuple[bool, bool, int]:
        holders = seats_of(game).values()
        return None not in holders, len(holders) >= settings.table_size, game.table_number

    return sorted(games, key=place)


def _next_seats(
    game: Game | TableRow,
    occupants: Seq[str | None],
    waiting: Seq[_Waiting],
    not_late: Collection[str],
    settings: TableSettings,
) -> list[str | None]:
    """Seat first the students sent to this table, then the other late students, the longest waiting first.

    They fill the table. A full table grows only to the next possible size, because a teacher may prefer new tables.
    Students without a device need a shared one. A bot's seat is kept for the student who had it, if that student waits.

    :param not_late: students who had a seat before. Their teacher gave it to a bot, and decides when they play again.
    """
    sent = [one.student_id for one in waiting if one.next_table == game.table_number]
    seats = _with_students(occupants, sent, settings, most=max(settings.table_sizes))
    if not any(seats):
        return seats
    free = [one for one in waiting if one.next_table is None]
    ids = {one.student_id for one in free}
    table = table_of(game)
    former = {one.seat: table.former_holder(one) for one in table.seated}
    kept = {seat for seat, holder in former.items() if holder is not None and holder.student_id in ids}
    late = [
        one.student_id
        for one in sorted(free, key=attrgetter("joined_at", "student_id"))
        if one.student_id not in not_late and (one.has_device or game.is_shared)
    ]
    return _with_students(seats, late, settings, most=_most_players(len(seats), settings), kept=kept)


def _most_players(players: int, settings: TableSettings) -> int:
    """Return to how many players a table grows by itself."""
    if players < settings.table_size:
        return settings.table_size
    return min((size for size in settings.table_sizes if size > players), default=players)


def _with_students(
    occupants: Seq[str | None],
    students: Seq[str],
    settings: TableSettings,
    *,
    most: int,
    kept: Collection[int] = (),
) -> list[str | None]:
    """Seat students: first in bots' seats, then in new ones. Those at the end of the list may get none.

    :param most: the maximum number of players, with bots.
    :param kept: bots' seats for others; with any, the table does not grow.
    """
    seats, further = list(occupants), list(students)
    for seat, holder in enumerate(occupants):
        if holder is None and further and seat not in kept:
            seats[seat] = further.pop(0)
    while further and not kept:
        bots = bots_beside(len(seats) + len(further), settings)
        if bots is not None and len(seats) + len(further) + bots <= most:
            return [*seats, *further, *[None] * bots]
        further.pop()
    return seats
