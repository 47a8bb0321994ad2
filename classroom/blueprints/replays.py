"""Replays of finished games for teachers."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.presenters.sessions.replay import teacher_replay
from classroom.web.access import game_or_404
from classroom.web.areas import Area, Audience
from classroom.web.htmx import is_htmx

blueprint = Area("replays", __name__, Audience.TEACHERS)


@blueprint.get("/games/<game_id>/replay")
def show(game_id: str) -> ResponseReturnValue:
    """Show one move to the teacher: the page, or its fragment for htmx."""
    game = game_or_404(game_id)
    page = teacher_replay(game, request.args.get("move", 0, type=int))
    template = "replays/_replay.html" if is_htmx() else "replays/show.html"
    return render_template(template, page=page, game=game, url=url_for("replays.show", game_id=game_id))
