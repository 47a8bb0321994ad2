"""A student's past games, to watch again, and the student's progress."""

from __future__ import annotations

from functools import partial

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.database import db
from classroom.models import Student
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.replay import student_replay
from classroom.presenters.student.page import is_called
from classroom.presenters.student.played import game_answers, played_games
from classroom.presenters.student.progress import own_progress
from classroom.services.play.records import games_played
from classroom.web.access import played_game_or_404
from classroom.web.areas import Area, Audience, automatic
from classroom.web.htmx import fragment, is_htmx
from classroom.web.identity import current_location, current_student

blueprint = Area("played", __name__, Audience.STUDENTS)


@blueprint.get("/play/games")
def index() -> ResponseReturnValue:
    """List them, newest first."""
    student_id, _ = current_student()
    games = played_games(games_played(student_id=student_id), student_id=student_id)
    return render_template("played/index.html", games=games, version=_call())


@blueprint.get("/play/games/<game_id>/replay")
def replay(game_id: str) -> ResponseReturnValue:
    """Show one move of a game from the student's seat: the page, or its fragment for htmx."""
    game = played_game_or_404(game_id)
    student_id, _ = current_student()
    page = student_replay(game, request.args.get("move", 0, type=int), student_id=student_id)
    url = url_for("played.replay", game_id=game_id)
    if is_htmx():
        return render_template("replays/_replay.html", page=page, url=url)
    return render_template("played/replay.html", page=page, url=url, version=_call())


@blueprint.get("/play/games/<game_id>/answers")
def answers(game_id: str) -> ResponseReturnValue:
    """Show the student the results of their cards in a game."""
    game = played_game_or_404(game_id)
    student_id, _ = current_student()
    return render_template("played/answers.html", page=game_answers(game, student_id=student_id), version=_call())


@blueprint.get("/play/progress")
def progress() -> ResponseReturnValue:
    """Show the student's own progress and next goals."""
    student_id, _ = current_student()
    page = own_progress(db.session.get_one(Student, student_id))
    return render_template("played/progress.html", page=page, version=_call())


@blueprint.get("/play/games/call")
@automatic
def call() -> Response:
    """Return whether the student can play now: other pages ask at every notification."""
    version = _call()
    part = partial(render_template, "played/_call.html", version=version)
    return fragment(version, part, page_url=url_for("play.show"))


def _call() -> PageVersion:
    """Return the version: "now" if the student can play, otherwise "none"."""
    return PageVersion("now" if is_called(*current_student(), current_location()) else "none", kind="call")
