"""Signing in as a teacher, and out as anybody."""

from __future__ import annotations

from classroom.blueprints.auth.views import blueprint

__all__ = ["blueprint"]
