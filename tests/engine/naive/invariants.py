"""Conditions that must hold when the engine gives a reason for refusing an event."""

from __future__ import annotations

from collections.abc import Callable

from .legality import legal_actions
from .referee import Json, Referee


def is_true(reason: str, referee: Referee, event: Json) -> bool:
    """Return whether a reason applies to a refused event; if several apply, any may be given."""
    return INVARIANTS[reason](referee, event)


def _kind(referee: Referee, event: Json) -> str:
    kind: str = referee.cards[event["card"]]["kind"]
    return kind


def _has_wrong_kind(referee: Referee, event: Json) -> bool:
    kind = _kind(referee, event)
    return {"place": kind == "remove", "remove": kind != "remove", "miss": kind != "match"}[event["do"]]


def _is_right(referee: Referee, event: Json) -> bool:
    if event["space"] is None:
        return referee.is_dead(event["card"])
    if _kind(referee, event) == "match":
        return bool(referee.labels[event["space"]] == referee.cards[event["card"]]["label"])
    return _kind(referee, event) == "wild"


def _is_wrong_reshuffle(referee: Referee, event: Json) -> bool:
    discarded = [card for cards in referee.discards for card in cards]
    return sorted(event["deck"]) != sorted(discarded)


def _can_play(referee: Referee, _event: Json) -> bool:
    return any(action["do"] in ("place", "remove", "exchange") for action in legal_actions(referee))


def _owns(referee: Referee, event: Json) -> bool:
    return referee.chips.get(event["space"]) == referee.seats[event["seat"]]


def _turns_in(event: Json) -> bool:
    return event["do"] == "exchange" or (event["do"] == "miss" and event["space"] is None)


def _asks(referee: Referee, event: Json) -> bool:
    return _kind(referee, event) == "match" and referee.edition == "numbers"


def _holds_unsolved(referee: Referee, seat: int) -> bool:
    return any(referee.is_unsolved(card) for card in referee.hands[seat])


INVARIANTS: dict[str, Callable[[Referee, Json], bool]] = {
    "game_over": lambda referee, _: referee.outcome is not None,
    "reshuffle_due": lambda referee, event: referee.reshuffle_due and event["do"] != "reshuffle",
    "no_reshuffle_due": lambda referee, event: event["do"] == "reshuffle" and not referee.reshuffle_due,
    "wrong_reshuffle": _is_wrong_reshuffle,
    "no_such_seat": lambda referee, event: event["seat"] not in range(len(referee.seats)),
    "no_such_team": lambda referee, event: event["team"] not in referee.seats,
    "not_your_turn": lambda referee, event: event["seat"] != referee.turn,
    "forfeit_due": lambda referee, event: event["do"] != "forfeit" and referee.forfeits[event["seat"]] > 0,
    "no_forfeit_due": lambda referee, event: event["do"] == "forfeit" and referee.forfeits[event["seat"]] == 0,
    "card_not_in_hand": lambda referee, event: event["card"] not in referee.hands[event["seat"]],
    "wrong_card_kind": _has_wrong_kind,
    "free_space": lambda referee, event: referee.is_free(event["space"]),
    "space_taken": lambda referee, event: event["do"] in ("place", "miss") and event["space"] in referee.chips,
    "no_chip": lambda referee, event: event["do"] == "remove" and event["space"] not in referee.chips,
    "own_chip": lambda referee, event: event["do"] == "remove" and _owns(referee, event),
    "locked_chip": lambda referee, event: event["do"] == "remove" and referee.is_locked(event["space"]),
    "not_dead_kind": lambda referee, event: _turns_in(event) and _kind(referee, event) != "match",
    "already_exchanged": lambda referee, event: _turns_in(event) and referee.has_exchanged,
    "wrong_space": lambda referee, event: event["do"] == "place" and not _is_right(referee, event),
    "not_dead": lambda referee, event: event["do"] == "exchange" and not referee.is_dead(event["card"]),
    "not_a_miss": lambda referee, event: event["do"] == "miss" and _is_right(referee, event),
    "no_misses": lambda referee, event: event["do"] == "miss" and (referee.edition != "numbers" or referee.is_ahead()),
    "can_still_play": lambda referee, event: event["do"] == "pass" and _can_play(referee, event),
    "card_owed": lambda referee, event: event["do"] == "pass" and bool(referee.owed[event["seat"]]),
    "nothing_owed": lambda referee, event: event["do"] == "draw" and not referee.owed[event["seat"]],
    "no_solving": lambda referee, event: event["do"] == "solve" and not referee.is_ahead(),
    "not_solved": lambda referee, event: event["do"] in ("place", "exchange") and referee.is_unsolved(event["card"]),
    "already_solved": lambda referee, event: event["do"] == "solve" and event["card"] in referee.solved,
    "no_equation": lambda referee, event: event["do"] in ("solve", "face") and not _asks(referee, event),
    "unsolved_card": lambda referee, event: event["do"] == "pass" and _holds_unsolved(referee, event["seat"]),
    "no_face_due": lambda referee, event: event["do"] == "face" and event["card"] not in referee.just_drawn,
}
"""By the engine's reasons, except those that no event of a record can cause."""
