"""Who is notified, and what a notification may say: how far a game is, or nothing. Never anything secret."""

from __future__ import annotations

from dataclasses import dataclass


def session_topic(class_session_id: str) -> str:
    """Everything in a class session: what the teacher's pages follow."""
    return f"session:{class_session_id}"


def student_topic(student_id: str) -> str:
    """Everything that one student's pages show."""
    return f"student:{student_id}"


OTHER_DEVICE_TOPIC = "other-device"
"""Another device has opened the page on which it tests itself."""
PLAIN = "plain"
"""Says only that something changed: anyone who receives it looks again."""


@dataclass(frozen=True, slots=True)
class TableVersion:
    """How far a game and its class session are."""

    game_id: str
    game: int
    session: int

    def __str__(self) -> str:
        """Give the payload of a notification."""
        return f"{self.game_id}.{self.game}.{self.session}"

    @classmethod
    def parse(cls, payload: str) -> TableVersion | None:
        """Read a payload; None: it tells no version."""
        game_id, *numbers = payload.split(".")
        if len(numbers) != 2 or not all(number.isascii() and number.isdecimal() for number in numbers):
            return None
        return cls(game_id, int(numbers[0]), int(numbers[1]))


def merge(one: str, other: str) -> str:
    """Give one payload that makes every page fetch that either of the two would."""
    first, second = TableVersion.parse(one), TableVersion.parse(other)
    if first is None or second is None or first.game_id != second.game_id:
        return PLAIN
    return str(TableVersion(first.game_id, max(first.game, second.game), max(first.session, second.session)))
