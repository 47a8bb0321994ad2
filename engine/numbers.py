"""Set up a table of Sequence Numbers."""

from __future__ import annotations

from random import Random

from engine.cards import Card, CardKind
from engine.decks import Deck
from engine.editions import NUMBERS
from engine.layouts import Layout, lay_out
from engine.rules import Rules
from engine.seats import Seat, seats_for
from engine.setup import Setup, mixed

CARDS_PER_ANSWER = 2
SPECIAL_CARDS = 2
"""The number of Plus and of Minus cards in a deck."""


def numbers_setup(
    *,
    deck: Deck,
    size: str,
    layout: Layout,
    players: int,
    rng: Random,
    teams: int | None = None,
    rules: Rules | None = None,
    dealer: Seat | None = None,
) -> Setup:
    """Set up a first game. Teams and rules default to the printed ones; the dealer is random.

    :param size: rows and columns of the board: "8x8"
    :raises SetupError: if the rules don't allow this table, or the deck can't fill the board
    """
    if teams is None:
        teams = NUMBERS.team_counts(players)[0]
    rules = rules or NUMBERS.default_rules(players, teams)
    answers = deck.answers(size)
    cards, order = mixed(_cards(deck, answers, rng), rng)
    return Setup(
        edition=NUMBERS.key,
        board=lay_out(answers, size, layout, rng),
        rules=rules,
        seats=seats_for(players, teams),
        dealer=rng.randrange(players) if dealer is None else dealer,
        cards=cards,
        deck=order,
    )


def _cards(deck: Deck, answers: tuple[str, ...], rng: Random) -> list[Card]:
    matches = [
        Card(0, CardKind.MATCH, face, answer)
        for answer in answers
        for face in deck.faces(answer, CARDS_PER_ANSWER, rng)
    ]
    plus = [Card(0, CardKind.WILD, "Plus")] * SPECIAL_CARDS
    minus = [Card(0, CardKind.REMOVE, "Minus")] * SPECIAL_CARDS
    return matches + plus + minus
