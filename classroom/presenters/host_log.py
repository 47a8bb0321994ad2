"""What happened at a table, in words for the teacher: as its students read it, but wrong answers are told too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.presenters.log import said
from classroom.presenters.words import isolated
from engine import Miss

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from classroom.presenters.log import LoggedEvent
    from engine import Position

_NO_STUDENT = ""


def said_to_host(logged: Seq[LoggedEvent], position: Position) -> tuple[str, ...]:
    """Tell events, the newest first.

    :param position: the one after the last of them.
    """
    lines = said(list(logged), position, reader=_NO_STUDENT)
    return tuple(
        _missed(entry.event, entry.face, isolated(entry.name), position) if isinstance(entry.event, Miss) else line
        for entry, line in zip(reversed(logged), lines, strict=True)
    )


def _missed(event: Miss, face: str, who: str, position: Position) -> str:
    if event.space is None:
        return f"{who} missed: called {face} dead."
    return f"{who} missed: {face} on {position.setup.board.labels[event.space]}."
