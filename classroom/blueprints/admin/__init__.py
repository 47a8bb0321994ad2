"""For administrators: the teachers' accounts, and the state of the server. It opens nobody's classes."""

from __future__ import annotations

from classroom.blueprints.admin import server, teachers
from classroom.blueprints.admin.blueprint import blueprint

__all__ = ["blueprint", "server", "teachers"]
