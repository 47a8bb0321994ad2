"""Games at tables: starting, seating, table talk, stopping, the next one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, exists, func, select
from sqlalchemy.orm import aliased, selectinload

from classroom.database import db, transaction
from classroom.models import Attendance, ClassSession, Game, GameEvent, Player, SessionState
from classroom.services.game_log import (
    append_faces,
    append_move,
    chance,
    locked_game,
    poke_table,
    schedule_bot,
    seats_of,
)
from classroom.services.moves import check_running
from classroom.services.positions import position_of
from classroom.services.problems import Problem, ProblemError
from classroom.services.settings import TableSettings
from classroom.services.setup_json import setup_from_json, setup_to_json
from engine import Cut, Face, Penalty, Setup, Stop, cut_for_deal, event_from_json, next_setup, record_to_json

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from sqlalchemy import BindParameter, ColumnElement, Select
    from sqlalchemy.orm import Session

    from engine import Team


def deal_game(session: Session, class_session: ClassSession, *, table_number: int, students: Seq[str]) -> Game:
    """Start a table's first game, in the transaction under way. One student alone gets a bot as partner."""
    occupants: list[str | None] = [*students, None] if len(students) == 1 else [*students]
    settings = TableSettings.from_json(class_session.settings)
    cut = None if settings.has_numbers else cut_for_deal(len(occupants), chance)
    setup = settings.new_setup(len(occupants), chance, dealer=cut.dealer if cut else None)
    return _add_game(
        session, class_session.id, setup, table_number=table_number, round_=1, occupants=occupants, cut=cut
    )


def deal_next_game(*, game_id: str) -> Game:
    """Start the next game at the same table: same seats, the deal moves on. Once: a second call gives the same game.

    :raises ProblemError: GAME_NOT_OVER, or the session is not running.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        following = following_game(game)
        if following is not None:
            return following
        check_running(game.class_session.state)
        if game.over_at is None:
            raise ProblemError(Problem.GAME_NOT_OVER)
        seats = seats_of(game)
        setup = next_setup(setup_from_json(game.setup), chance)
        return _add_game(
            session,
            game.class_session_id,
            setup,
            table_number=game.table_number,
            round_=game.round + 1,
            occupants=[seats[seat] for seat in sorted(seats)],
        )


def deal_next_games(*, class_session_id: str) -> int:
    """Start the next game at every table that has finished one; gives their number.

    :raises ProblemError: if the session is not running.
    """
    with transaction():
        finished = [game.id for game in current_games(class_session_id=class_session_id) if game.over_at is not None]
        for game_id in finished:
            deal_next_game(game_id=game_id)
    return len(finished)


def give_seat(*, game_id: str, seat: int, student_id: str | None) -> None:
    """Hand a seat to a student, or to a bot (None). What was played stays with who played it.

    :raises ProblemError: NO_SUCH_SEAT, SEAT_TAKEN (by another student), NOT_PRESENT (has not joined),
        ALREADY_SEATED (at another table), NEXT_GAME_BEGUN, SESSION_ENDED.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        player = next((p for p in game.players if p.seat == seat and p.left_at_version is None), None)
        if player is None:
            raise ProblemError(Problem.NO_SUCH_SEAT)
        if player.student_id == student_id:
            return
        _check_seat_can_change(session, game, player, student_id)
        poke_table(game)  # whoever leaves learns of it too
        player.left_at_version = game.version
        session.flush()
        session.add(Player(game_id=game.id, seat=seat, student_id=student_id, from_version=game.version))
        game.class_session.version += 1
        session.flush()
        session.refresh(game, ["players"])
        schedule_bot(game, position_of(game))
        poke_table(game)


def vacate_seats(*, student_id: str) -> None:
    """Let bots take over every seat that a student holds in a game going on."""
    with transaction() as session:
        held = session.execute(
            select(Player.game_id, Player.seat)
            .join(Game)
            .where(Player.student_id == student_id, Player.left_at_version.is_(None), Game.over_at.is_(None))
        ).all()
        for game_id, seat in held:
            give_seat(game_id=game_id, seat=seat, student_id=None)


