"""Random illegal events of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .legality import FIELDS, objection_to
from .referee import Json, Referee
from .tables import TEAMS


def illegal_event(referee: Referee, rng: random.Random) -> Json:
    """Return an event that is illegal now, mostly almost legal."""
    while True:
        event = _nonsense(referee, rng) if rng.random() < 0.15 else plausible_event(referee, rng)
        if objection_to(referee, event) is not None:
            return event


def plausible_event(referee: Referee, rng: random.Random) -> Json:
    """Return a well-formed event that may be legal or not."""
    do = rng.choice(sorted(FIELDS))
    seat = referee.turn if rng.random() < 0.8 else rng.randrange(len(referee.seats))
    return {"do": do} | {field: _some(referee, do, field, seat, rng) for field in FIELDS[do]}


def _some(referee: Referee, do: str, field: str, seat: int, rng: random.Random) -> Any:
    some: dict[str, Callable[[], Any]] = {
        "seat": lambda: seat,
        "card": lambda: _some_card(referee, do, seat, rng),
        "space": lambda: _some_space(referee, do, rng),
        "team": lambda: rng.choice(TEAMS),
        "answer": lambda: _some_answer(referee, seat, rng),
        "face": lambda: rng.choice(["7 + 5", "1 × 1", "½ of 9", "9" * 60, "9" * 61, ""]),
        "deck": lambda: _some_deck(referee, rng),
    }
    return some[field]()


def _some_answer(referee: Referee, seat: int, rng: random.Random) -> int | str:
    """Return a number that may solve a card of the seat, sometimes as a string or out of range."""
    labels = [referee.cards[card]["label"] for card in referee.hands[seat] if "label" in referee.cards[card]]
    number = int(rng.choice(labels)) if labels and referee.edition == "numbers" else 1
    answers: list[int | str] = [number, str(number), number + 1, -number, 10**6, "", "x"]
    return rng.choice(answers)


def _some_card(referee: Referee, do: str, seat: int, rng: random.Random) -> int:
    hand = referee.hands[seat]
    if not hand or rng.random() < 0.1:
        return rng.choice(sorted(referee.cards))
    if do == "face" and referee.just_drawn and rng.random() < 0.7:
        return rng.choice(sorted(referee.just_drawn))
    fitting = [card for card in hand if (referee.cards[card]["kind"] == "remove") == (do == "remove")]
    return rng.choice(fitting if fitting and rng.random() < 0.8 else hand)


def _some_space(referee: Referee, do: str, rng: random.Random) -> str | None:
    if do == "miss" and rng.random() < 0.3:
        return None
    if do == "remove" and referee.chips and rng.random() < 0.8:
        locked = [space for space in referee.chips if referee.is_locked(space)]
        return rng.choice(locked if locked and rng.random() < 0.5 else sorted(referee.chips))
    return rng.choice(sorted(referee.labels))


def _some_deck(referee: Referee, rng: random.Random) -> list[int]:
    """Return the discards, complete or corrupted."""
    deck = [card for cards in referee.discards for card in cards]
    rng.shuffle(deck)
    match rng.randrange(5):
        case 0:
            return deck[1:]
        case 1:
            return deck + deck[:1]
        case 2:
            return deck[1:] + deck[-1:]
        case 3:
            return deck + referee.pile[:1] + referee.hands[0][:1]
        case _:
            return deck


def everything_with_the_hand(referee: Referee) -> list[Json]:
    """Return everything that the active seat could try with its cards, legal or not."""
    seat = referee.turn
    return [
        {"do": do, "seat": seat, "card": card} | ({} if do == "exchange" else {"space": space})
        for card in referee.hands[seat]
        for do in ("place", "remove", "miss", "exchange")
        for space in ([None] if do == "exchange" else [None, *referee.labels] if do == "miss" else referee.labels)
    ]


def _nonsense(referee: Referee, rng: random.Random) -> Json:
    event = plausible_event(referee, rng)
    field = rng.choice(["do", *FIELDS[event["do"]]])
    if rng.random() < 0.2:
        del event[field]
        return event
    wrong: list[Any] = [-1, 10**6, len(referee.seats), True, 1.5, "0", None, [], {}, "", "A0", "Z9"]
    return event | {field: rng.choice([*wrong, "a1", "A01", "K11", "purple", "A1 ", [-1], ["0"]])}
