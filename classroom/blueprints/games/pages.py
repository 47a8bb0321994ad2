"""The page of one table, and what follows when a teacher does something there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, render_template, url_for

from classroom.presenters.sessions.game import GamePage, game_page
from classroom.services.errors import ServiceError
from classroom.web.error_messages import error_message, error_status
from classroom.web.fragments import version_of
from engine import IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from classroom.models import Game


def version(page: GamePage) -> str:
    """Changes with whatever the page shows."""
    return version_of("game", page)


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
    except (ServiceError, IllegalMoveError) as error:
        return whole_page(game, refused=error_message(error)), error_status(error)
    if to_session:
        return redirect(url_for("sessions.show", class_session_id=game.class_session_id), 303)
    return redirect(url_for("games.show", game_id=game.id), 303)
