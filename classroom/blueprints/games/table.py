"""What a teacher does at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request, url_for
from werkzeug.exceptions import NotFound

from classroom.blueprints.games import blueprint
from classroom.blueprints.games.pages import done, whole_page
from classroom.services.errors import ServiceError
from classroom.services.play import games, seats, turns
from classroom.services.sessions import pauses
from classroom.services.sessions.next_games import deal_next_game
from classroom.web.access import game_or_404
from classroom.web.error_messages import error_message, error_status
from classroom.web.next_games import chosen_teams
from engine import Team

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.post("/games/<game_id>/seats/<int:seat>")
def give_seat(game_id: str, seat: int) -> ResponseReturnValue:
    """Hand a seat to the student chosen, or to a bot."""
    game = game_or_404(game_id)
    student_id = request.form.get("student") or None
    return done(game, lambda: seats.give_seat(game_id=game_id, seat=seat, student_id=student_id))


@blueprint.post("/games/<game_id>/penalty")
def penalty(game_id: str) -> ResponseReturnValue:
    """Table talk: each member of the team gives up a card. The same question confirmed twice is one penalty."""
    game = game_or_404(game_id)
    team = request.form.get("team", "")
    if team not in tuple(Team):
        raise NotFound
    since = request.form.get("since", type=int)
    return done(game, lambda: games.call_penalty(game_id=game_id, team=Team(team), since=since))


@blueprint.post("/games/<game_id>/pause")
def pause(game_id: str) -> ResponseReturnValue:
    """Let nobody move at this table."""
    game = game_or_404(game_id)
    return done(game, lambda: pauses.pause_game(game_id=game_id))


@blueprint.post("/games/<game_id>/resume")
def resume(game_id: str) -> ResponseReturnValue:
    """Let this table go on."""
    game = game_or_404(game_id)
    return done(game, lambda: pauses.resume_game(game_id=game_id), to_session=_is_from_session())


@blueprint.post("/games/<game_id>/skip")
def skip(game_id: str) -> ResponseReturnValue:
    """Let a bot play the turn that the page showed, if it is under way still."""
    game = game_or_404(game_id)
    turn = request.form.get("turn", -1, type=int)
    return done(game, lambda: turns.skip_turn(game_id=game_id, turn_number=turn))


@blueprint.post("/games/<game_id>/stop")
def stop(game_id: str) -> ResponseReturnValue:
    """End this game now."""
    game = game_or_404(game_id)
    return done(game, lambda: games.stop_game(game_id=game_id))


@blueprint.post("/games/<game_id>/next")
def next_game(game_id: str) -> ResponseReturnValue:
    """Deal the next game at this table; the page stays the table's."""
    game = game_or_404(game_id)
    try:
        following = deal_next_game(game_id=game_id, teams=chosen_teams())
    except ServiceError as error:
        return whole_page(game, refused=error_message(error)), error_status(error)
    if _is_from_session():
        return redirect(url_for("sessions.show", class_session_id=following.class_session_id), 303)
    return redirect(url_for("games.show", game_id=following.id), 303)


def _is_from_session() -> bool:
    """Whether the button was pressed on the page of all tables."""
    return request.form.get("back") == "session"
