from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Board,
    Card,
    CardKind,
    Draw,
    DrawMode,
    Event,
    Exchange,
    Forfeit,
    HeldCard,
    Miss,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    SeenEvent,
    Setup,
    Solve,
    SolveMode,
    Stop,
    Team,
    View,
    apply_event,
    replay,
    view,
)
from engine.cards import stacked

from .staging import at, complete, cover, cover_label, game, held, used_up, with_state
from .strategies import Played, games


def test_a_seat_sees_its_own_hand_without_answers_and_only_counts_of_others() -> None:
    position = game("12 Plus Minus", "24")
    seen = view(position, 0)
    cards = [position.setup.cards_by_id[card] for card in position.hands[0]]
    assert seen.hand == tuple(HeldCard(card.id, card.kind, card.face) for card in cards)
    assert seen.hand_sizes == (5, 5)
    assert seen.pile_size == position.pile_size
    assert view(position, None).hand == ()
    assert view(position, None) == view(position, 1)._replace(seat=None, hand=())


def test_everyone_sees_board_table_and_discards() -> None:
    position = game("12", "24", players=3, draw=DrawMode.MANUAL)
    position = apply_event(position, Place(0, held(position, 0, "12"), position.setup.board.spaces_of["12"][0]))
    position = apply_event(position, Penalty(Team.RED))
    seen = view(position, None)
    setup = position.setup
    assert (seen.board, seen.rules, seen.seats, seen.dealer) == (setup.board, setup.rules, setup.seats, setup.dealer)
    assert seen.edition == "numbers"
    assert (seen.turn, seen.turn_number, seen.tries_left, seen.has_exchanged) == (1, 1, 2, False)
    assert seen.owed == (1, 0, 0)
    assert seen.forfeits_due == (0, 0, 1)
    assert seen.discards == ((setup.cards_by_id[position.discards[0][0]].face,), (), ())
    assert seen.outcome is None
    assert view(apply_event(position, Stop()), 2).outcome == apply_event(position, Stop()).outcome


def test_chips_and_locks_by_space() -> None:
    position = complete(cover(game(), blue="D7"), "green", "A1 B1 C1 D1 E1")
    seen = view(position, 0)
    assert seen.chip_on(at(position, "D7")) is Team.BLUE
    assert seen.chip_on(at(position, "B1")) is Team.GREEN
    assert seen.chip_on(at(position, "A1")) is None
    assert seen.chip_on(at(position, "D6")) is None
    assert [seen.is_locked(at(position, name)) for name in ("B1", "A1", "D7", "D6")] == [True, False, False, False]


def test_a_view_of_the_last_event() -> None:
    assert view(game(), 0).last_event is None
    position = cover(game("12 Minus", "24"), green="D4")
    twelve, minus = held(position, 0, "12"), held(position, 0, "Minus")
    face = position.setup.cards_by_id[twelve].face
    space = position.setup.board.spaces_of["12"][0]
    shown: list[tuple[Position, Event, SeenEvent]] = [
        (position, Place(0, twelve, space), SeenEvent("place", seat=0, face=face, space=space)),
        (
            position,
            Remove(0, minus, at(position, "D4")),
            SeenEvent("remove", seat=0, face="Minus", space=at(position, "D4")),
        ),
        (cover_label(position, "12"), Exchange(0, twelve), SeenEvent("exchange", seat=0, face=face)),
        (position, Penalty(Team.BLUE), SeenEvent("penalty", team=Team.BLUE)),
        (with_state(position, forfeits_due=(1, 0)), Forfeit(0, twelve), SeenEvent("forfeit", seat=0, face=face)),
        (with_state(position, owed=((0,), ())), Draw(0), SeenEvent("draw", seat=0)),
        (position, Stop(), SeenEvent("stop")),
        (used_up(position, (1,)), Reshuffle((1,)), SeenEvent("reshuffle")),
    ]
    for before, event, seen in shown:
        for seat in (0, 1, None):
            assert view(apply_event(before, event), seat).last_event == seen


@pytest.mark.parametrize("tries", [1, 2])
@pytest.mark.parametrize("answer", ["24", None])
def test_a_miss_is_shown_to_its_seat_and_to_others_only_that_it_happened(tries: int, answer: str | None) -> None:
    position = game("12", "24", tries=tries)
    card = held(position, 0, "12")
    space = None if answer is None else position.setup.board.spaces_of[answer][0]
    position = apply_event(position, Miss(0, card, space))
    face = position.setup.cards_by_id[card].face
    assert view(position, 0).last_event == SeenEvent("miss", seat=0, face=face, space=space)
    # The last miss discards the card: then everyone sees its face on the pile.
    for other in (1, None):
        assert view(position, other).last_event == SeenEvent("miss", seat=0, face=face if tries == 1 else None)


