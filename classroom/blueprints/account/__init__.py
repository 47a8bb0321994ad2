"""A teacher's own account."""

from __future__ import annotations

from classroom.blueprints.account.views import blueprint

__all__ = ["blueprint"]
