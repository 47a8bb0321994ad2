"""What is true of every position, and that a view tells no secret."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine import Miss, Position, view


def cards_everywhere(position: Position) -> list[int]:
    hands = [card for hand in position.hands for card in hand]
    discards = [card for pile in position.discards for card in pile]
    return sorted([*hands, *discards, *position.deck[position.drawn :]])


def check_position(position: Position) -> None:
    """Hold one position against what must be true of all."""
    setup = position.setup
    assert cards_everywhere(position) == sorted(setup.deck)
    board = setup.board
    taken = 0
    for chips in position.chips:
        assert chips & board.free_mask == board.free_mask
        assert taken & chips & ~board.free_mask == 0
        taken |= chips
    assert position.open == board.open_mask & ~taken
    locked = board.free_mask
    for one in position.sequences:
        assert one.mask in board.lines
        assert position.chips[setup.teams.index(one.team)] & one.mask == one.mask
        locked |= one.mask
    assert position.locked == locked
    for i, one in enumerate(position.sequences):
        for other in position.sequences[:i]:
            assert one.team != other.team or (one.mask & other.mask).bit_count() <= 1
    assert all(len(hand) <= setup.rules.hand_size for hand in position.hands)
    assert all(due <= 0 or hand for due, hand in zip(position.forfeits_due, position.hands, strict=True))
    assert set(position.missed) <= {card for hand in position.hands for card in hand}
    assert all(list(turns) == sorted(set(turns)) for turns in position.owed)
    assert position.pile_size > 0 or position.needs_reshuffle
    tries = position.tries_left
    assert tries is None or 1 <= tries <= (setup.rules.tries or 0)


def check_secrets(position: Position, rng: Random) -> None:
    """Change all that a viewer must not know: what the viewer sees stays the same."""
    for viewer in (None, rng.randrange(len(position.hands))):
        assert view(_with_other_secrets(position, viewer, rng), viewer) == view(position, viewer)


def _with_other_secrets(position: Position, viewer: int | None, rng: Random) -> Position:
    """Exchange the hidden cards, the answers of all cards, and the space of another seat's miss."""
    hands = [hand for seat, hand in enumerate(position.hands) if seat != viewer]
    hidden = [card for hand in [*hands, position.deck[position.drawn :]] for card in hand]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    labels = sorted(position.setup.board.spaces_of)
    cards = tuple(
        card if card.label is None else replace(card, label=rng.choice(labels)) for card in position.setup.cards
    )
    last = position.last_event
    if isinstance(last, Miss) and last.seat != viewer:
        space = rng.choice([None, rng.randrange(position.setup.board.size)])
        last = Miss(last.seat, other.get(last.card, last.card), space)
    return position._replace(
        setup=replace(position.setup, cards=cards),
        hands=tuple(tuple(other.get(card, card) for card in hand) for hand in position.hands),
        deck=tuple(other.get(card, card) for card in position.deck),
        last_event=last,
    )
