"""Light or dark: what this browser was told, for everybody who uses it."""

from __future__ import annotations

from classroom.blueprints.theme.views import blueprint

__all__ = ["blueprint"]
