"""One student: the name, the login card, the removal."""

from __future__ import annotations

from classroom.blueprints.students import cards
from classroom.blueprints.students.views import blueprint

__all__ = ["blueprint", "cards"]
