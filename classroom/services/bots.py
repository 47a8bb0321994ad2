"""Bots in seats that nobody holds: found by a due time in the database, so that they go on after a restart."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from classroom import clock
from classroom.database import db, transaction
from classroom.live import get_bus, presence, session_topic
from classroom.models import ClassSession, Game, SessionState
from classroom.services.game_log import append_move, bot_seats, chance, has_to_act, locked_game
from classroom.services.positions import position_of
from engine import BotLevel, CardKind, choose, view

if TYPE_CHECKING:
    from flask import Flask

    from engine import Move, Position

log = logging.getLogger(__name__)

LEVEL = BotLevel.EASY


def play_due_bots() -> int:
    """Let every bot whose time has come act once; gives how many did. One game's trouble does not stop the others."""
    due = (
        select(Game.id)
        .join(ClassSession)
        .where(Game.bot_due_at <= clock.now(), ClassSession.state == SessionState.PLAYING)
    )
    played = 0
    for game_id in db.session.execute(due).scalars().all():
        try:
            played += play_bot(game_id=game_id)
        except Exception:
            db.session.rollback()
            log.exception("the bot of game %s could not play", game_id)
    return played


def play_bot(*, game_id: str) -> bool:
    """Let a bot of this game act, if one still has to."""
    try:
        with transaction() as session:
            game = locked_game(session, game_id)
            if game.bot_due_at is None or game.class_session.state != SessionState.PLAYING:
                return False
            position = position_of(game)
            append_move(session, game, position, bot_move(position, bot_seats(game)))
    except IntegrityError:  # somebody else was first; the next look finds what is due then
        return False
    return True


def bot_move(position: Position, bots: set[int]) -> Move:
    """What the bot that has to act does: in its turn, or else taking and solving cards out of turn."""
    busy = [seat for seat in bots if has_to_act(position, seat)]
    seat = position.turn if position.turn in bots else min(busy)
    labels = {
        card.id: card.label
        for card in map(position.setup.cards_by_id.__getitem__, position.hands[seat])
        if card.kind is CardKind.MATCH and card.label is not None
    }
    return choose(view(position, seat), labels, LEVEL, chance)


class BotRunner(threading.Thread):
    """The server's background thread: plays due bots and writes who is connected."""

    def __init__(self, app: Flask, *, every_seconds: float = 0.4) -> None:
        super().__init__(name="bots", daemon=True)
        self._app = app
        self._every = every_seconds
        self._stopping = threading.Event()

    def run(self) -> None:
        """Work until stopped. A failure is logged, and the next round tries again."""
        rounds = 0
        while not self._stopping.wait(self._every):
            rounds += 1
            try:
                with self._app.app_context():
                    play_due_bots()
                    if rounds % 10 == 0:
                        get_bus().publish(map(session_topic, presence.write_seen()))
            except Exception:
                log.exception("the bots' round failed")

    def stop(self) -> None:
        """End the thread after the round under way."""
        self._stopping.set()
