"""Kinds of messages, and how their placeholders are filled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from classroom.presenters.words import all_of, any_of, isolated
from classroom.services.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class Wait:
    """Messages for a wait of some minutes, and of more than an hour."""

    minutes: Callable[[int], str]
    """Contains the number of minutes."""
    long: str

    def text(self, minutes: int) -> str:
        return str(self.long) if minutes > _LONG else self.minutes(minutes)


_LONG = 60
"""Above this many minutes, the message contains no number."""


Messages = Mapping[ErrorCode, str | Wait]
"""One message of one or two sentences for each code, with placeholders like %(name)s."""


def filled_in(message: str | Wait, facts: Mapping[str, Any]) -> str:
    if isinstance(message, Wait):
        return message.text(facts["minutes"])
    return str(message) % {name: _as_text(name, value) for name, value in facts.items()}


_NAMES = frozenset({"name", "first", "second"})
"""Facts that are a person's or class's name, in any script."""


def _as_text(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return all_of([isolated(one) for one in value]) if name == "names" else any_of(value)
    return isolated(value) if name in _NAMES and isinstance(value, str) else value
