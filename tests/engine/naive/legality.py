"""The legality of events: a plain implementation of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .referee import Json, Referee

FIELDS: dict[str, tuple[str, ...]] = {
    "place": ("seat", "card", "space"),
    "remove": ("seat", "card", "space"),
    "exchange": ("seat", "card"),
    "miss": ("seat", "card", "space"),
    "pass": ("seat",),
    "draw": ("seat",),
    "penalty": ("team",),
    "forfeit": ("seat", "card"),
    "reshuffle": ("deck",),
    "stop": (),
    "solve": ("seat", "card", "answer"),
    "face": ("seat", "card", "face"),
}


def objection_to(referee: Referee, event: Json) -> str | None:
    """Return why an event is illegal now, or None if it is legal."""
    malformed = _malformed(referee, event)
    if malformed is not None:
        return malformed
    if referee.outcome is not None:
        return "the game is over"
    if referee.reshuffle_due and event["do"] != "reshuffle":
        return "the pile must be reshuffled first"
    return OBJECTIONS[event["do"]](referee, event)


def _malformed(referee: Referee, event: Json) -> str | None:
    do = event.get("do")
    if not isinstance(do, str) or do not in FIELDS:
        return "no such event"
    for field in FIELDS[do]:
        if field not in event:
            return f"{field} is missing"
        if not _is_sound(referee, do, field, event[field]):
            return f"{field} makes no sense"
    return None


def _is_sound(referee: Referee, do: str, field: str, value: Any) -> bool:
    """Return whether a field names something that exists in this game."""
    if field == "space":
        return (value is None and do == "miss") or (isinstance(value, str) and value in referee.labels)
    if field == "team":
        return isinstance(value, str) and value in referee.seats
    if field == "deck":
        return isinstance(value, list) and all(type(card) is int for card in value)
    if field in ("answer", "face"):
        return _is_text_or_number(field, value)
    if type(value) is not int:
        return False
    return value in referee.cards if field == "card" else 0 <= value < len(referee.seats)


def _is_text_or_number(field: str, value: Any) -> bool:
    if field == "face":
        return isinstance(value, str) and 1 <= len(value) <= 60
    digits = value if isinstance(value, str) else str(value) if type(value) is int else ""
    return re.fullmatch("-?[0-9]{1,6}", digits) is not None


def _cannot_act(referee: Referee, event: Json) -> str | None:
    """Return why the seat cannot act on its turn now, whatever the action."""
    if event["seat"] != referee.turn:
        return "it is another seat's turn"
    if referee.forfeits[event["seat"]] > 0:
        return "table talk must be paid for first"
    if "card" in event and event["card"] not in referee.hands[event["seat"]]:
        return "the card is not in the hand"
    return None


def _place(referee: Referee, event: Json) -> str | None:
    card = referee.cards[event["card"]]
    # The most frequent reasons first, because callers try all spaces.
    if card["kind"] == "match" and referee.labels[event["space"]] != card["label"]:
        return "the space has another label"
    if (objection := _cannot_act(referee, event)) is not None:
        return objection
    if card["kind"] == "remove":
        return "a removal card places nothing"
    if referee.is_unsolved(event["card"]):
        return "the card is not solved"
    if not referee.is_open(event["space"]):
        return "the space is not open"
    return None


def _remove(referee: Referee, event: Json) -> str | None:
    if (objection := _cannot_act(referee, event)) is not None:
        return objection
    if referee.cards[event["card"]]["kind"] != "remove":
        return "only a removal card takes a chip off"
    if event["space"] not in referee.chips:
        return "no chip lies there"
    if referee.chips[event["space"]] == referee.seats[event["seat"]]:
        return "the chip is an own one"
    if referee.is_locked(event["space"]):
        return "the chip is in a sequence"
    return None


def _exchange(referee: Referee, event: Json) -> str | None:
    if (objection := _cannot_act(referee, event)) is not None:
        return objection
    if referee.has_exchanged:
        return "one card has been turned in already"
    if referee.is_unsolved(event["card"]):
        return "the card is not solved"
    if not referee.is_dead(event["card"]):
        return "the card is not dead"
    return None


def _miss(referee: Referee, event: Json) -> str | None:
    if referee.edition != "numbers":
        return "classic has no misses"
    if referee.is_ahead():
        return "cards are solved ahead, so a wrong space is no answer"
    return _cannot_act(referee, event) or _not_wrong(referee, event)


def _not_wrong(referee: Referee, event: Json) -> str | None:
    if referee.cards[event["card"]]["kind"] != "match":
        return "only an equation can be answered"
    if event["space"] is None:
        return _mistaken_trade_in(referee, event)
    if not referee.is_open(event["space"]):
        return "the space is not open"
    if referee.labels[event["space"]] == referee.cards[event["card"]]["label"]:
        return "the answer is right"
    return None


def _mistaken_trade_in(referee: Referee, event: Json) -> str | None:
    if referee.has_exchanged:
        return "one card has been turned in already"
    if referee.is_dead(event["card"]):
        return "the card is dead"
    return None


def _pass(referee: Referee, event: Json) -> str | None:
    seat = event["seat"]
    if (objection := _cannot_act(referee, event)) is not None:
        return objection
    if referee.owed[seat]:
        return "a card is owed to this seat"
    if any(referee.is_unsolved(card) for card in referee.hands[seat]):
        return "a card in the hand is not solved"
    if any(True for _ in _plays(referee)):
        return "there is something to play"
    return None


def _draw(referee: Referee, event: Json) -> str | None:
    seat = event["seat"]
    if referee.rules["draw"] != "manual":
        return "cards are drawn by themselves"
    if not referee.owed[seat]:
        return "no card is owed to this seat"
    if seat == referee.turn and referee.forfeits[seat] > 0:
        return "table talk must be paid for first"
    return None


def _penalty(_referee: Referee, _event: Json) -> str | None:
    return None


def _forfeit(referee: Referee, event: Json) -> str | None:
    if referee.forfeits[event["seat"]] == 0:
        return "nothing is to be paid"
    if event["card"] not in referee.hands[event["seat"]]:
        return "the card is not in the hand"
    return None


def _reshuffle(referee: Referee, event: Json) -> str | None:
    if not referee.reshuffle_due:
        return "the pile is not empty"
    discarded = [card for cards in referee.discards for card in cards]
    if sorted(event["deck"]) != sorted(discarded):
        return "these are not the discarded cards"
    return None


def _solve(referee: Referee, event: Json) -> str | None:
    seat, card = event["seat"], event["card"]
    if not referee.is_ahead():
        return "cards are answered on the board"
    if card not in referee.hands[seat]:
        return "the card is not in the hand"
    if seat == referee.turn and referee.forfeits[seat] > 0:
        return "table talk must be paid for first"
    if not referee.is_unsolved(card):
        return "there is nothing to solve"
    return None


def _face(referee: Referee, event: Json) -> str | None:
    card = event["card"]
    if referee.edition != "numbers" or referee.cards[card]["kind"] != "match":
        return "the card holds no equation"
    if card not in referee.hands[event["seat"]]:
        return "the card is not in the hand"
    if card not in referee.just_drawn:
        return "the card was not drawn just now"
    return None


def _stop(_referee: Referee, _event: Json) -> str | None:
    return None


OBJECTIONS: dict[str, Callable[[Referee, Json], str | None]] = {
    "place": _place,
    "remove": _remove,
    "exchange": _exchange,
    "miss": _miss,
    "pass": _pass,
    "draw": _draw,
    "penalty": _penalty,
    "forfeit": _forfeit,
    "reshuffle": _reshuffle,
    "stop": _stop,
    "solve": _solve,
    "face": _face,
}


def legal_actions(referee: Referee) -> list[Json]:
    """List all legal actions of the active seat, including drawing and giving up cards."""
    if referee.outcome is not None or referee.reshuffle_due:
        return []
    seat = referee.turn
    others: list[Json] = [{"do": "pass", "seat": seat}, {"do": "draw", "seat": seat}]
    for card in referee.hands[seat]:
        others.append({"do": "forfeit", "seat": seat, "card": card})
        if referee.is_unsolved(card):
            others.append({"do": "solve", "seat": seat, "card": card, "answer": int(referee.cards[card]["label"])})
    return [*_plays(referee), *_allowed(referee, others)]


def _plays(referee: Referee) -> Iterator[Json]:
    """Yield all that the active seat can do with its cards: place, remove, exchange."""
    seat = referee.turn
    for card in referee.hands[seat]:
        kind = referee.cards[card]["kind"]
        do = "remove" if kind == "remove" else "place"
        # Of all spaces, a match card is only ever placed on those with its label.
        spaces = referee.spaces_of(card) if kind == "match" else referee.labels
        candidates: list[Json] = [{"do": do, "seat": seat, "card": card, "space": space} for space in spaces]
        candidates.append({"do": "exchange", "seat": seat, "card": card})
        yield from _allowed(referee, candidates)


def _allowed(referee: Referee, events: list[Json]) -> Iterator[Json]:
    """Yield the well-formed events that are legal."""
    return (event for event in events if OBJECTIONS[event["do"]](referee, event) is None)


def resolved(referee: Referee, intent: Json) -> Json | None:
    """Return the event that an intended move becomes, perhaps a miss; None if it is refused."""
    miss = {"space": None, **intent, "do": "miss"}
    candidates = [intent, miss] if intent["do"] in ("place", "exchange") else [intent]
    return next((event for event in candidates if objection_to(referee, event) is None), None)
