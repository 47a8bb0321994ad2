"""The blueprint that the views of classes belong to."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("classes", __name__, Audience.TEACHERS)
