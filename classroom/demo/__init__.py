"""A made-up class with weeks of lessons and one in progress: to look around in. The app itself never imports it."""

from __future__ import annotations

from classroom.demo.main import main

__all__ = ["main"]
