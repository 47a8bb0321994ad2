"""The blueprint that the views of this area belong to."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("admin", __name__, Audience.ADMINISTRATORS)
