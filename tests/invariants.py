"""Invariants of the data, which must hold after a whole lesson, a crash, or invalid requests."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from classroom.database import db
from classroom.models import Attempt, Deck, Game, GameEvent
from classroom.services.decks.content import count_cards, playable
from classroom.services.decks.keeping import content_of
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.positions import setup_from_json
from classroom.services.play.records import events_of
from engine import IllegalRecordError, event_from_json, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Position

AttemptRow = tuple[object, ...]


def assert_invariants() -> None:
    """Fail if any invariant is broken, and list all that are. Needs an app context; the server must be stopped.

    Rebuilds the attempts from the logs, which changes nothing if they are correct.
    """
    db.session.rollback()
    games = db.session.execute(select(Game)).scalars().all()
    broken = [f"game {game.id}: {fault}" for game in games for fault in _faults_of(game)]
    decks = db.session.execute(select(Deck)).scalars()
    broken += [
        f"deck {deck.id}: its stored counts of cards and answers are wrong" for deck in decks if not _is_counted(deck)
    ]
    before = attempts()
    rebuild_attempts()
    if attempts() != before:
        broken.append("the attempts don't match the logs")
    if db.engine.dialect.name == "sqlite":
        if db.session.execute(text("PRAGMA integrity_check")).scalars().all() != ["ok"]:
            broken.append("the database file is damaged")
        if db.session.execute(text("PRAGMA foreign_key_check")).all():
            broken.append("rows refer to missing rows")
    assert not broken, "\n".join(broken)


def _is_counted(deck: Deck) -> bool:
    made = playable(content_of(deck))
    return (deck.cards, deck.answers) == (count_cards(made), len(made.equations))


def attempts() -> list[AttemptRow]:
    """Return all attempts with all columns, in order."""
    db.session.rollback()
    table = Attempt.__table__
    return [tuple(row) for row in db.session.execute(select(table).order_by(table.c.game_id, table.c.version))]


def _faults_of(game: Game) -> Iterator[str]:
    rows = events_of(game)
    if [row.version for row in rows] != list(range(1, game.version + 1)):
        yield f"versions {[row.version for row in rows]}, the game's is {game.version}"
        return
    yield from _key_faults(rows)
    setup = setup_from_json(game.setup)
    try:
        position = replay(setup, [event_from_json(row.event, setup.board) for row in rows])
    except IllegalRecordError as error:
        yield str(error)
        return
    yield from _position_faults(position)
    outcome = position.outcome
    stored = (game.outcome_reason, game.winner, game.over_at is not None)
    if outcome is None and stored != (None, None, False):
        yield f"not over, but stored as {stored}"
    if outcome is not None and stored != (outcome.reason, outcome.winner, True):
        yield f"ended as {outcome}, but stored as {stored}"
    holders = Counter(player.seat for player in game.players if player.left_at_version is None)
    if holders != Counter(range(len(setup.seats))):
        yield f"its seats are held by {dict(holders)}"


def _key_faults(rows: list[GameEvent]) -> Iterator[str]:
    keys = Counter((row.student_id, row.idempotency_key) for row in rows if row.idempotency_key)
    yield from (f"key {key} counted {count} times" for key, count in keys.items() if count > 1)


def _position_faults(position: Position) -> Iterator[str]:
    board = position.setup.board
    piles = [*position.hands, *position.discards, position.undrawn]
    if Counter(card for pile in piles for card in pile) != Counter(position.setup.deck):
        yield "cards are lost or duplicated"
    chips = [team & ~board.free_mask for team in position.chips]
    if any(one & other for index, one in enumerate(chips) for other in chips[:index]):
        yield "two chips on one space"
    for sequence in position.sequences:
        owned = position.chips[list(position.setup.seats).index(sequence.team)]
        if any(not owned >> space & 1 for space in sequence.spaces):
            yield f"{sequence} has lost a chip"
