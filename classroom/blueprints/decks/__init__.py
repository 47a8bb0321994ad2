"""Decks of teachers: the list, making and changing one, what it looks like, and what else is done with it."""

from __future__ import annotations

from classroom.blueprints.decks import actions, editing, files, paper, views
from classroom.blueprints.decks.blueprint import blueprint

__all__ = ["actions", "blueprint", "editing", "files", "paper", "views"]
