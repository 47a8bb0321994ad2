"""Going to the school's own sign-in service, and coming back."""

from __future__ import annotations

from classroom.blueprints.sso.views import blueprint

__all__ = ["blueprint"]
