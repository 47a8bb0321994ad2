"""How messages are written, and how their placeholders are filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from classroom.presenters.words import any_of, isolated
from classroom.services.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class Wait:
    """Messages for a wait: of one minute, of some minutes, and of more than an hour."""

    one: str
    some: str
    long: str

    def for_minutes(self, minutes: object) -> str:
        """Choose the message."""
        if minutes == 1:
            return self.one
        return self.long if isinstance(minutes, int) and minutes > 60 else self.some


Messages = Mapping[ErrorCode, str | Wait]
"""One whole sentence or two for each code, with placeholders like %(name)s."""


def filled_in(message: str | Wait, facts: Mapping[str, Any]) -> str:
    """Fill in the placeholders of a message."""
    text = message.for_minutes(facts["minutes"]) if isinstance(message, Wait) else message
    return str(text) % {name: _as_text(name, value) for name, value in facts.items()}


def _as_text(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return ", ".join(map(isolated, value)) if name == "names" else any_of(value)
    return value
