"""Let simulated students play complete games at once, under a frozen clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Game
from classroom.rng import rng as chance
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sample.playing import act_seconds, log_move_for, next_player
from classroom.services.sample.simulated_students import SimulatedStudent, simulated_student
from classroom.services.sessions.next_games import deal_next_game

BETWEEN_GAMES = timedelta(seconds=40)
_BOT_SECONDS = 3
_WHOLE_CLASS = simulated_student("the whole class")


def play_tables(
    class_session_id: str,
    minds: Mapping[str, SimulatedStudent],
    *,
    since: datetime,
    until: datetime,
    leaves: str | None = None,
) -> None:
    """Let every table play for a period.

    :param leaves: a student who leaves halfway; a bot takes over
    """
    for number in [game.table_number for game in current_games(class_session_id=class_session_id)]:
        play_table(class_session_id, number, minds, since=since, until=until, leaves=leaves)
        db.session.expunge_all()


def play_table(
    class_session_id: str,
    number: int,
    minds: Mapping[str, SimulatedStudent],
    *,
    since: datetime,
    until: datetime,
    leaves: str | None = None,
    pace: float | None = None,
) -> None:
    """Let one table play for a period.

    :param pace: seconds for each move, without a next game; None for each student's own pace
    """
    with transaction() as session:  # one commit per table: one per move would take longer than the games
        rng = Random(chance.getrandbits(64))  # not from `since`: a sample class must be the same on every day
        game = next(one for one in current_games(class_session_id=class_session_id) if one.table_number == number)
        moment = since + timedelta(seconds=pace or rng.uniform(10, 40))
        while moment < until and not (pace and game.over_at):
            with clock.frozen_at(moment):
                if moment > since + (until - since) / 2:
                    _leave(game, leaves)
                if game.over_at is not None:
                    game = deal_next_game(game_id=game.id)
                    moment += timedelta(seconds=rng.uniform(5, 15))
                else:
                    seconds = _act(session, game, minds, rng)
                    moment += timedelta(seconds=pace or seconds)
                if game.over_at is not None:
                    moment += BETWEEN_GAMES


def _act(session: Session, game: Game, minds: Mapping[str, SimulatedStudent], rng: Random) -> float:
    """Let the next simulated student act. Return the seconds until another one can."""
    if game.class_session.is_whole_class:
        log_move_for(session, game, seat=position_of(game).turn, student_id=None, mind=_WHOLE_CLASS)
        return 2 * _WHOLE_CLASS.thinking_seconds(rng)
    found = next_player(game, minds)
    if found is None:
        play_bot(game_id=game.id)
        return _BOT_SECONDS
    seat, student_id = found
    mind = minds[student_id]
    seconds = act_seconds(position_of(game), seat, mind, rng)
    log_move_for(session, game, seat=seat, student_id=student_id, mind=mind)
    return seconds


def _leave(game: Game, student_id: str | None) -> None:
    """Give a departing student's seat to a bot."""
    for seat, holder in seats_of(game).items():
        if student_id is not None and holder == student_id and game.over_at is None:
            give_seat(game_id=game.id, seat=seat, student_id=None)