def call_penalty(*, game_id: str, team: Team) -> None:
    """Table talk (D6): each member of the team owes a card.

    :raises ProblemError: NO_TABLE_TALK (not in this session's rules), or the session is not running.
    :raises engine.Refused: if the game is over.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        check_running(game.class_session.state)
        if not TableSettings.from_json(game.class_session.settings).table_talk:
            raise ProblemError(Problem.NO_TABLE_TALK)
        append_move(session, game, position_of(game), Penalty(team))


def stop_game(*, game_id: str) -> None:
    """End a game now (D9). A game that is over stays as it is."""
    with transaction() as session:
        game = locked_game(session, game_id)
        if game.over_at is None:
            append_move(session, game, position_of(game), Stop())


def current_games(*, class_session_id: str) -> list[Game]:
    """The latest game of each table, by table number."""
    latest = (
        select(Game.table_number, func.max(Game.round).label("round"))
        .where(Game.class_session_id == class_session_id)
        .group_by(Game.table_number)
        .subquery()
    )
    this_is_it = (Game.table_number == latest.c.table_number) & (Game.round == latest.c.round)
    return list(db.session.execute(_games_with_players(class_session_id).join(latest, this_is_it)).scalars())


def all_games(*, class_session_id: str) -> list[Game]:
    """Every game of a session, by table and round."""
    return list(db.session.execute(_games_with_players(class_session_id)).scalars())


def current_game_of(*, class_session_id: str, student_id: str) -> Game | None:
    """The latest game of a table in which the student holds a seat now, over or not."""
    asked = {"class_session_id": class_session_id, "student_id": student_id}
    return db.session.execute(_current_game_of(), asked).scalar_one_or_none()


def seated_students(*, class_session_id: str) -> Select[str | None]:
    """A query for the ids of all who hold a seat now."""
    return select(Player.student_id).join(Game).where(Player.student_id.is_not(None), *_held_now(class_session_id))


@cache
def _current_game_of() -> Select[Game]:
    """Built once: every page of a student asks it."""
    return (
        select(Game)
        .join(Player)
        .where(Player.student_id == bindparam("student_id"), *_held_now(bindparam("class_session_id")))
        .order_by(Game.started_at.desc())
        .limit(1)
    )


def _held_now(class_session_id: str | BindParameter[str]) -> tuple[ColumnElement[bool], ...]:
    """That a player still holds the seat, and in the latest game of the table."""
    later = aliased(Game)
    is_followed = exists().where(
        later.class_session_id == Game.class_session_id,
        later.table_number == Game.table_number,
        later.round > Game.round,
    )
    return Game.class_session_id == class_session_id, Player.left_at_version.is_(None), ~is_followed


def _games_with_players(class_session_id: str) -> Select[Game]:
    return (
        select(Game)
        .where(Game.class_session_id == class_session_id)
        .order_by(Game.table_number, Game.round)
        .options(selectinload(Game.players))
    )


def record_of(*, game_id: str) -> dict[str, Any]:
    """The complete record of a game that is over (before, it would tell the order of the deck).

    :raises ProblemError: GAME_NOT_OVER.
    """
    game = db.session.get_one(Game, game_id)
    if game.over_at is None:
        raise ProblemError(Problem.GAME_NOT_OVER)
    position = position_of(game)
    board = position.setup.board
    events = [event_from_json(row.event, board) for row in events_of(game)]
    return record_to_json(position.setup, events, position.outcome)


def events_of(game: Game) -> list[GameEvent]:
    """The game's log, in order."""
    return list(
        db.session.execute(select(GameEvent).where(GameEvent.game_id == game.id).order_by(GameEvent.version)).scalars()
    )


def last_events(game: Game, count: int) -> list[GameEvent]:
    """The last few events of the game, oldest first; faces dealt are none that anybody tells of."""
    latest = (
        select(GameEvent)
        .where(GameEvent.game_id == game.id, GameEvent.event["do"].as_string() != Face.do)
        .order_by(GameEvent.version.desc())
        .limit(count)
    )
    return list(db.session.execute(latest).scalars())[::-1]


def faces_dealt(game: Game) -> list[tuple[int, Face]]:
    """The equations that holders were dealt for their cards, with their versions, the latest first."""
    board = position_of(game).setup.board
    dealt = (
        select(GameEvent.version, GameEvent.event)
        .where(GameEvent.game_id == game.id, GameEvent.event["do"].as_string() == Face.do)
        .order_by(GameEvent.version.desc())
    )
    faces = ((version, event_from_json(event, board)) for version, event in db.session.execute(dealt))
    return [(version, face) for version, face in faces if isinstance(face, Face)]


def following_game(game: Game) -> Game | None:
    """The next game at the same table, if it has begun."""
    return db.session.execute(
        select(Game).where(
            Game.class_session_id == game.class_session_id,
            Game.table_number == game.table_number,
            Game.round == game.round + 1,
        )
    ).scalar_one_or_none()


def _check_seat_can_change(session: Session, game: Game, player: Player, student_id: str | None) -> None:
    if game.class_session.state == SessionState.ENDED:
        raise ProblemError(Problem.SESSION_ENDED)
    if following_game(game) is not None:
        raise ProblemError(Problem.NEXT_GAME_BEGUN)
    if student_id is None:
        return
    if player.student_id is not None:
        raise ProblemError(Problem.SEAT_TAKEN)
    if session.get(Attendance, (game.class_session_id, student_id)) is None:
        raise ProblemError(Problem.NOT_PRESENT)
    if current_game_of(class_session_id=game.class_session_id, student_id=student_id) is not None:
        raise ProblemError(Problem.ALREADY_SEATED)


def _add_game(
    session: Session,
    class_session_id: str,
    setup: Setup,
    *,
    table_number: int,
    round_: int,
    occupants: Seq[str | None],
    cut: Cut | None = None,
) -> Game:
    game = Game(class_session_id=class_session_id, table_number=table_number, round=round_, setup=setup_to_json(setup))
    if cut is not None:
        rounds = [{str(seat): card for seat, card in cards.items()} for cards in cut.rounds]
        game.cut = {"rounds": rounds, "dealer": cut.dealer}
    game.players = [Player(seat=seat, student_id=student_id) for seat, student_id in enumerate(occupants)]
    session.add(game)
    session.flush()
    position = append_faces(session, game, position_of(game))
    schedule_bot(game, position)
    poke_table(game)
    return game
