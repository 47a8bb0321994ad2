"""Bots. A bot sees only what its seat may see and the labels of its own cards."""

from __future__ import annotations

from engine.bots.choosing import choose
from engine.bots.levels import BotLevel

__all__ = ["BotLevel", "choose"]
