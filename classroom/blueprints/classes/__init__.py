"""Classes: the list, the page of one, its roster and its login cards."""

from __future__ import annotations

from classroom.blueprints.classes import cards, levels, practice, roster, views
from classroom.blueprints.classes.blueprint import blueprint

__all__ = ["blueprint", "cards", "levels", "practice", "roster", "views"]
