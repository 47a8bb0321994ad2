"""Topics and payloads of notifications. A payload holds a game's version or nothing, and never a secret."""

from __future__ import annotations

from dataclasses import dataclass


def session_topic(class_session_id: str) -> str:
    """Return the topic of a class session, which the teacher's pages subscribe to."""
    return f"session:{class_session_id}"


def student_topic(student_id: str) -> str:
    return f"student:{student_id}"


OTHER_DEVICE_TOPIC = "other-device"
"""Another device has opened the connection test."""
PLAIN = "plain"
"""Says only that something changed. Every recipient then checks."""


@dataclass(frozen=True, slots=True)
class TableVersion:
    """The current versions of a game and its class session."""

    game_id: str
    game: int
    session: int

    def __str__(self) -> str:
        return f"{self.game_id}.{self.game}.{self.session}"

    @classmethod
    def parse(cls, payload: str) -> TableVersion | None:
        """Parse a payload; None if it contains no version."""
        game_id, *numbers = payload.split(".")
        if len(numbers) != 2 or not all(number.isascii() and number.isdecimal() for number in numbers):
            return None
        return cls(game_id, int(numbers[0]), int(numbers[1]))


def merge(one: str, other: str) -> str:
    """Return a payload that makes a page fetch whatever either of the two would."""
    first, second = TableVersion.parse(one), TableVersion.parse(other)
    if first is None or second is None or first.game_id != second.game_id:
        return PLAIN
    return str(TableVersion(first.game_id, max(first.game, second.game), max(first.session, second.session)))
