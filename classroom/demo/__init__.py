"""The demo: a made-up school with weeks of lessons and one in progress. The app itself never imports it."""

from __future__ import annotations

from classroom.demo.main import main

__all__ = ["main"]
