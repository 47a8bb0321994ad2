"""The page of one table, and its record."""

from __future__ import annotations

import json

from flask import Response, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.games import blueprint
from classroom.blueprints.games.pages import rendered_fragment, version, whole_page
from classroom.clock import local_time
from classroom.presenters.sessions.game import game_page
from classroom.services.play.records import record_of
from classroom.web.access import game_or_404
from classroom.web.areas import automatic
from classroom.web.downloads import download
from classroom.web.fragments import fragment as answer_fragment


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> ResponseReturnValue:
    """The table with all hands: for the host alone."""
    return whole_page(game_or_404(game_id))


@blueprint.get("/games/<game_id>/fragment")
@automatic
def fragment(game_id: str) -> Response:
    """The part of the page that changes."""
    game = game_or_404(game_id)
    page = game_page(game)
    page_url = url_for("games.show", game_id=game_id)
    return answer_fragment(version(page), lambda: rendered_fragment(game, page), page_url=page_url)


@blueprint.get("/games/<game_id>/record.json")
def record(game_id: str) -> Response:
    """The complete record of a game that is over, as a file."""
    game = game_or_404(game_id)
    text = json.dumps(record_of(game_id=game_id), ensure_ascii=False, indent=1)
    class_session = game.class_session
    opened = f"{local_time(class_session.opened_at):%Y-%m-%d %H-%M}"
    name = f"{class_session.school_class.name} {opened} table-{game.table_number}-game-{game.round}.json"
    return download(text, mimetype="application/json", name=name)
