"""Classes: the list, the page of one, its roster, its login cards, its teachers, its end."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("classes", __name__, Audience.TEACHERS)
