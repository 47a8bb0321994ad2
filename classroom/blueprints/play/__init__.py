"""The student's area: waiting room, table, end of a game, practice alone."""

from __future__ import annotations

from classroom.blueprints.play import practice, ticket
from classroom.blueprints.play.views import blueprint

__all__ = ["blueprint", "practice", "ticket"]
