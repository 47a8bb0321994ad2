"""Build tables and positions for tests: chosen hands, the next cards to draw, chips on named spaces."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from engine import (
    BUILT_IN_DECKS,
    NUMBERS,
    CardId,
    CardKind,
    CompletedSequence,
    Layout,
    Place,
    Position,
    Seat,
    Setup,
    Solve,
    Space,
    Team,
    apply_event,
    numbers_setup,
    start,
    unsolved,
)
from engine.cards import stacked
from engine.lines import Mask, mask_of, union


def table(
    *, players: int = 2, teams: int | None = None, size: str = "8x8", deck: str = "mixed", seed: int = 1, **rules: Any
) -> Setup:
    """Set up a table where seat 0 starts. `rules` changes the printed settings."""
    teams = teams or NUMBERS.team_counts(players)[0]
    return numbers_setup(
        deck=BUILT_IN_DECKS[deck],
        size=size,
        layout=Layout.IN_ORDER,
        players=players,
        teams=teams,
        rules=replace(NUMBERS.default_rules(players, teams), **rules),
        dealer=players - 1,
        rng=Random(seed),
    )


def stack(setup: Setup, *hands: str, draws: str = "") -> Setup:
    """Order the deck so that seats are dealt these cards ("12 Plus") and match cards, and `draws` come next."""
    pool = [setup.cards_by_id[card] for card in setup.deck]

    def take(word: str) -> CardId:
        card = next(card for card in pool if word in {card.label, card.face})
        pool.remove(card)
        return card.id

    def take_any() -> CardId:
        card = next(card for card in pool if card.kind is CardKind.MATCH)
        pool.remove(card)
        return card.id

    wanted = [[take(word) for word in hand.split()] for hand in hands]
    wanted += [[] for _ in setup.seats[len(wanted) :]]
    following = [take(word) for word in draws.split()]
    for hand in wanted:
        hand += [take_any() for _ in range(setup.rules.hand_size - len(hand))]
    from_first = wanted[setup.first_seat :] + wanted[: setup.first_seat]
    dealt = [hand[turn] for turn in range(setup.rules.hand_size) for hand in from_first]
    return replace(setup, deck=(*dealt, *following, *(card.id for card in pool)))


def game(*hands: str, draws: str = "", **settings: Any) -> Position:
    """Start a game with chosen hands."""
    return start(stack(table(**settings), *hands, draws=draws))


def held(position: Position, seat: Seat, word: str) -> CardId:
    """Find a card in a hand by its label or face."""
    cards = (position.setup.cards_by_id[card] for card in position.hands[seat])
    return next(card.id for card in cards if word in {card.label, card.face})


def at(position: Position, name: str) -> Space:
    """Find a space by its name."""
    return position.setup.board.parse(name)


def cover(position: Position, **spaces: str) -> Position:
    """Place chips by team: `blue="C4 D4"`."""
    chips = list(position.chips)
    for team, names in spaces.items():
        index = position.setup.teams.index(Team(team))
        chips[index] |= mask_of(at(position, name) for name in names.split())
    return with_chips(position, *chips)


def with_chips(position: Position, *chips: Mask) -> Position:
    """Replace the chips of every team."""
    board = position.setup.board
    return position._replace(tallies=tuple(map(board.tally, chips)), open=board.open_mask & ~union(chips))


def with_state(position: Position, **state: Any) -> Position:
    """Change fields of `TurnState`."""
    return position._replace(state=position.turn_state._replace(**state))


def used_up(position: Position, *discards: tuple[CardId, ...], left: int = 0) -> Position:
    """Leave this many cards in the draw pile, and set the discards of the seats."""
    position = position._replace(pile=stacked(position.undrawn[-left:] if left else ()))
    for seat, pile in enumerate(discards):
        for card in pile:
            position = position._replace(discarded=(seat, card, position.discarded))
    return position


def cover_label(position: Position, label: str, team: str = "green") -> Position:
    """Cover both spaces of a label, so that its cards are dead."""
    board = position.setup.board
    return cover(position, **{team: " ".join(board.name(space) for space in board.spaces_of[label])})


def cover_all(position: Position, team: str = "green") -> Position:
    """Cover every open space."""
    board = position.setup.board
    names = [board.name(space) for space in range(board.size) if position.open >> space & 1]
    return cover(position, **{team: " ".join(names)})


def complete(position: Position, team: str, names: str) -> Position:
    """Add a completed sequence of a team."""
    position = cover(position, **{team: names})
    sequence = CompletedSequence(Team(team), tuple(at(position, name) for name in names.split()))
    return position._replace(sequences=(*position.sequences, sequence))


def names(position: Position, spaces: tuple[Space, ...]) -> str:
    """Return the names of spaces, for comparison."""
    return " ".join(position.setup.board.name(space) for space in spaces)


def place(position: Position, seat: int, label: str, which: int = 0) -> Position:
    """Place a chip on one of the two spaces of a label, with the match card in the seat's hand."""
    return apply_event(position, Place(seat, held(position, seat, label), position.setup.board.spaces_of[label][which]))


def solve(position: Position, seat: int, *labels: str) -> Position:
    """Let a seat solve match cards in its hand correctly."""
    for label in labels:
        position = apply_event(position, Solve(seat, held(position, seat, label), int(label)))
    return position


def solve_all(position: Position, seat: int) -> Position:
    """Let a seat solve every card in its hand correctly."""
    for card in unsolved(position, position.hands[seat]):
        position = apply_event(position, Solve(seat, card, position.setup.answers[card]))
    return position
