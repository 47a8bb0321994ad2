"""The turn banner of a table, and the player's actions besides placing a chip."""

from __future__ import annotations

from typing import NamedTuple

from classroom.i18n import npgettext, pgettext
from engine import DrawMode, View


class ShownTurn(NamedTuple):
    """Whose turn it is and what happened last."""

    team: str
    is_mine: bool
    title: str
    hint: str
    tries: str | None
    """"2 tries left"; None when they are unlimited or it is not the viewer's turn."""
    is_paused: bool = False


class CardAction(NamedTuple):
    """A button for an action other than placing a chip."""

    do: str
    """The posted value, as in records: "exchange"."""
    text: str
    is_open: bool
    """Whether the action is due now. Never depends on the cards held."""


def paused_turn(team: str) -> ShownTurn:
    hint = pgettext("student", "Your teacher paused the game. Your cards are safe.")
    return ShownTurn(team, is_mine=False, title=pgettext("student", "Paused"), hint=hint, tries=None, is_paused=True)


def own_turn(seen: View, *, title: str, hint: str) -> ShownTurn:
    """Build the turn banner for the active player."""
    left = seen.tries_left
    if left is None:
        tries = None
    elif left == 1:
        tries = pgettext("student", "last try")
    else:
        tries = npgettext("student", "%(num)d try left", "%(num)d tries left", left)
    return ShownTurn(seen.seats[seen.turn].value, is_mine=True, title=title, hint=hint, tries=tries)


def card_actions(seen: View, seat: int) -> tuple[CardAction, ...]:
    """Build the buttons for everything else that a seat can do."""
    gives_up = seen.forfeits_due[seat] > 0
    is_free = seen.turn == seat and not gives_up
    actions = [
        CardAction("exchange", pgettext("student", "Trade in card"), is_open=is_free and not seen.has_exchanged),
        CardAction("pass", pgettext("student", "Pass"), is_open=is_free),
    ]
    if seen.rules.draw is DrawMode.MANUAL:
        actions.insert(0, CardAction("draw", pgettext("student", "Draw a card"), is_open=seen.owed[seat] > 0))
    if gives_up:
        actions.insert(0, CardAction("forfeit", pgettext("student", "Give up card"), is_open=True))
    return tuple(actions)
