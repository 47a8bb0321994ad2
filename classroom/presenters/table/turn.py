"""Whose turn it is at a table, and what can be done with a turn besides placing a chip."""

from __future__ import annotations

from dataclasses import dataclass

from engine import DrawMode, View


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """Whose turn it is and what happened last, in words."""

    team: str
    is_mine: bool
    title: str
    hint: str
    tries: str | None
    """"2 tries left"; None when they are unlimited or it is not the viewer's turn."""


@dataclass(frozen=True, slots=True)
class CardAction:
    """Something else that can be done with a turn: a button."""

    do: str
    """What it posts: a word of the record, "exchange"."""
    text: str
    is_open: bool
    """Whether this is the moment for it. Never depends on which cards are held."""


def paused_turn(team: str) -> ShownTurn:
    """What stands in place of whose turn it is while the table is paused."""
    return ShownTurn(team, is_mine=False, title="Paused", hint="Your teacher will go on in a moment.", tries=None)


def own_turn(seen: View, *, title: str, hint: str) -> ShownTurn:
    """What tells whoever looks that it is the own turn."""
    tries = seen.tries_left
    left = None if tries is None else "last try" if tries == 1 else f"{tries} tries left"
    return ShownTurn(seen.seats[seen.turn].value, is_mine=True, title=title, hint=hint, tries=left)


def card_actions(seen: View, seat: int) -> tuple[CardAction, ...]:
    """What else a seat can do."""
    gives_up = seen.forfeits_due[seat] > 0
    is_free = seen.turn == seat and not gives_up
    actions = [
        CardAction("exchange", "Turn in a dead card", is_open=is_free and not seen.has_exchanged),
        CardAction("pass", "I cannot play", is_open=is_free),
    ]
    if seen.rules.draw is DrawMode.MANUAL:
        actions.insert(0, CardAction("draw", "Take a card", is_open=seen.owed[seat] > 0))
    if gives_up:
        actions.insert(0, CardAction("forfeit", "Give up this card", is_open=True))
    return tuple(actions)
