"""What a teacher does at one table."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.games import blueprint
from classroom.blueprints.games.pages import table_again, to_table
from classroom.models import Game
from classroom.services.play import games, seats, turns
from classroom.services.sessions import pauses
from classroom.services.sessions.next_games import deal_next_game
from classroom.web.access import game_or_404
from classroom.web.next_games import chosen_teams
from classroom.web.refusals import on_refusal
from engine import Team


@blueprint.post("/games/<game_id>/seats/<int:seat>")
@on_refusal(table_again)
def give_seat(game_id: str, seat: int) -> ResponseReturnValue:
    """Hand a seat to the student chosen, or to a bot."""
    game_or_404(game_id)
    student_id = request.form.get("student") or None
    seats.give_seat(game_id=game_id, seat=seat, student_id=student_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/penalty")
@on_refusal(table_again)
def penalty(game_id: str) -> ResponseReturnValue:
    """Table talk: each member of the team gives up a card. The same question confirmed twice is one penalty."""
    game_or_404(game_id)
    team = request.form.get("team", "")
    if team not in tuple(Team):
        raise NotFound
    since = request.form.get("since", type=int)
    games.call_penalty(game_id=game_id, team=Team(team), since=since)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/pause")
@on_refusal(table_again)
def pause(game_id: str) -> ResponseReturnValue:
    """Let nobody move at this table."""
    game_or_404(game_id)
    pauses.pause_game(game_id=game_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/resume")
@on_refusal(table_again)
def resume(game_id: str) -> ResponseReturnValue:
    """Let this table go on."""
    game = game_or_404(game_id)
    pauses.resume_game(game_id=game_id)
    return _back(game)


@blueprint.post("/games/<game_id>/skip")
@on_refusal(table_again)
def skip(game_id: str) -> ResponseReturnValue:
    """Let a bot play the turn that the page showed, if it is under way still."""
    game_or_404(game_id)
    turn = request.form.get("turn", -1, type=int)
    turns.skip_turn(game_id=game_id, turn_number=turn)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/stop")
@on_refusal(table_again)
def stop(game_id: str) -> ResponseReturnValue:
    """End this game now."""
    game_or_404(game_id)
    games.stop_game(game_id=game_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/next")
@on_refusal(table_again)
def next_game(game_id: str) -> ResponseReturnValue:
    """Deal the next game at this table; the page stays the table's."""
    game_or_404(game_id)
    return _back(deal_next_game(game_id=game_id, teams=chosen_teams()))


def _back(game: Game) -> ResponseReturnValue:
    """Go to the page on which the button was pressed: that of the table, or that of all tables."""
    if request.form.get("back") == "session":
        return redirect(url_for("sessions.show", class_session_id=game.class_session_id), 303)
    return to_table(game.id)
