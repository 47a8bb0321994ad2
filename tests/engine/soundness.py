"""Check what must be true of every position, and that a view contains no secret."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine import EDITIONS, Card, CardId, Event, Miss, Position, Solve, view
from engine.cards import stacked
from engine.turn_state import TurnState


def cards_everywhere(position: Position) -> list[int]:
    hands = [card for hand in position.hands for card in hand]
    discards = [card for pile in position.discards for card in pile]
    return sorted([*hands, *discards, *position.undrawn])


def check_position(position: Position) -> None:
    """Check the invariants of a position."""
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
    held = {card for hand in position.hands for card in hand}
    assert set(position.missed) | set(position.solved) <= held
    assert len(set(position.solved)) == len(position.solved)
    assert set(position.fresh) <= held
    check_draws_due(position)
    faced = [card for card, _ in position.turn_state.faces or ()]
    assert set(faced) <= held | {card for pile in position.discards for card in pile}
    assert len(set(faced)) == len(faced)
    assert all(list(turns) == sorted(set(turns)) for turns in position.owed)
    assert position.pile_size > 0 or position.needs_reshuffle
    tries = position.tries_left
    assert tries is None or 1 <= tries <= (setup.rules.tries or 0)


def check_draws_due(position: Position) -> None:
    """Check that no pending draws can make a hand too large."""
    size = position.setup.rules.hand_size
    for seat, hand in enumerate(position.hands):
        due = position.replacements_due[seat] + position.turn_state.draws_due.count(seat)
        assert len(hand) + due + len(position.owed[seat]) <= size
    assert not position.turn_state.draws_due or position.needs_reshuffle
    if not position.setup.solves_ahead:
        assert not any(position.replacements_due)
        assert position.solved == ()


def check_secrets(position: Position, rng: Random) -> None:
    """Change everything that a viewer must not know, and check that the view stays the same."""
    for viewer in (None, rng.randrange(len(position.hands))):
        assert view(_with_other_secrets(position, viewer, rng), viewer) == view(position, viewer)


def _with_other_secrets(position: Position, viewer: int | None, rng: Random) -> Position:
    """Replace hidden cards, unknown answers, and others' equations and answers."""
    hands = [hand for seat, hand in enumerate(position.hands) if seat != viewer]
    hidden = [card for hand in [*hands, position.undrawn] for card in hand]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    return position._replace(
        state=position.state and _other_state(position, position.state, viewer, rng),
        setup=replace(position.setup, cards=_other_cards(position, viewer, rng)),
        hands=tuple(tuple(other.get(card, card) for card in hand) for hand in position.hands),
        pile=stacked([other.get(card, card) for card in position.undrawn]),
        last_event=_other_event(position, viewer, other, rng),
    )


def _other_cards(position: Position, viewer: int | None, rng: Random) -> tuple[Card, ...]:
    if not EDITIONS[position.setup.edition].has_misses:  # the face of a playing card is its answer
        return position.setup.cards
    labels = sorted(position.setup.board.spaces_of)
    known, own = _known_answers(position, viewer), _own(position, viewer)
    cards = []
    for card in position.setup.cards:
        if card.label is not None:
            label = card.label if card.id in known else rng.choice(labels)
            face = card.face if card.id in own or not position.deals_faces else "another question"
            cards.append(replace(card, label=label, face=face))
        else:
            cards.append(card)
    return tuple(cards)


def _own(position: Position, viewer: int | None) -> set[CardId]:
    """Return the cards whose equations a viewer sees: those in the viewer's hand, and the card just played."""
    own = set() if viewer is None else set(position.hands[viewer])
    last = position.last_event
    if viewer is not None and getattr(last, "seat", None) == viewer:
        own.add(getattr(last, "card", -1))
    return own


def _known_answers(position: Position, viewer: int | None) -> set[CardId]:
    """Return the cards whose answers a viewer knows: solved or just lost ones, and discards if faces are dealt."""
    known = set(position.solved) & _own(position, viewer)
    if position.deals_faces:
        known |= {card for pile in position.discards for card in pile}
    last = position.last_event
    if isinstance(last, Solve) and last.seat == viewer and last.card not in position.hands[last.seat]:
        known.add(last.card)
    return known


def _other_state(position: Position, state: TurnState, viewer: int | None, rng: Random) -> TurnState:
    """Let others' cards be solved, missed, and dealt faces at random."""
    own = _own(position, viewer)

    def some(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(card for card in cards if card in own or rng.random() < 0.5)

    faces = tuple((card, face if card in own else "yet another") for card, face in state.faces or ())
    return state._replace(
        solved=state.solved and some(state.solved),
        missed=some(state.missed),
        faces=faces if position.deals_faces else None,
    )


def _other_event(position: Position, viewer: int | None, other: dict[CardId, CardId], rng: Random) -> Event | None:
    """Change another seat's wrong answer, on the board or ahead."""
    last = position.last_event
    if isinstance(last, Solve) and last.seat != viewer:
        return Solve(last.seat, other.get(last.card, last.card), rng.randrange(1000))
    if isinstance(last, Miss) and last.seat != viewer:
        space = rng.choice([None, rng.randrange(position.setup.board.size)])
        return Miss(last.seat, other.get(last.card, last.card), space)
    return last
