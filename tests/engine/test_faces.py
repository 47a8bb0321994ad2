"""Faces dealt for one holder: when they can be dealt, how long they last, and who sees them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import (
    DrawMode,
    Exchange,
    Face,
    Forfeit,
    IllegalReason,
    Miss,
    Pass,
    Penalty,
    Place,
    Position,
    Reshuffle,
    Seat,
    Solve,
    SolveMode,
    Stop,
    Team,
    apply_event,
    classic_setup,
    face_of,
    start,
    view,
)
from engine.cards import stacked

from .staging import at, cover_all, cover_label, game, held, place, solve, used_up, with_state
from .test_legality import refusal

HAND = "12 24 Plus Minus 7"
OWN = "3 × 4"


def dealt(position: Position, seat: Seat, label: str, face: str = OWN) -> Position:
    """Deal a face for a card that a seat holds."""
    return apply_event(position, Face(seat, held(position, seat, label), face))


def faces(position: Position, seat: Seat) -> dict[str, str]:
    """Return what a seat sees on its cards, by label, without Plus and Minus."""
    labels = {card.id: card.label for card in position.setup.cards}
    return {label: card.face for card in view(position, seat).hand if (label := labels[card.id]) is not None}


def opening(**settings: Any) -> Position:
    """Return a game where seat 0 starts and has a face for the 12, and seat 1 one for the 8."""
    return dealt(dealt(game(HAND, "8 9", **settings), 1, "8", "10 − 2"), 0, "12")


def test_a_face_changes_nothing_in_the_game() -> None:
    before = game(HAND)
    after = dealt(before, 0, "12")
    assert after._replace(state=None, fresh=before.fresh) == before
    assert after.turn_state._replace(faces=None) == before.turn_state


def test_only_the_holder_sees_the_face() -> None:
    position = opening()
    printed = faces(game(HAND, "8 9"), 0)
    assert faces(position, 0) == {**printed, "12": OWN}
    assert faces(position, 1)["8"] == "10 − 2"


def test_after_the_deal_every_equation_can_get_one_face() -> None:
    position = game(HAND, "8 9")
    for seat in (1, 0):
        for card in position.hands[seat]:
            if position.setup.cards_by_id[card].label is not None:
                position = apply_event(position, Face(seat, card, f"{card} + 0"))
                assert refusal(position, Face(seat, card, "1 + 1")) is IllegalReason.NO_FACE_DUE
    assert len(position.turn_state.faces or ()) == 8


def test_a_face_comes_directly_after_the_draw() -> None:
    position = place(opening(), 0, "7")
    drawn = position.hands[0][-1]
    for card in (held(position, 0, "24"), held(position, 0, "12")):
        assert refusal(position, Face(0, card, OWN)) is IllegalReason.NO_FACE_DUE
    assert face_of(apply_event(position, Face(0, drawn, OWN)), drawn, is_own=True) == OWN
    for event in (Penalty(Team.BLUE), Miss(1, held(position, 1, "8"), at(position, "B1"))):
        assert refusal(apply_event(position, event), Face(0, drawn, OWN)) is IllegalReason.NO_FACE_DUE


def test_other_events_that_draw_are_followed_by_faces() -> None:
    dead = cover_label(opening(), "12")
    exchanged = apply_event(dead, Exchange(0, held(dead, 0, "12")))
    assert exchanged.fresh == exchanged.hands[0][-1:]
    one_try = opening(tries=1)
    missed = apply_event(one_try, Miss(0, held(one_try, 0, "12"), at(one_try, "B1")))
    assert missed.fresh == missed.hands[0][-1:]


def test_events_that_draw_nothing_are_followed_by_none() -> None:
    by_hand = place(opening(draw=DrawMode.MANUAL), 0, "7")
    talk = apply_event(opening(), Penalty(Team.BLUE))
    stuck = with_state(cover_all(opening()), has_exchanged=True)
    stuck = stuck._replace(hands=((held(stuck, 0, "12"),), stuck.hands[1]))
    after = [
        by_hand,
        talk,
        apply_event(talk, Forfeit(0, held(talk, 0, "24"))),
        apply_event(stuck, Pass(0)),
        solve(opening(solve=SolveMode.AHEAD), 0, "24"),
    ]
    assert [position.fresh for position in after] == [()] * 5
    assert refusal(apply_event(opening(), Stop()), Face(0, held(opening(), 0, "24"), OWN)) is IllegalReason.GAME_OVER


def test_the_reshuffle_comes_first_and_the_face_after_it() -> None:
    position = opening()
    next_match = next(card for card in position.undrawn if position.setup.pairs[card] is not None)
    position = used_up(position._replace(pile=stacked((*position.undrawn[:-1], next_match))), left=1)
    position = place(position, 0, "7")
    drawn = position.hands[0][-1]
    assert refusal(position, Face(0, drawn, OWN)) is IllegalReason.RESHUFFLE_DUE
    position = apply_event(position, Reshuffle(tuple(card for pile in position.discards for card in pile)))
    assert position.fresh == (drawn,)
    assert apply_event(position, Face(0, drawn, OWN)).hands == position.hands


@pytest.mark.parametrize(
    ("reason", "event"),
    [
        (IllegalReason.NO_SUCH_SEAT, lambda _: Face(2, 0, OWN)),
        (IllegalReason.CARD_NOT_IN_HAND, lambda p: Face(0, held(p, 1, "9"), OWN)),
        (IllegalReason.CARD_NOT_IN_HAND, lambda p: Face(0, p.undrawn[-1], OWN)),
        (IllegalReason.NO_EQUATION, lambda p: Face(0, held(p, 0, "Plus"), OWN)),
        (IllegalReason.NO_EQUATION, lambda p: Face(0, held(p, 0, "Minus"), OWN)),
        (IllegalReason.WRONG_LENGTH, lambda p: Face(0, held(p, 0, "24"), "")),
        (IllegalReason.WRONG_LENGTH, lambda p: Face(0, held(p, 0, "24"), "1" * 61)),
    ],
)
def test_a_face_that_cannot_be_dealt_is_refused(reason: IllegalReason, event: Any) -> None:
    position = opening()
    assert refusal(position, event(position)) is reason
    assert apply_event(position, Face(0, held(position, 0, "24"), "1" * 60)).deals_faces


def test_playing_cards_get_no_faces() -> None:
    position = start(classic_setup(players=2, rng=Random(1)))
    kinds = {position.setup.cards_by_id[card].label: card for card in position.hands[0]}
    assert {refusal(position, Face(0, card, OWN)) for card in kinds.values()} == {IllegalReason.NO_EQUATION}


def test_if_faces_are_dealt_others_see_the_values_of_discards() -> None:
    position = place(opening(), 0, "12")
    for viewer, face in ((0, OWN), (1, "12"), (None, "12")):
        seen = view(position, viewer)
        assert seen.last_event is not None
        assert seen.last_event.face == face
        assert seen.discards == (("12",), ())
        assert seen.deals_faces


def test_others_see_the_value_of_a_card_without_a_dealt_face_too() -> None:
    position = place(opening(), 0, "24")
    seen = view(position, 1)
    assert seen.last_event is not None
    assert seen.last_event.face == "24"
    own = view(position, 0).last_event
    assert own is not None
    assert own.face == faces(game(HAND), 0)["24"]


def test_plus_and_minus_look_the_same_to_everyone() -> None:
    position = opening()
    position = apply_event(position, Place(0, held(position, 0, "Plus"), at(position, "B1")))
    assert view(position, 1).discards == (("Plus",), ())


def test_without_faces_everyone_sees_the_printed_ones() -> None:
    position = place(game(HAND), 0, "12")
    printed = faces(game(HAND), 0)["12"]
    assert view(position, 1).discards == ((printed,), ())
    assert not view(position, 1).deals_faces


def test_a_lost_card_shows_others_its_value() -> None:
    position = opening(tries=1)
    position = apply_event(position, Miss(0, held(position, 0, "12"), at(position, "B1")))
    seen, own = view(position, 1).last_event, view(position, 0).last_event
    assert seen is not None
    assert own is not None
    assert (seen.face, seen.space) == ("12", None)
    assert (own.face, own.space) == (OWN, at(position, "B1"))


def test_a_face_lasts_until_the_reshuffle() -> None:
    position = place(opening(), 0, "12")
    card = position.discards[0][0]
    assert face_of(position, card, is_own=True) == OWN
    position = used_up(position)
    position = apply_event(position, Reshuffle(tuple(card for pile in position.discards for card in pile)))
    assert face_of(position, card, is_own=True) == position.setup.cards_by_id[card].face
    assert position.turn_state.faces == ((held(position, 1, "8"), "10 − 2"),)
    assert faces(position, 1)["8"] == "10 − 2"


def test_equations_stay_private_after_a_face_was_dealt() -> None:
    position = place(dealt(game(HAND), 0, "12"), 0, "12")
    position = used_up(position)
    position = apply_event(position, Reshuffle(tuple(card for pile in position.discards for card in pile)))
    assert position.turn_state.faces == ()
    assert position.deals_faces


def test_a_card_with_a_face_is_solved_as_the_card() -> None:
    position = dealt(game(HAND, solve=SolveMode.AHEAD), 0, "12")
    card = held(position, 0, "12")
    position = apply_event(position, Solve(0, card, 12))
    (own,) = (one for one in view(position, 0).hand if one.id == card)
    assert (own.face, own.answer, own.is_solved) == (OWN, "12", True)
