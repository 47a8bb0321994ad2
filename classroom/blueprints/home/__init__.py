"""The way in for students: class code, own name, PIN."""

from __future__ import annotations

from classroom.blueprints.home.views import blueprint

__all__ = ["blueprint"]
