"""A table before its first move: everything set by the players or by chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engine.board import Board, Pair
from engine.cards import (
    LONGEST_FACE,
    LONGEST_NUMBER,
    Card,
    CardId,
    CardKind,
    DrawPile,
    is_face,
    number_of,
    stacked,
)
from engine.editions import EDITIONS, Edition
from engine.errors import SetupError, SetupReason
from engine.lines import Mask
from engine.rules import DrawMode, Rules, SolveMode
from engine.seats import Seat, Team, seats_for

LARGEST_HAND = 10
MOST_SEQUENCES = 5
TRIES = (1, 2, 3, None)


@dataclass(frozen=True)
class Setup:
    """One game's board, rules, seats, cards, and drawing order.

    :raises SetupError: if the rules don't allow this table
    """

    edition: str
    board: Board
    rules: Rules
    seats: tuple[Team, ...]
    dealer: Seat
    cards: tuple[Card, ...]
    deck: tuple[CardId, ...]
    """The drawing order, starting with the deal."""

    team_count: int = field(init=False, repr=False, compare=False)
    has_misses: bool = field(init=False, repr=False, compare=False)
    """Whether a wrong space is a wrong answer: false in the classic edition and if cards are solved ahead."""
    solves_ahead: bool = field(init=False, repr=False, compare=False)
    answers: Mapping[CardId, int] = field(init=False, repr=False, compare=False)
    """The number that solves each match card; empty unless cards are solved ahead."""
    draws_by_hand: bool = field(init=False, repr=False, compare=False)
    cards_by_id: Mapping[CardId, Card] = field(init=False, repr=False, compare=False)
    pile: DrawPile | None = field(init=False, repr=False, compare=False)
    """The draw pile after the deal."""
    pairs: Mapping[CardId, Pair | None] = field(init=False, repr=False, compare=False)
    """Both spaces of each match card; None for other cards."""
    targets: Mapping[CardId, Mask] = field(init=False, repr=False, compare=False)
    """The spaces where each card can place a chip, open or not; none for a removal card."""

    def __post_init__(self) -> None:
        edition = EDITIONS.get(self.edition)
        if edition is None:
            text = f"no edition is called {self.edition[:20]!r}"
            raise SetupError(SetupReason.UNKNOWN_EDITION, text)
        _check_seats(self, edition)
        _check_rules(self.rules, edition)
        if edition.board not in {None, self.board}:
            raise SetupError(SetupReason.BOARD_LABELS, f"the {edition.key} edition prints another board")
        _check_cards(self, edition)
        _check_deck(self)
        derive = object.__setattr__
        derive(self, "team_count", len(set(self.seats)))
        derive(self, "solves_ahead", self.rules.solve is SolveMode.AHEAD)
        derive(self, "has_misses", edition.has_misses and not self.solves_ahead)
        derive(self, "answers", _answers(self.cards) if self.solves_ahead else {})
        derive(self, "draws_by_hand", self.rules.draw is DrawMode.MANUAL)
        derive(self, "cards_by_id", {card.id: card for card in self.cards})
        derive(self, "pile", stacked(self.deck[len(self.seats) * self.rules.hand_size :]))
        pairs = self.board.pairs
        derive(self, "pairs", {card.id: None if card.label is None else pairs[card.label] for card in self.cards})
        derive(self, "targets", {card.id: _target(self.board, card) for card in self.cards})

    @property
    def teams(self) -> tuple[Team, ...]:
        """Return the teams in the order of their seats."""
        return self.seats[: self.team_count]

    @property
    def first_seat(self) -> Seat:
        """Return the seat that is dealt to first and plays first."""
        return (self.dealer + 1) % len(self.seats)


def next_setup(previous: Setup, rng: Random) -> Setup:
    """Set up the same table for another game: the deal moves clockwise, and the cards are reshuffled."""
    cards, deck = mixed(previous.cards, rng)
    dealer = (previous.dealer + 1) % len(previous.seats)
    return replace(previous, dealer=dealer, cards=cards, deck=deck)


def mixed(cards: Sequence[Card], rng: Random) -> tuple[tuple[Card, ...], tuple[CardId, ...]]:
    """Give cards random new ids, so an id reveals nothing, and shuffle them into a deck."""
    ids = list(range(len(cards)))
    rng.shuffle(ids)
    renumbered = [Card(number, card.kind, card.face, card.label) for number, card in zip(ids, cards, strict=True)]
    # Sort by id; otherwise the list would keep cards with equal answers together.
    renumbered.sort(key=lambda card: card.id)
    deck = list(ids)
    rng.shuffle(deck)
    return tuple(renumbered), tuple(deck)


def _target(board: Board, card: Card) -> Mask:
    if card.label is not None:
        return board.pairs[card.label][0]
    return board.open_mask if card.kind is CardKind.WILD else 0


def _answers(cards: Iterable[Card]) -> dict[CardId, int]:
    labels = {card.id: card.label for card in cards if card.label is not None}
    return {card: number for card, label in labels.items() if (number := number_of(label)) is not None}


def _check_seats(setup: Setup, edition: Edition) -> None:
    players, teams = len(setup.seats), len(set(setup.seats))
    edition.check_teams(players, teams)
    if setup.seats != seats_for(players, teams):
        text = "the teams sit alternately, in the order blue, green, red"
        raise SetupError(SetupReason.TEAMS_NOT_ALTERNATING, text)
    if setup.dealer not in range(players):
        text = f"the dealer is one of the seats 0 to {players - 1}"
        raise SetupError(SetupReason.DEALER, text)


def _check_rules(rules: Rules, edition: Edition) -> None:
    if rules.hand_size not in range(1, LARGEST_HAND + 1):
        text = f"a hand has 1 to {LARGEST_HAND} cards"
        raise SetupError(SetupReason.HAND_SIZE, text)
    if rules.sequences_to_win not in range(1, MOST_SEQUENCES + 1):
        text = f"1 to {MOST_SEQUENCES} sequences win"
        raise SetupError(SetupReason.SEQUENCES_TO_WIN, text)
    if rules.tries not in TRIES:
        text = "a turn has 1, 2 or 3 tries, or as many as are needed"
        raise SetupError(SetupReason.TRIES, text)
    if rules.tries is not None and not edition.has_misses:
        raise SetupError(SetupReason.TRIES, f"the {edition.key} edition knows no misses, so tries are not counted")
    if rules.solve is SolveMode.AHEAD and not edition.has_misses:
        raise SetupError(SetupReason.SOLVE_AHEAD, f"the {edition.key} edition has no equations to solve ahead")


def _check_cards(setup: Setup, edition: Edition) -> None:
    for card in setup.cards:
        if not is_face(card.face):
            text = f"the face of a card has 1 to {LONGEST_FACE} characters"
            raise SetupError(SetupReason.CARDS, text)
        if (card.label is not None) != (card.kind is CardKind.MATCH):
            text = "match cards have a label, and no others"
            raise SetupError(SetupReason.CARDS, text)
        if card.label is not None and card.label not in setup.board.spaces_of:
            text = f"no space of the board is labelled {card.label[:20]!r}"
            raise SetupError(SetupReason.CARDS, text)
        if edition.special_cards is not None and (card.kind, card.label) != edition.kind_and_label(card.face):
            text = "the face of a playing card is its label; only jacks have none, and their suit decides what they do"
            raise SetupError(SetupReason.CARDS, text)
        # D10: a player who can't solve a card could neither play nor pass.
        if setup.rules.solve is SolveMode.AHEAD and card.label is not None and number_of(card.label) is None:
            text = f"solving ahead needs answers of at most {LONGEST_NUMBER} digits, not {card.label!r}"
            raise SetupError(SetupReason.SOLVE_AHEAD, text)


def _check_deck(setup: Setup) -> None:
    ids = {card.id for card in setup.cards}
    if len(ids) != len(setup.cards):
        raise SetupError(SetupReason.CARDS, "two cards have the same id")
    if len(setup.deck) != len(ids) or set(setup.deck) != ids:
        text = "the deck does not hold every card exactly once"
        raise SetupError(SetupReason.DECK_ORDER, text)
    # D4: after the deal, one card is left for each seat.
    needed = len(setup.seats) * (setup.rules.hand_size + 1)
    if len(setup.deck) < needed:
        text = f"the deck has {len(setup.deck)} cards, the deal and one card a seat need {needed}"
        raise SetupError(SetupReason.DECK_TOO_SMALL, text)
