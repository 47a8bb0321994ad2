"""Positions of games, cached by version; and stored setups: a record's fields without events and outcome."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from sqlalchemy import select

from classroom.database import after_commit, db, is_writing
from classroom.models import Game, GameEvent
from classroom.services.play.game_row import MovingGame
from engine import (
    Board,
    CardId,
    Event,
    Face,
    Position,
    Seat,
    Setup,
    apply_event,
    event_from_json,
    record_from_json,
    record_to_json,
    start,
)

_GAME_FIELDS = ("events", "outcome")


def setup_to_json(setup: Setup) -> dict[str, Any]:
    """Return the fields of a record that are fixed before the first move."""
    record = record_to_json(setup, (), None)
    return {name: value for name, value in record.items() if name not in _GAME_FIELDS}


def setup_from_json(kept: dict[str, Any]) -> Setup:
    """Read the JSON of `setup_to_json`."""
    return record_from_json({**kept, "events": [], "outcome": None})[0]


RECENT_EVENTS = 36
"""The number of recent events shown on pages: a round at a table of six with misses, dead cards, and solved cards."""
SUBSTITUTE_FIELD = "stand_in"
"""The extra field of an event that says why a bot made it for a student."""

_IN_PROGRESS = 3000
"""Maximum number of cached games in progress: all that a process may serve, 6,000 students in pairs."""
_OVER = 64
"""Maximum number of cached finished games, which several people view after a game or lesson."""


class SubstituteReason(StrEnum):
    """Why a bot played for the student who holds the seat."""

    ASKED = "asked"
    """At the teacher's request."""
    TIME = "time"
    """The time for the turn ran out."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event of a game's log, with its version."""

    version: int
    event: Event
    substitute: SubstituteReason | None = None

    @classmethod
    def read(cls, version: int, event: dict[str, Any], board: Board) -> LogEntry:
        """Parse an event from the database."""
        why = event.get(SUBSTITUTE_FIELD)
        return cls(version, event_from_json(event, board), None if why is None else SubstituteReason(why))


@dataclass(frozen=True, slots=True)
class Progress:
    """A game at one version: its position and recent events."""

    version: int
    position: Position
    recent: tuple[LogEntry, ...] = ()
    """The last `RECENT_EVENTS` events, oldest first, without faces, which no page reports."""
    faces: tuple[LogEntry, ...] = ()
    """The equations dealt to card holders, oldest first; empty if cards are printed."""
    places: tuple[tuple[CardId, ...], ...] = ()
    """For each seat, its cards in display order, which may include cards that were played."""

    def after(self, entries: Sequence[LogEntry], position: Position) -> Progress:
        """Add a move, and the reshuffle and faces that followed it and led to `position`."""
        moves = tuple(one for one in entries if not isinstance(one.event, Face))
        faces = tuple(one for one in entries if isinstance(one.event, Face))
        version = entries[-1].version if entries else self.version
        places = self.places or self.position.hands
        if not position.needs_reshuffle:  # before that, the next cards are unknown
            places = tuple(map(_laid, places, position.hands))
        return Progress(version, position, (*self.recent, *moves)[-RECENT_EVENTS:], self.faces + faces, places)

    def as_laid(self, seat: Seat) -> tuple[CardId | None, ...]:
        """Return a hand in display order, None where a card was played and not replaced.

        Cards keep their places, and new ones take the places of played cards.
        """
        hand = self.position.hands[seat]
        places = _laid(self.places[seat], hand) if self.places else hand
        return tuple(card if card in hand else None for card in places)


def _laid(places: tuple[CardId, ...], hand: tuple[CardId, ...]) -> tuple[CardId, ...]:
    new = iter([card for card in hand if card not in places])
    return (*(card if card in hand else next(new, card) for card in places), *new)


_Shelf: TypeAlias = "OrderedDict[str, Progress]"

_lock = threading.Lock()
_in_progress: _Shelf = OrderedDict()
_over: _Shelf = OrderedDict()


def position_of(game: MovingGame) -> Position:
    """Return the position at the game's version. Free if it is cached."""
    return progress_of(game).position


def progress_of(game: MovingGame) -> Progress:
    """Return the position at the game's version, and recent events. Free if it is cached."""
    kept = kept_progress(game.id) or Progress(0, start(setup_from_json(game.setup)))
    if kept.version > game.version:  # the row comes from an older snapshot: fold again, without using the cache
        return _catch_up(Progress(0, start(kept.position.setup)), game)
    if kept.version < game.version:
        kept = _catch_up(kept, game)
    game_id, known = game.id, kept
    if is_writing():  # on a rollback, uncommitted data must not stay in the cache
        after_commit(lambda: keep_progress(game_id, known))
    else:
        keep_progress(game_id, known)
    return kept


def setup_of(game_id: str) -> Setup:
    """Return a game's setup, which never changes."""
    kept = kept_progress(game_id)
    return kept.position.setup if kept else position_of(db.session.get_one(Game, game_id)).setup


def is_active(*, game_id: str, seat: int) -> bool:
    return position_of(db.session.get_one(Game, game_id)).turn == seat


def kept_progress(game_id: str) -> Progress | None:
    """Return the cached progress of a game: committed, but maybe outdated."""
    with _lock:
        return _in_progress.get(game_id) or _over.get(game_id)


def keep_progress(game_id: str, progress: Progress) -> None:
    """Cache a game whose events are committed."""
    with _lock:
        kept = _in_progress.get(game_id) or _over.get(game_id)
        if kept is not None and kept.version > progress.version:
            return
        _in_progress.pop(game_id, None)
        shelf, room = (_in_progress, _IN_PROGRESS) if progress.position.outcome is None else (_over, _OVER)
        shelf[game_id] = progress
        shelf.move_to_end(game_id)
        if len(shelf) > room:
            shelf.popitem(last=False)


def advance(game_id: str, entries: Sequence[LogEntry], position: Position) -> None:
    """Apply committed entries to a cached game, if the cache holds the version before them."""
    kept = kept_progress(game_id)
    if kept is not None and kept.version == entries[0].version - 1:
        keep_progress(game_id, kept.after(entries, position))


def forget_positions() -> None:
    """Clear the cache, like a restart."""
    with _lock:
        _in_progress.clear()
        _over.clear()


def _catch_up(progress: Progress, game: MovingGame) -> Progress:
    logged = db.session.execute(
        select(GameEvent.version, GameEvent.event)
        .where(GameEvent.game_id == game.id, GameEvent.version > progress.version, GameEvent.version <= game.version)
        .order_by(GameEvent.version)
    )
    board = progress.position.setup.board
    for version, event in logged:
        entry = LogEntry.read(version, event, board)
        progress = progress.after([entry], apply_event(progress.position, entry.event))
    return replace(progress, version=game.version)
