"""Classes: the list, the page of one, its roster, its login cards, its teachers, its end."""

from __future__ import annotations

from classroom.blueprints.classes import (
    archiving,
    cards,
    exports,
    import_columns,
    imports,
    labels,
    levels,
    moving_students,
    practice,
    roster,
    seating,
    teachers,
    views,
)
from classroom.blueprints.classes.blueprint import blueprint

__all__ = [
    "archiving",
    "blueprint",
    "cards",
    "exports",
    "import_columns",
    "imports",
    "labels",
    "levels",
    "moving_students",
    "practice",
    "roster",
    "seating",
    "teachers",
    "views",
]
