"""Moves that other games count twice, allow or forget, and boards that are not what they claim to be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import GameEvent
from engine import (
    BUILT_IN_DECKS,
    NUMBERS,
    CardKind,
    Event,
    Exchange,
    IllegalMoveError,
    IllegalReason,
    Layout,
    Move,
    Pass,
    Place,
    Position,
    Remove,
    apply_event,
    numbers_setup,
    step,
)
from tests.classroom.table import make_table
from tests.engine.staging import at, complete, cover, cover_all, cover_label, game, held, used_up

if TYPE_CHECKING:
    from tests.page_client import PageClient


def count_events(game_id: str) -> int:
    """Return the number of events in a game's log."""
    return db.session.execute(
        select(func.count()).select_from(GameEvent).where(GameEvent.game_id == game_id)
    ).scalar_one()


def refusal(position: Position, move: Move) -> IllegalReason:
    """Return why the rules forbid a move."""
    with pytest.raises(IllegalMoveError) as refused:
        apply_event(position, move)
    return refused.value.reason


def judged(position: Position, move: Move) -> tuple[Event, ...]:
    """Return the result of a move."""
    return step(position, move, Random(1))[0]


def test_the_same_move_posted_twice_is_one_move(page: PageClient) -> None:
    made = make_table()
    page.sign_in(made.active_player)
    shown, form = page.get("play.show"), made.right()
    for _ in range(2):
        page.submit(form, form="/play/moves", page=shown)
    assert count_events(made.game.id) == 1


def test_a_removal_card_on_a_locked_chip_is_refused() -> None:
    position = complete(game("Minus"), "green", "B3 C3 D3 E3 F3")
    assert refusal(position, Remove(0, held(position, 0, "Minus"), at(position, "D3"))) is IllegalReason.LOCKED_CHIP


def test_six_in_a_row_are_one_sequence() -> None:
    label = game().setup.board.labels[at(game(), "D3")]
    position = cover(game(label, sequences_to_win=2), blue="B3 C3 E3 F3 G3")
    after = apply_event(position, Place(0, held(position, 0, label), at(position, "D3")))
    assert len(after.sequences) == 1


def test_two_sequences_may_share_one_space() -> None:
    label = game().setup.board.labels[at(game(), "F3")]
    position = cover(game(label, sequences_to_win=3), blue="B3 C3 D3 E3 F4 F5 F6 F7")
    after = apply_event(position, Place(0, held(position, 0, label), at(position, "F3")))
    assert len(after.sequences) == 2
    assert (after.sequences[0].mask & after.sequences[1].mask).bit_count() == 1


def test_a_card_is_dead_only_with_both_spaces_covered() -> None:
    position = game("12")
    one, other = (position.setup.board.name(space) for space in position.setup.board.spaces_of["12"])
    exchange = Exchange(0, held(position, 0, "12"))
    half = cover(position, green=one)
    covered = cover(half, blue=other)
    assert [event.do for event in judged(half, exchange)] == ["miss"]
    assert [event.do for event in judged(covered, exchange)] == ["exchange"]


def test_a_dead_card_is_turned_in_once_a_turn() -> None:
    position = cover_label(cover_label(game("12 24"), "12"), "24")
    position = apply_event(position, Exchange(0, held(position, 0, "12")))
    assert refusal(position, Exchange(0, held(position, 0, "24"))) is IllegalReason.ALREADY_EXCHANGED


def test_an_empty_pile_is_refilled_from_the_discards() -> None:
    position = used_up(game("12"), (), left=1)
    card = held(position, 0, "12")
    space = next(s for s in position.setup.board.spaces_of["12"])
    events, after = step(position, Place(0, card, space), Random(1))
    assert [event.do for event in events] == ["place", "reshuffle"]
    assert after.pile_size > 0


def test_a_bot_that_can_play_nothing_passes() -> None:
    position = cover_all(game("Plus Plus", hand_size=2))
    assert apply_event(position, Pass(0)).turn == 1
    assert refusal(game("12"), Pass(0)) is IllegalReason.CAN_STILL_PLAY


@pytest.mark.parametrize("key", sorted(BUILT_IN_DECKS))
def test_every_board_has_every_label_exactly_twice_and_a_card_for_it(key: str) -> None:
    deck = BUILT_IN_DECKS[key]
    for size in deck.sizes:
        for layout in Layout:
            setup = numbers_setup(
                deck=deck,
                size=size,
                layout=layout,
                players=2,
                teams=2,
                rules=NUMBERS.default_rules(2, 2),
                dealer=0,
                rng=Random(3),
            )
            labels = Counter(label for label in setup.board.labels if label != "*")
            assert set(labels.values()) == {2}, (size, layout)
            assert set(labels) == {card.label for card in setup.cards if card.kind is CardKind.MATCH}, (size, layout)