def pieces(value: object) -> Iterator[object]:
    """Yield all values in a view."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from pieces(getattr(value, one.name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from pieces(one)


@given(games(), st.data())
def test_a_view_contains_no_position_card_or_setup(played: Played, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *range(len(played.setup.seats))]))
    for value in pieces(view(played.position, seat)):
        assert not isinstance(value, (Position, Setup, Card))


def with_other_secrets(setup: Setup, position: Position, seat: int | None, rng: Random) -> Setup:
    """Replace the secrets of a table: swap cards that the seat has not seen, and remove all answers."""
    seen = {card for pile in position.discards for card in pile} | set(() if seat is None else position.hands[seat])
    hidden = [card for card in setup.cards if card.id not in seen]
    swapped = rng.sample(hidden, len(hidden))
    new = {old.id: Card(old.id, card.kind, card.face, card.label) for old, card in zip(hidden, swapped, strict=True)}
    return replace(setup, cards=tuple(new.get(card.id, card) for card in setup.cards))


@given(games(max_steps=60), st.data())
def test_unseen_secrets_do_not_change_a_view_or_its_text(played: Played, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *range(len(played.setup.seats))]))
    position = played.position
    rng = Random(data.draw(st.integers(0, 999)))
    other = position._replace(
        setup=with_other_secrets(played.setup, position, seat, rng),
        pile=stacked(rng.sample(position.undrawn, position.pile_size)),
    )
    if isinstance(position.last_event, Miss) and seat != position.last_event.seat:
        # Whatever the wrong answer was, and to which card of the hand: others see the same.
        other = other._replace(last_event=replace(position.last_event, space=None))
    assert view(other, seat) == view(position, seat)
    assert repr(view(other, seat)) == repr(view(position, seat))


@given(games(max_steps=60))
def test_own_answers_are_not_in_the_view(played: Played) -> None:
    """Replacing the unsolved answers in the viewer's hand does not change the view."""
    position = played.position
    for seat, hand in enumerate(position.hands):
        labels = list(position.setup.board.spaces_of)
        cards = tuple(
            replace(card, label=labels[(labels.index(card.label) + 7) % len(labels)])
            if card.id in hand and card.id not in position.solved and card.label is not None
            else card
            for card in position.setup.cards
        )
        other = position._replace(setup=replace(position.setup, cards=cards))
        assert repr(view(other, seat)) == repr(view(position, seat))


@given(games(max_steps=60))
def test_no_hidden_face_is_in_the_text_of_a_view(played: Played) -> None:
    """Faces are replaced by words found nowhere else, then searched for in the whole text."""
    setup = replace(played.setup, cards=tuple(replace(card, face=f"<card {card.id}>") for card in played.setup.cards))
    position = replay(setup, played.events)
    for seat in (None, *range(len(setup.seats))):
        text = repr(view(position, seat))
        own = () if seat is None else position.hands[seat]
        seen = {*own, *(card for pile in position.discards for card in pile)}
        shown = {card.id for card in setup.cards if card.face in text}
        last: Any = position.last_event
        assert shown - {getattr(last, "card", None)} <= seen
        if isinstance(last, Miss) and last.card in position.hands[last.seat] and seat != last.seat:
            assert last.card not in shown


@given(games(max_steps=60))
def test_only_the_holder_sees_a_face(played: Played) -> None:
    position = played.position
    last: Any = position.last_event
    for seat in (None, *range(len(position.hands))):
        text = repr(view(position, seat))
        own = set() if seat is None else set(position.hands[seat])
        if seat is not None and getattr(last, "seat", None) == seat:
            own.add(getattr(last, "card", None))
        assert {card for card, face in position.turn_state.faces or () if face in text} <= own


AHEAD: dict[str, Any] = {"solve": SolveMode.AHEAD, "tries": 2}


def solving(*answers: int) -> Position:
    """Return a position in which seat 0 has given these answers for its 12."""
    position = game("12 Plus", **AHEAD)
    for answer in answers:
        position = apply_event(position, Solve(0, held(position, 0, "12"), answer))
    return position


def test_only_the_holder_sees_the_answer_of_a_solved_card() -> None:
    position = solving(13, 12)
    card = held(position, 0, "12")
    hand = {one.id: one for one in view(position, 0).hand}
    assert (hand[card].answer, hand[card].is_solved, hand[card].tries_left) == ("12", True, None)
    plus = hand[held(position, 0, "Plus")]
    assert (plus.answer, plus.is_solved, plus.tries_left) == (None, False, None)
    others = [one for one in hand.values() if one not in {hand[card], plus}]
    assert {(one.answer, one.is_solved, one.tries_left) for one in others} == {(None, False, 2)}


def test_tries_left_are_shown_by_card() -> None:
    position = solving(13)
    assert {one.id: one.tries_left for one in view(position, 0).hand}[held(position, 0, "12")] == 1
    assert view(position, 0).tries_left is None
    assert {one.tries_left for one in view(game("12", **{**AHEAD, "tries": None}), 0).hand} == {None}
    assert {one.tries_left for one in view(game("12", tries=2), 0).hand} == {None}


@pytest.mark.parametrize(
    ("answers", "given", "is_right", "is_lost", "answer"),
    [((12,), 12, True, False, "12"), ((13,), 13, False, False, None), ((13, 11), 11, False, True, "12")],
)
def test_an_answer_is_shown_to_the_student_who_gave_it(
    answers: tuple[int, ...], given: int, is_right: bool, is_lost: bool, answer: str | None
) -> None:
    before, position = solving(), solving(*answers)
    face = before.setup.cards_by_id[held(before, 0, "12")].face
    shown = SeenEvent("solve", 0, None, face, None, given, is_right, is_lost, answer)
    assert view(position, 0).last_event == shown
    for viewer in (1, None):
        seen = view(position, viewer)
        assert seen.last_event == SeenEvent("solve", seat=0, is_lost=is_lost)
        assert seen.replacements_due == (int(is_lost), 0)


def test_a_view_is_frozen() -> None:
    seen: View = view(game(), 0)
    assert isinstance(seen.board, Board)
    with pytest.raises(AttributeError):
        seen.turn = 3  # type: ignore[misc]
    assert seen.hand[0].kind in CardKind
