"""Classes: the list, class pages, rosters, login cards, teachers, archiving."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("classes", __name__, Audience.TEACHERS)
