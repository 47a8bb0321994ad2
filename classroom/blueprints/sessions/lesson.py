"""What a teacher does while the games go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import done
from classroom.services import class_sessions
from classroom.services.games import deal_next_games, give_seat
from classroom.web.access import class_session_or_404, game_or_404
from engine import CLASSIC

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

_SEATS = {str(seat) for seat in range(max(CLASSIC.player_counts))}


@blueprint.post("/sessions/<class_session_id>/pause")
def pause(class_session_id: str) -> ResponseReturnValue:
    """Eyes up."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: class_sessions.pause_session(class_session_id=class_session_id))


@blueprint.post("/sessions/<class_session_id>/resume")
def resume(class_session_id: str) -> ResponseReturnValue:
    """Go on."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: class_sessions.resume_session(class_session_id=class_session_id))


@blueprint.post("/sessions/<class_session_id>/end")
def end(class_session_id: str) -> ResponseReturnValue:
    """The lesson is over."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: class_sessions.end_session(class_session_id=class_session_id))


@blueprint.post("/sessions/<class_session_id>/next-games")
def next_games(class_session_id: str) -> ResponseReturnValue:
    """Deal again at every table that has finished its game."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: deal_next_games(class_session_id=class_session_id))


@blueprint.post("/sessions/<class_session_id>/seat-waiting")
def seat_waiting(class_session_id: str) -> ResponseReturnValue:
    """Open new tables for everybody who waits."""
    class_session = class_session_or_404(class_session_id)
    return done(class_session, lambda: class_sessions.seat_waiting(class_session_id=class_session_id))


@blueprint.post("/sessions/<class_session_id>/seat")
def seat(class_session_id: str) -> ResponseReturnValue:
    """Give the student whose button was pressed the bot's seat chosen beside it: ``<game>.<seat>``."""
    class_session = class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    game_id, _, number = request.form.get(f"seat-{student_id}", "").partition(".")
    game = game_or_404(game_id)
    if game.class_session_id != class_session_id or number not in _SEATS:
        raise NotFound
    return done(class_session, lambda: give_seat(game_id=game_id, seat=int(number), student_id=student_id))
