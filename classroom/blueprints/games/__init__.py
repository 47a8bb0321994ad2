"""One table from the teacher's side."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("games", __name__, Audience.TEACHERS)

from classroom.blueprints.games import questions, table, views  # noqa: E402, F401  (they add their views)
