"""Decks of teachers: the list, making and changing one, what it looks like, and what else is done with it."""

from __future__ import annotations

from classroom.blueprints.decks import deeds, files, making, paper, views
from classroom.blueprints.decks.blueprint import blueprint

__all__ = ["blueprint", "deeds", "files", "making", "paper", "views"]
