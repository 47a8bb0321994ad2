"""The page of one table, and what follows when a teacher does something there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, render_template, url_for

from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.game import GamePage, game_page
from classroom.services.problems import ProblemError
from classroom.web.sentences import sentence_of, status_of
from engine import IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from classroom.models import Game


def version(page: GamePage) -> PageVersion:
    """Changes with whatever the page shows."""
    return PageVersion.of_content("game", page)


def rendered_fragment(game: Game, page: GamePage) -> str:
    """The part that changes."""
    return render_template("games/_table.html", page=page, game=game, version=version(page))


def whole_page(game: Game, *, refused: str | None = None) -> str:
    """The page.

    :param refused: why the last wish was not fulfilled.
    """
    page = game_page(game)
    return render_template("games/table.html", page=page, game=game, version=version(page), refused=refused)


def done(game: Game, deed: Callable[[], object], *, to_session: bool = False) -> ResponseReturnValue:
    """Do something at a table and show its page; a refusal is said on the page.

    :param to_session: whether all tables are shown afterwards.
    """
    try:
        deed()
    except (ProblemError, IllegalMoveError) as error:
        return whole_page(game, refused=sentence_of(error)), status_of(error)
    if to_session:
        return redirect(url_for("sessions.show", class_session_id=game.class_session_id), 303)
    return redirect(url_for("games.show", game_id=game.id), 303)
