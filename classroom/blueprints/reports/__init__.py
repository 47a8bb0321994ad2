"""The reports of a class and of a student, and the same numbers as CSV files."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("reports", __name__, Audience.TEACHERS)

from classroom.blueprints.reports import exports, pages  # noqa: E402, F401  (they add their views)
