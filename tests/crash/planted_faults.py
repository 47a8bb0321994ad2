"""Patches that plant one fault each in the app, to check that the crash tests find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from classroom.database import after_commit, transaction
from classroom.live import get_bus
from classroom.services.play import game_log, moves
from classroom.services.play.game_log import append_move
from classroom.services.play.positions import position_of
from tests.crash.killed_moves import REPORTS


def acknowledge_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Acknowledge the move once it is checked, but before it is on disk."""

    def append_and_answer(*arguments: Any, **options: Any) -> Any:
        REPORTS.acknowledge()
        return append_move(*arguments, **options)

    patch.setattr(moves, "append_move", append_and_answer)


def forget_the_key(patch: pytest.MonkeyPatch) -> None:
    """Treat a move that is sent again as a new one."""
    patch.setattr(moves, "_played_before", lambda *_: None)


def read_a_stale_position(patch: pytest.MonkeyPatch) -> None:
    """Keep the position that was read first."""
    kept: dict[str, Any] = {}
    patch.setattr(moves, "position_of", lambda game: kept.setdefault(game.id, position_of(game)))


def overlook_the_version(patch: pytest.MonkeyPatch) -> None:
    """Accept moves made on any version of the board."""
    patch.setattr(moves, "_is_stale", lambda *_: False)


def write_the_attempt_later(patch: pytest.MonkeyPatch) -> None:
    """Write the statistics in a separate transaction after the move's."""
    insert = game_log._INSERT_ATTEMPT.run

    def insert_later(values: Any) -> None:
        def insert_now() -> None:
            with transaction():
                insert(values)

        after_commit(insert_now)

    patch.setattr(game_log._INSERT_ATTEMPT, "run", insert_later)


def notify_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Notify pages while the move is still being written."""

    def notify(class_session_id: str, *_: Any) -> None:
        get_bus().publish([class_session_id])

    patch.setattr(game_log, "notify", notify)


PLANTED_FAULTS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    acknowledge_before_the_commit,
    forget_the_key,
    read_a_stale_position,
    overlook_the_version,
    write_the_attempt_later,
    notify_before_the_commit,
)
