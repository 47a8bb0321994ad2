"""Games that a student has played, to be watched again."""

from __future__ import annotations

from functools import partial

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.replay import student_replay
from classroom.presenters.student.page import is_called
from classroom.presenters.student.played import played_games
from classroom.services.play.records import games_played
from classroom.web.access import played_game_or_404
from classroom.web.areas import Area, Audience, automatic
from classroom.web.htmx import fragment, is_htmx
from classroom.web.identity import current_location, current_student

blueprint = Area("played", __name__, Audience.STUDENTS)


@blueprint.get("/play/games")
def index() -> ResponseReturnValue:
    """All of them, the newest first."""
    student_id, _ = current_student()
    games = played_games(games_played(student_id=student_id), student_id=student_id)
    return render_template("played/index.html", games=games, version=_call())


@blueprint.get("/play/games/<game_id>/replay")
def replay(game_id: str) -> ResponseReturnValue:
    """One move of a game, as the student's own seat showed it: whole, or for htmx the part that changes."""
    game = played_game_or_404(game_id)
    student_id, _ = current_student()
    page = student_replay(game, request.args.get("move", 0, type=int), student_id=student_id)
    url = url_for("played.replay", game_id=game_id)
    if is_htmx():
        return render_template("replays/_replay.html", page=page, url=url)
    return render_template("played/replay.html", page=page, url=url, version=_call())


@blueprint.get("/play/games/call")
@automatic
def call() -> Response:
    """Whether there is something to play now: the other two pages ask at every notification."""
    version = _call()
    part = partial(render_template, "played/_call.html", version=version)
    return fragment(version, part, page_url=url_for("play.show"))


def _call() -> PageVersion:
    """The version of the call: "now" while the student is wanted at a table."""
    return PageVersion("now" if is_called(*current_student(), current_location()) else "none", kind="call")
