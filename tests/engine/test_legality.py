"""Every illegal event is refused with its own reason, and does not change the position."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import (
    Draw,
    DrawMode,
    Event,
    Exchange,
    Forfeit,
    IllegalMoveError,
    IllegalReason,
    Miss,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Stop,
    Team,
    apply_event,
    is_dead,
)

from .staging import at, complete, cover, cover_all, cover_label, game, held, used_up, with_chips, with_state

HAND = "12 24 Plus Minus"
Case = Callable[[Position], Event]


def refusal(position: Position, event: Event) -> IllegalReason:
    with pytest.raises(IllegalMoveError) as refused:
        apply_event(position, event)
    return refused.value.reason


def opening() -> Position:
    """Return a game where seat 0 holds 12, 24, Plus, and Minus. Blue and green have a chip, and green a sequence."""
    position = cover(game(HAND, "7 8", sequences_to_win=2), blue="D4", green="E5")
    return complete(position, "green", "A3 A4 A5 A6 A7")


def right_place(position: Position) -> Place:
    return Place(0, held(position, 0, "12"), position.setup.board.spaces_of["12"][0])


CASES: list[tuple[IllegalReason, Case]] = [
    (IllegalReason.NOT_YOUR_TURN, lambda p: Place(1, held(p, 1, "7"), at(p, "B4"))),
    (IllegalReason.NOT_YOUR_TURN, lambda p: Remove(1, held(p, 1, "7"), at(p, "D4"))),
    (IllegalReason.NOT_YOUR_TURN, lambda p: Exchange(1, held(p, 1, "7"))),
    (IllegalReason.NOT_YOUR_TURN, lambda _: Pass(1)),
    (IllegalReason.NOT_YOUR_TURN, lambda p: Miss(1, held(p, 1, "7"), at(p, "B8"))),
    (IllegalReason.NO_SUCH_SEAT, lambda _: Pass(2)),
    (IllegalReason.NO_SUCH_SEAT, lambda p: Place(-1, held(p, 0, "12"), at(p, "B4"))),
    (IllegalReason.NO_SUCH_SEAT, lambda _: Draw(-1)),
    (IllegalReason.NO_SUCH_SEAT, lambda _: Draw(10**20)),
    (IllegalReason.NO_SUCH_SEAT, lambda _: Forfeit(2, 0)),
    (IllegalReason.NO_SUCH_TEAM, lambda _: Penalty(Team.RED)),
    (IllegalReason.CARD_NOT_IN_HAND, lambda p: Place(0, held(p, 1, "7"), at(p, "B4"))),
    (IllegalReason.CARD_NOT_IN_HAND, lambda p: Place(0, 10**20, at(p, "B4"))),
    (IllegalReason.CARD_NOT_IN_HAND, lambda p: Remove(0, held(p, 1, "7"), at(p, "E5"))),
    (IllegalReason.CARD_NOT_IN_HAND, lambda p: Exchange(0, held(p, 1, "7"))),
    (IllegalReason.CARD_NOT_IN_HAND, lambda p: Miss(0, held(p, 1, "7"), None)),
    (IllegalReason.NO_SUCH_SPACE, lambda p: Place(0, held(p, 0, "12"), 64)),
    (IllegalReason.NO_SUCH_SPACE, lambda p: Place(0, held(p, 0, "12"), -1)),
    (IllegalReason.NO_SUCH_SPACE, lambda p: Place(0, held(p, 0, "Plus"), 10**20)),
    (IllegalReason.NO_SUCH_SPACE, lambda p: Remove(0, held(p, 0, "Minus"), 64)),
    (IllegalReason.NO_SUCH_SPACE, lambda p: Remove(0, held(p, 0, "Minus"), -1)),
    (IllegalReason.FREE_SPACE, lambda p: Place(0, held(p, 0, "12"), at(p, "A1"))),
    (IllegalReason.FREE_SPACE, lambda p: Place(0, held(p, 0, "Plus"), at(p, "H8"))),
    (IllegalReason.FREE_SPACE, lambda p: Remove(0, held(p, 0, "Minus"), at(p, "H1"))),
    (IllegalReason.FREE_SPACE, lambda p: Miss(0, held(p, 0, "12"), at(p, "A8"))),
    (IllegalReason.SPACE_TAKEN, lambda p: Place(0, held(p, 0, "12"), at(p, "D4"))),
    (IllegalReason.SPACE_TAKEN, lambda p: Place(0, held(p, 0, "Plus"), at(p, "E5"))),
    (IllegalReason.SPACE_TAKEN, lambda p: Miss(0, held(p, 0, "12"), at(p, "D4"))),
    (IllegalReason.WRONG_CARD_KIND, lambda p: Place(0, held(p, 0, "Minus"), at(p, "C4"))),
    (IllegalReason.WRONG_CARD_KIND, lambda p: Place(0, held(p, 0, "Minus"), at(p, "E5"))),
    (IllegalReason.WRONG_CARD_KIND, lambda p: Remove(0, held(p, 0, "12"), at(p, "E5"))),
    (IllegalReason.WRONG_CARD_KIND, lambda p: Remove(0, held(p, 0, "Plus"), at(p, "E5"))),
    (IllegalReason.WRONG_CARD_KIND, lambda p: Miss(0, held(p, 0, "Minus"), at(p, "C4"))),
    (IllegalReason.WRONG_SPACE, lambda p: Place(0, held(p, 0, "12"), p.setup.board.spaces_of["7"][0])),
    (IllegalReason.NO_CHIP, lambda p: Remove(0, held(p, 0, "Minus"), at(p, "C4"))),
    (IllegalReason.OWN_CHIP, lambda p: Remove(0, held(p, 0, "Minus"), at(p, "D4"))),
    (IllegalReason.LOCKED_CHIP, lambda p: Remove(0, held(p, 0, "Minus"), at(p, "A5"))),
    (IllegalReason.NOT_DEAD_KIND, lambda p: Exchange(0, held(p, 0, "Plus"))),
    (IllegalReason.NOT_DEAD_KIND, lambda p: Exchange(0, held(p, 0, "Minus"))),
    (IllegalReason.NOT_DEAD_KIND, lambda p: Miss(0, held(p, 0, "Plus"), None)),
    (IllegalReason.NOT_DEAD, lambda p: Exchange(0, held(p, 0, "12"))),
    (IllegalReason.NOT_A_MISS, lambda p: Miss(0, held(p, 0, "12"), p.setup.board.spaces_of["12"][0])),
    (IllegalReason.NOT_A_MISS, lambda p: Miss(0, held(p, 0, "Plus"), at(p, "C4"))),
    (IllegalReason.NOT_A_MISS, lambda p: Miss(0, held(p, 0, "24"), None)),
    (IllegalReason.CAN_STILL_PLAY, lambda _: Pass(0)),
    (IllegalReason.NOTHING_OWED, lambda _: Draw(0)),
    (IllegalReason.NOTHING_OWED, lambda _: Draw(1)),
    (IllegalReason.NO_FORFEIT_DUE, lambda p: Forfeit(0, held(p, 0, "12"))),
    (IllegalReason.NO_FORFEIT_DUE, lambda p: Forfeit(1, held(p, 1, "7"))),
    (IllegalReason.NO_RESHUFFLE_DUE, lambda p: Reshuffle(p.setup.deck)),
]


@pytest.mark.parametrize(("reason", "case"), CASES)
def test_each_illegal_event_has_its_reason(reason: IllegalReason, case: Case) -> None:
    position = cover_label(opening(), "24") if reason is IllegalReason.NOT_A_MISS else opening()
    before = tuple(position)
    assert refusal(position, case(position)) is reason
    assert tuple(position) == before


def test_a_half_covered_card_is_not_dead_and_a_covered_one_is() -> None:
    position = game(HAND)
    card = held(position, 0, "12")
    one, other = (position.setup.board.name(space) for space in position.setup.board.spaces_of["12"])
    assert not is_dead(cover(position, green=one), card)
    assert is_dead(cover(position, green=one, blue=other), card)
    for special in ("Plus", "Minus"):
        assert not is_dead(cover_all(position), held(position, 0, special))


def test_a_second_dead_card_in_one_turn_is_refused() -> None:
    position = cover_label(cover_label(game("12 24 7"), "12"), "24")
    position = apply_event(position, Exchange(0, held(position, 0, "12")))
    assert refusal(position, Exchange(0, held(position, 0, "24"))) is IllegalReason.ALREADY_EXCHANGED
    assert refusal(position, Exchange(0, held(position, 0, "7"))) is IllegalReason.ALREADY_EXCHANGED
    assert refusal(position, Miss(0, held(position, 0, "7"), None)) is IllegalReason.ALREADY_EXCHANGED


def test_passing_is_refused_with_the_same_reason_for_a_play_and_for_a_dead_card() -> None:
    full = cover_all(game("12 24 7 8 9"))
    playable = with_chips(full, full.chips[0], full.chips[1] & ~(1 << full.setup.board.spaces_of["9"][0]))
    assert refusal(full, Pass(0)) is refusal(playable, Pass(0)) is IllegalReason.CAN_STILL_PLAY


@pytest.mark.parametrize(
    ("hand", "reason"),
    [("Plus Plus", None), ("Plus Minus", IllegalReason.CAN_STILL_PLAY), ("Plus 12", IllegalReason.CAN_STILL_PLAY)],
)
def test_on_a_full_board_only_removal_cards_and_dead_cards_can_be_played(
    hand: str, reason: IllegalReason | None
) -> None:
    position = cover_all(game(hand, hand_size=2))
    if reason is None:
        assert apply_event(position, Pass(0)).turn == 1
    else:
        assert refusal(position, Pass(0)) is reason


def test_a_removal_card_is_not_playable_without_a_chip_to_remove() -> None:
    for position in (
        cover_all(game("Minus Minus", hand_size=2), "blue"),
        complete(game("Minus Minus", hand_size=2), "green", "A3 A4 A5 A6 A7"),
    ):
        assert apply_event(position, Pass(0)).turn == 1


def test_an_owed_card_must_be_drawn_before_passing_and_the_reason_reveals_nothing() -> None:
    for hand in ("Plus Plus", "12 24"):
        position = with_state(cover_all(game(hand, hand_size=2, draw=DrawMode.MANUAL)), owed=((0,), ()))
        assert refusal(position, Pass(0)) is IllegalReason.CARD_OWED


def test_d6_a_seat_that_owes_a_forfeit_must_pay_it_first() -> None:
    position = with_state(opening(), owed=((0,), (1,)), forfeits_due=(1, 1))
    events: list[Event] = [
        right_place(position),
        Remove(0, held(position, 0, "Minus"), at(position, "E5")),
        Exchange(0, held(position, 0, "12")),
        Pass(0),
        Draw(0),
        Miss(0, held(position, 0, "12"), None),
    ]
    for event in events:
        assert refusal(position, event) is IllegalReason.FORFEIT_DUE
    assert len(apply_event(position, Draw(1)).hands[1]) == 6
    assert apply_event(position, Forfeit(0, held(position, 0, "12"))).forfeits_due == (0, 1)
    assert apply_event(position, Forfeit(1, held(position, 1, "7"))).forfeits_due == (1, 0)
    assert refusal(position, Forfeit(0, held(position, 1, "7"))) is IllegalReason.CARD_NOT_IN_HAND


def every_event(position: Position) -> list[Event]:
    return [
        right_place(position),
        Remove(0, held(position, 0, "Minus"), at(position, "E5")),
        Exchange(0, held(position, 0, "12")),
        Miss(0, held(position, 0, "12"), None),
        Pass(0),
        Draw(1),
        Penalty(Team.BLUE),
        Forfeit(0, held(position, 0, "12")),
        Stop(),
    ]


def test_every_event_is_refused_after_the_end() -> None:
    position = apply_event(opening(), Stop())
    for event in every_event(position):
        assert refusal(position, event) is IllegalReason.GAME_OVER


def test_only_a_reshuffle_is_legal_with_an_empty_draw_pile() -> None:
    position = opening()
    position = used_up(position)
    for event in every_event(position):
        assert refusal(position, event) is IllegalReason.RESHUFFLE_DUE


def test_a_reshuffle_has_every_discard_exactly_once() -> None:
    position = used_up(opening(), (1, 2), (3,))
    for deck in ((1, 2), (1, 2, 3, 3), (1, 2, 4), (), (1, 2, 3, 4)):
        assert refusal(position, Reshuffle(deck)) is IllegalReason.WRONG_RESHUFFLE
    assert apply_event(position, Reshuffle((3, 1, 2))).undrawn == (3, 1, 2)


def test_every_illegal_reason_is_tested_here_or_elsewhere() -> None:
    elsewhere = {
        IllegalReason.NOT_A_MOVE,  # test_resolve
        IllegalReason.NO_MISSES,  # test_classic, test_solving
        IllegalReason.NO_SOLVING,  # test_solving
        IllegalReason.NOT_SOLVED,
        IllegalReason.ALREADY_SOLVED,
        IllegalReason.UNSOLVED_CARD,
        IllegalReason.NO_EQUATION,
        IllegalReason.WRONG_LENGTH,
        IllegalReason.NO_FACE_DUE,  # test_faces
        IllegalReason.WRONG_OUTCOME,  # test_record
        IllegalReason.GAME_OVER,
        IllegalReason.RESHUFFLE_DUE,
        IllegalReason.WRONG_RESHUFFLE,
        IllegalReason.FORFEIT_DUE,
        IllegalReason.CARD_OWED,
        IllegalReason.ALREADY_EXCHANGED,
    }
    assert {reason for reason, _ in CASES} | elsewhere == set(IllegalReason)


def test_an_error_names_its_reason() -> None:
    assert str(IllegalMoveError(IllegalReason.SPACE_TAKEN)) == "refused: space taken"
