"""Reports of a class and of a student, and the same numbers as files."""

from __future__ import annotations

from classroom.web.areas import Area, Audience
from classroom.web.short_turns import computes_long

blueprint = Area("reports", __name__, Audience.TEACHERS)
computes_long(blueprint)
