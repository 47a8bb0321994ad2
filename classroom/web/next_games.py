"""What a form for the next game says besides."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import NotFound

from classroom.services.sessions.next_games import Teams


def chosen_teams() -> Teams:
    """Whether teams are kept or turned, as the button pressed says; by default they are kept.

    :raises werkzeug.exceptions.NotFound: for any other word.
    """
    chosen = request.form.get("teams", Teams.KEPT)
    if chosen not in tuple(Teams):
        raise NotFound
    return Teams(chosen)
