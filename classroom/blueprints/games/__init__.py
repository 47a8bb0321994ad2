"""One table from the teacher's side."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("games", __name__)

from classroom.blueprints.games import questions, table, views  # noqa: E402, F401  (they add their views)
