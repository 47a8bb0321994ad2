"""The command line: `python -m classroom`."""

from __future__ import annotations

from classroom.cli.main import main

__all__ = ["main"]
