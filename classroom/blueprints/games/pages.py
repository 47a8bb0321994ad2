"""The page of one table, and what follows when a teacher does something there."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from classroom.models import Game
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.game import GamePage, game_page
from classroom.web.access import game_or_404
from classroom.web.refusals import Refusal


def version(page: GamePage) -> PageVersion:
    """Changes with whatever the page shows."""
    return PageVersion.of_content("game", page)


def rendered_fragment(game: Game, page: GamePage) -> str:
    """The part that changes."""
    return render_template("games/_table.html", page=page, game=game, version=version(page))


def whole_page(game: Game, *, refused: str | None = None) -> str:
    """The page.

    :param refused: why the last request was rejected.
    """
    page = game_page(game)
    return render_template("games/table.html", page=page, game=game, version=version(page), refused=refused)


def table_again(refusal: Refusal, game_id: str, **_: object) -> ResponseReturnValue:
    """Show the page with the reason why a request about this table was rejected."""
    return whole_page(game_or_404(game_id), refused=refusal.message)


def to_table(game_id: str) -> ResponseReturnValue:
    """Go to the page of a table."""
    return redirect(url_for("games.show", game_id=game_id), 303)
