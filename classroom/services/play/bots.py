"""Bots in seats that nobody holds: found by a due time in the database, so that they go on after a restart."""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from classroom import clock
from classroom.database import db, transaction
from classroom.models import ClassSession, Game, SessionState
from classroom.services.locks import locked_game
from classroom.services.play.bot_moves import bot_move
from classroom.services.play.game_log import append_move, bot_seats
from classroom.services.play.positions import position_of

log = logging.getLogger(__name__)


def play_due_bots() -> int:
    """Let every bot whose time has come act once; gives how many did. One game's trouble does not stop the others."""
    now = clock.now()
    due = (
        select(Game.id)
        .join(ClassSession)
        .where(Game.bot_due_at <= now, Game.paused_at.is_(None), ClassSession.state == SessionState.PLAYING)
    )
    played = 0
    for game_id in db.session.execute(due).scalars().all():
        try:
            played += play_bot(game_id=game_id, due_by=now)
        except Exception:
            db.session.rollback()
            log.exception("the bot of game %s could not play", game_id)
    return played


def play_bot(*, game_id: str, due_by: datetime | None = None) -> bool:
    """Let a bot of this game act, if one still has to.

    :param due_by: leave it alone if its time comes later: another process may have played meanwhile, and the next bot
        thinks as long as any other. None: its time does not matter.
    """
    try:
        with transaction() as session:
            game = locked_game(session, game_id)
            if game.bot_due_at is None or not game.is_under_way:
                return False
            if due_by is not None and game.bot_due_at > due_by:
                return False
            position = position_of(game)
            append_move(session, game, position, bot_move(position, bot_seats(game)))
    except IntegrityError:  # somebody else was first; the next look finds what is due then
        return False
    return True
