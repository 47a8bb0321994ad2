"""A class session from the teacher's side: opening it, its lobby, all tables live, and what came of it."""

from __future__ import annotations

from classroom.web.areas import Area, Audience

blueprint = Area("sessions", __name__, Audience.TEACHERS)
