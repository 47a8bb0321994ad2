"""The command line of the engine: the only part of it that reads files and prints."""

from __future__ import annotations
