"""The steps of a move at which a process can be killed: in its transaction, at the commit, and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import RootTransaction

from classroom.live import LocalBus
from classroom.live.postgres import PostgresBus
from classroom.services.play import game_log, moves
from classroom.services.play.game_row import GameRow


@dataclass(frozen=True)
class FailPoint:
    """The moment before or after a call that every move makes."""

    name: str
    owners: tuple[object, ...]
    attribute: str
    is_after: bool
    is_committed: bool
    """Whether the move counts if the process dies here."""


POINTS = (
    FailPoint("before-append", (moves,), "append_move", is_after=False, is_committed=False),
    FailPoint("before-event", (game_log._INSERT_EVENT,), "run", is_after=False, is_committed=False),
    FailPoint("after-event", (game_log._INSERT_EVENT,), "run", is_after=True, is_committed=False),
    FailPoint("after-attempt", (game_log._INSERT_ATTEMPT,), "run", is_after=True, is_committed=False),
    FailPoint("after-append", (moves,), "append_move", is_after=True, is_committed=False),
    FailPoint("before-commit", (RootTransaction,), "commit", is_after=False, is_committed=False),
    FailPoint("after-commit", (RootTransaction,), "commit", is_after=True, is_committed=True),
    FailPoint("before-notification", (LocalBus, PostgresBus), "publish", is_after=False, is_committed=True),
    FailPoint("after-notification", (LocalBus, PostgresBus), "publish", is_after=True, is_committed=True),
)


def point_called(name: str) -> FailPoint:
    """Return a fail point."""
    return next(point for point in POINTS if point.name == name)


def arm(point: FailPoint, on_reached: Callable[[], None], *, skip: int = 0) -> None:
    """Call `on_reached` at this point of a move, in this process from now on.

    :param skip: the number of moves that pass this point first.
    """
    wrote: list[bool] = []
    write = GameRow.write

    def write_and_note(row: GameRow) -> None:
        write(row)
        wrote.append(True)

    setattr(GameRow, "write", write_and_note)  # noqa: B010 (the next commit and notification belong to a move)
    is_late = point.attribute in {"commit", "publish"}
    left = skip

    def reached() -> None:
        nonlocal left
        if is_late and not wrote:
            return
        wrote.clear()
        left -= 1
        if left < 0:
            on_reached()

    for owner in point.owners:
        setattr(owner, point.attribute, _around(getattr(owner, point.attribute), reached, is_after=point.is_after))


def _around(call: Callable[..., Any], reached: Callable[[], None], *, is_after: bool) -> Callable[..., Any]:
    def calling(*arguments: Any, **options: Any) -> Any:
        if not is_after:
            reached()
        result = call(*arguments, **options)
        if is_after:
            reached()
        return result

    return calling
