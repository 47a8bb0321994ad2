"""Games at tables: dealing, table talk, stopping, and listing. For next games, see `services.sessions.next_games`."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Seq
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Select, bindparam, exists, func, select, update
from sqlalchemy.orm import Session, aliased, selectinload

from classroom.database import db, transaction
from classroom.models import Attendance, ClassSession, Game, GameEvent, Player
from classroom.prepared_statements import PreparedSelect
from classroom.rng import rng
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.locks import locked_game
from classroom.services.play.game_log import append_faces, append_move, notify_table, schedule_bot
from classroom.services.play.moves import check_can_move
from classroom.services.play.positions import position_of, setup_to_json
from classroom.services.play.timing import begin_turn, table_time
from classroom.services.seating.table_plans import apply_choices
from classroom.services.settings import TableSettings
from engine import Cut, Penalty, Setup, Stop, Team, cut_for_deal, event_from_json


def deal_game(session: Session, class_session: ClassSession, *, table_number: int, students: Seq[str]) -> Game:
    """Start a table's first game, in the open transaction. A single student gets a bot as partner.

    :raises ServiceError: WHOLE_CLASS.
    """
    if class_session.is_whole_class:
        raise ServiceError(PlayErrorCode.WHOLE_CLASS)
    occupants: list[str | None] = [*students, None] if len(students) == 1 else [*students]
    settings = TableSettings.from_json(class_session.settings)
    cut = None if settings.has_numbers else cut_for_deal(len(occupants), rng)
    setup = settings.new_setup(len(occupants), rng, dealer=cut.dealer if cut else None)
    return add_game(session, class_session.id, setup, table_number=table_number, round_=1, occupants=occupants, cut=cut)


def add_game(
    session: Session,
    class_session_id: str,
    setup: Setup,
    *,
    table_number: int,
    round_: int,
    occupants: Seq[str | None],
    cut: Cut | None = None,
) -> Game:
    """Deal a game to the students in seats 0, 1 … (None for a bot), in the open transaction."""
    game = Game(class_session_id=class_session_id, table_number=table_number, round=round_, setup=setup_to_json(setup))
    if cut is not None:
        rounds = [{str(seat): card for seat, card in cards.items()} for cards in cut.rounds]
        game.cut = {"rounds": rounds, "dealer": cut.dealer}
    apply_choices(game)
    game.players = [Player(seat=seat, student_id=student_id) for seat, student_id in enumerate(occupants)]
    session.add(game)
    session.flush()
    end_waiting(session, class_session_id, occupants)
    position, _ = append_faces(game, position_of(game))
    schedule_bot(game, position)
    game.moved_at = table_time(game)
    begin_turn(game, position)
    session.flush()
    notify_table(game)
    return game


def end_waiting(session: Session, class_session_id: str, seated: Iterable[str | None]) -> None:
    """Clear the table to join later for students who have a seat now, in the open transaction."""
    session.execute(
        update(Attendance)
        .where(Attendance.class_session_id == class_session_id, Attendance.student_id.in_([*filter(None, seated)]))
        .values(next_table=None)
    )


def call_penalty(*, game_id: str, team: Team, since: int | None = None) -> None:
    """Apply a table-talk penalty (D6): each member of the team owes a card.

    :param since: the version that the teacher saw: if the team was penalized since, do nothing. None applies the
        penalty in any case.
    :raises ServiceError: NO_TABLE_TALK (not in this session's rules), or the session is not running.
    :raises engine.IllegalMoveError: if the game is over.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        check_can_move(game)
        if not TableSettings.from_json(game.class_session.settings).as_played.table_talk:
            raise ServiceError(PlayErrorCode.NO_TABLE_TALK)
        if since is not None and _has_had_penalty(session, game, team, since):
            return
        append_move(session, game, position_of(game), Penalty(team))


def _has_had_penalty(session: Session, game: Game, team: Team, since: int) -> bool:
    shown = min(max(since, 0), game.version)  # any number may be posted, but SQLite looks up only those of 64 bits
    later = select(GameEvent.event).where(GameEvent.game_id == game.id, GameEvent.version > shown)
    called = (event_from_json(event, position_of(game).setup.board) for event in session.execute(later).scalars())
    return any(isinstance(event, Penalty) and event.team is team for event in called)


def stop_game(*, game_id: str) -> None:
    """End a game now (D9). Idempotent."""
    with transaction() as session:
        game = locked_game(session, game_id)
        if game.over_at is None:
            append_move(session, game, position_of(game), Stop())


def current_games(*, class_session_id: str) -> list[Game]:
    """Return the latest game of each table, by table number."""
    return list(db.session.execute(_current_games(), {"class_session_id": class_session_id}).scalars())


def next_table_number(*, class_session_id: str) -> int:
    last = select(func.max(Game.table_number)).where(Game.class_session_id == class_session_id)
    return 1 + (db.session.execute(last).scalar_one() or 0)


def all_games(*, class_session_id: str) -> list[Game]:
    """Return every game of a session, by table and round."""
    return list(db.session.execute(_games_with_players(class_session_id)).scalars())


def current_game_of(*, class_session_id: str, student_id: str) -> Game | None:
    """Return the latest game of a table in which the student holds a seat now, over or not."""
    asked = {"class_session_id": class_session_id, "student_id": student_id}
    return db.session.execute(_current_game_of(), asked).scalar_one_or_none()


def seated_students(*, class_session_id: str) -> Select[str | None]:
    """Return a query for the IDs of all students who hold a seat now."""
    return select(Player.student_id).join(Game).where(Player.student_id.is_not(None), *_held_now(class_session_id))


def students_with_seats(*, class_session_id: str) -> set[str]:
    """Return everyone who holds a seat in a session, or has held one."""
    return {row.student_id for row in _HAD_SEATS.all(class_session_id=class_session_id)}


_HAD_SEATS = PreparedSelect(
    lambda: (
        select(Player.student_id)
        .join(Game)
        .where(
            Game.class_session_id == bindparam("class_session_id", type_=ClassSession.id.type),
            Player.student_id.is_not(None),
        )
        .distinct()
    )
)


@cache
def _current_game_of() -> Select[Game]:
    """Built once: every student page runs it."""
    return (
        select(Game)
        .join(Player)
        .where(Player.student_id == bindparam("student_id"), *_held_now(bindparam("class_session_id")))
        .order_by(Game.started_at.desc())
        .limit(1)
    )


@cache
def _current_games() -> Select[Game]:
    """Built once: the teacher's pages of all tables and the class screen run it at each move."""
    class_session_id: BindParameter[str] = bindparam("class_session_id")
    latest = (
        select(Game.table_number, func.max(Game.round).label("round"))
        .where(Game.class_session_id == class_session_id)
        .group_by(Game.table_number)
        .subquery()
    )
    this_is_it = (Game.table_number == latest.c.table_number) & (Game.round == latest.c.round)
    return _games_with_players(class_session_id).join(latest, this_is_it)


def _held_now(class_session_id: str | BindParameter[str]) -> tuple[ColumnElement[bool], ...]:
    """Restrict to players who still hold their seat in the latest game of a table."""
    later = aliased(Game)
    is_followed = exists().where(
        later.class_session_id == Game.class_session_id,
        later.table_number == Game.table_number,
        later.round > Game.round,
    )
    return Game.class_session_id == class_session_id, Player.left_at_version.is_(None), ~is_followed


def _games_with_players(class_session_id: str | BindParameter[str]) -> Select[Game]:
    return (
        select(Game)
        .where(Game.class_session_id == class_session_id)
        .order_by(Game.table_number, Game.round)
        .options(selectinload(Game.players))
    )


def following_game(game: Game) -> Game | None:
    """Return the next game at the same table, if it has begun."""
    return db.session.execute(
        select(Game).where(
            Game.class_session_id == game.class_session_id,
            Game.table_number == game.table_number,
            Game.round == game.round + 1,
        )
    ).scalar_one_or_none()
