"""Games that a student has played, to be watched again."""

from __future__ import annotations

from classroom.blueprints.played.views import blueprint

__all__ = ["blueprint"]
