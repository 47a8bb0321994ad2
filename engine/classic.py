"""Set up a table of classic Sequence with playing cards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from engine.cards import Card
from engine.editions import CLASSIC, CLASSIC_BOARD
from engine.rules import Rules
from engine.seats import Seat, seats_for
from engine.setup import Setup, mixed

PACKS = 2
RANKS: Final = "23456789TJQKA"
"""Lowest to highest; T is ten."""
SUITS: Final = "SCDH"


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut for the deal: the card of each seat in each round, and who deals (D11)."""

    rounds: tuple[dict[Seat, str], ...]
    """Each round maps seats to cards. Seats tied for the lowest card cut again in the next round."""
    dealer: Seat


def cut_for_deal(players: int, rng: Random) -> Cut:
    """Let every seat cut a card from one pack: the lowest deals, aces are high, ties cut again."""
    rounds: list[dict[Seat, str]] = []
    cutting = list(range(players))
    while len(cutting) > 1:
        drawn = dict(zip(cutting, rng.sample(_pack(), len(cutting)), strict=True))
        rounds.append(drawn)
        lowest = min(RANKS.index(card[0]) for card in drawn.values())
        cutting = [seat for seat, card in drawn.items() if RANKS.index(card[0]) == lowest]
    return Cut(tuple(rounds), cutting[0])


def classic_setup(
    *,
    players: int,
    rng: Random,
    teams: int | None = None,
    rules: Rules | None = None,
    dealer: Seat | None = None,
) -> Setup:
    """Set up a first game. Teams and rules default to the printed ones; the players cut for the dealer.

    :raises SetupError: if the rules allow no such table
    """
    if teams is None:
        teams = CLASSIC.team_counts(players)[0]
    rules = rules or CLASSIC.default_rules(players, teams)
    cards, deck = mixed([_card(face) for _ in range(PACKS) for face in _pack()], rng)
    return Setup(
        edition=CLASSIC.key,
        board=CLASSIC_BOARD,
        rules=rules,
        seats=seats_for(players, teams),
        dealer=cut_for_deal(players, rng).dealer if dealer is None else dealer,
        cards=cards,
        deck=deck,
    )


def _pack() -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS]


def _card(face: str) -> Card:
    kind, label = CLASSIC.kind_and_label(face)
    return Card(0, kind, face, label)
