"""The first run: the one account that everything else begins with."""

from __future__ import annotations

from classroom.blueprints.setup.views import blueprint

__all__ = ["blueprint"]
