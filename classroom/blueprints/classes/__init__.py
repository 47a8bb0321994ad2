"""Classes: the list, the page of one, its roster, its login cards, its teachers, its end."""

from __future__ import annotations

from classroom.blueprints.classes import (
    cards,
    changing,
    ending,
    exports,
    import_columns,
    imports,
    labels,
    levels,
    practice,
    roster,
    seating,
    teachers,
    views,
)
from classroom.blueprints.classes.blueprint import blueprint

__all__ = [
    "blueprint",
    "cards",
    "changing",
    "ending",
    "exports",
    "import_columns",
    "imports",
    "labels",
    "levels",
    "practice",
    "roster",
    "seating",
    "teachers",
    "views",
]
