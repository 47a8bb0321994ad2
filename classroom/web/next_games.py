"""Parse the form for the next game."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import NotFound

from classroom.services.sessions.next_games import Teams


def chosen_teams() -> Teams:
    """Return whether teams stay or rotate, according to the pressed button. They stay by default.

    :raises werkzeug.exceptions.NotFound: for any other value.
    """
    chosen = request.form.get("teams", Teams.KEPT)
    if chosen not in tuple(Teams):
        raise NotFound
    return Teams(chosen)
