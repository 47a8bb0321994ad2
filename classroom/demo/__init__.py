"""The demo: a fictional school with weeks of lessons and one in progress. The app never imports it."""

from __future__ import annotations

from classroom.demo.main import main

__all__ = ["main"]
