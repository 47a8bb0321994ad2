"""Sequence Numbers for classrooms: the web app around the game in :mod:`engine`."""

from __future__ import annotations

from classroom.app import create_app

__all__ = ["create_app"]
