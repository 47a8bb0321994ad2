"""The teacher's pages of a class session: settings, lobby, live tables, and summary."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("sessions", __name__, Audience.TEACHERS)
