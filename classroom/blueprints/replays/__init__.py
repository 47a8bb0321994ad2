"""Games that are over, watched again by their teacher."""

from __future__ import annotations

from classroom.blueprints.replays.views import blueprint

__all__ = ["blueprint"]
