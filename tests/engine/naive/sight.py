"""What one seat sees of a game: the naive implementation of *Secrets*, of solving ahead, and of faces."""

from __future__ import annotations

from typing import Any

from .referee import Json, Referee


def sight(referee: Referee, viewer: int | None) -> Json:
    """Return what a seat (None: a spectator) sees of cards: its hand, all discards, and the last event."""
    hand = [] if viewer is None else referee.hands[viewer]
    return {
        "hand": {card: _held(referee, card) for card in hand},
        "discards": [[_open(referee, card, is_own=False) for card in pile] for pile in referee.discards],
        "replacements": referee.replacements,
        "last": _last(referee, viewer),
    }


def _open(referee: Referee, card: int, *, is_own: bool) -> str:
    """Return what a card shows to its owner or to others: no one else sees the question once faces are dealt."""
    printed: str = referee.cards[card]["face"]
    if is_own:
        return referee.faces.get(card, printed)
    return str(referee.cards[card].get("label", printed)) if referee.has_faces else printed


def _held(referee: Referee, card: int) -> list[Any]:
    answer = referee.cards[card]["label"] if card in referee.solved else None
    return [_open(referee, card, is_own=True), answer, referee.tries_left_for(card)]


def _last(referee: Referee, viewer: int | None) -> list[Any] | None:
    """Return do, seat, face, space, number given, whether right, whether lost, right answer."""
    event = referee.last
    if event is None:
        return None
    do, seat = event["do"], event.get("seat")
    face, space = None, event.get("space")
    is_own, card = viewer == seat, event.get("card")
    if do == "solve":
        return _solved(referee, event, is_own=is_own)
    if card is not None and (is_own or card not in referee.hands[event["seat"]]):
        face = _open(referee, card, is_own=is_own)
    if do == "miss" and not is_own:
        space = None
    return [do, seat, face, space, None, None, False, None]


def _solved(referee: Referee, event: Json, *, is_own: bool) -> list[Any]:
    seat, card = event["seat"], event["card"]
    is_lost = card not in referee.hands[seat]
    if not is_own:
        return ["solve", seat, None, None, None, None, is_lost, None]
    label = referee.cards[card]["label"]
    is_right = int(label) == int(event["answer"])
    shown = label if is_right or is_lost else None
    return ["solve", seat, _open(referee, card, is_own=True), None, int(event["answer"]), is_right, is_lost, shown]
