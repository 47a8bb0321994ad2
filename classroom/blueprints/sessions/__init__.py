"""A class session for the teacher: opening it, its lobby, all tables live, and its summary."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("sessions", __name__, Audience.TEACHERS)
