"""Pages that ask before a game is stopped or a penalty given. They work without a script."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.games import blueprint
from classroom.models import Game
from classroom.presenters.sessions.questions import Question, penalty_question, stop_question
from classroom.web.access import game_or_404
from engine import Team


@blueprint.get("/games/<game_id>/stop")
def ask_stop(game_id: str) -> ResponseReturnValue:
    """Ask whether to stop the game."""
    game = game_or_404(game_id)
    return _asked(game, stop_question(game) if game.over_at is None else None)


@blueprint.get("/games/<game_id>/penalty")
def ask_penalty(game_id: str) -> ResponseReturnValue:
    """Ask whether a team gets the table-talk penalty."""
    game = game_or_404(game_id)
    team = request.args.get("team", "")
    is_possible = team in tuple(Team) and game.over_at is None and game.is_under_way
    return _asked(game, penalty_question(game, Team(team)) if is_possible else None)


def _asked(game: Game, question: Question | None) -> ResponseReturnValue:
    """Show a question; without one there is nothing to do any more."""
    back = url_for("games.show", game_id=game.id)
    if question is None:
        return redirect(back, 303)
    class_session = game.class_session
    return render_template("sessions/question.html", question=question, back=back, class_session=class_session)
