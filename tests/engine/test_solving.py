"""Cards solved ahead (D10): the effects of answers, and what is illegal before them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import (
    Draw,
    DrawMode,
    Event,
    Exchange,
    Face,
    Forfeit,
    IllegalReason,
    Miss,
    NotCountableError,
    OutcomeReason,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Solve,
    SolveMode,
    Stop,
    Team,
    apply_event,
    legal_moves,
    perft,
    resolve,
    step,
    try_of,
    unsolved,
)

from .staging import (
    at,
    cover,
    cover_all,
    cover_label,
    game,
    held,
    place,
    solve,
    solve_all,
    used_up,
    with_chips,
    with_state,
)
from .test_legality import refusal

HAND = "12 24 Plus Minus 7"


def ahead(*hands: str, **settings: Any) -> Position:
    """Start a game with solving ahead. Seat 0 starts."""
    return game(*(hands or (HAND, "8 9")), **{"solve": SolveMode.AHEAD, **settings})


def wrong(position: Position, seat: int, label: str, times: int = 1) -> Position:
    """Let a seat answer a card wrongly."""
    for _ in range(times):
        position = apply_event(position, Solve(seat, held(position, seat, label), int(label) + 1))
    return position


def test_a_right_answer_solves_the_card_and_changes_nothing_else() -> None:
    before = ahead()
    after = solve(before, 0, "12")
    assert after.solved == (held(after, 0, "12"),)
    assert after == before._replace(state=after.state, last_event=after.last_event, fresh=())
    assert after.turn_state == before.turn_state._replace(solved=after.solved)


def test_cards_are_solved_out_of_turn_too() -> None:
    position = solve(ahead(), 1, "8", "9")
    assert [position.setup.cards_by_id[card].label for card in position.solved] == ["8", "9"]
    assert position.turn == 0


def test_a_match_card_is_played_and_turned_in_only_once_solved() -> None:
    position = cover_label(ahead(), "24")
    twelve, dead = held(position, 0, "12"), held(position, 0, "24")
    taken = position.setup.board.spaces_of["24"][0]
    spaces = (*position.setup.board.spaces_of["12"], at(position, "B1"), taken, 0)
    refused: list[Event] = [*(Place(0, twelve, space) for space in spaces), Exchange(0, dead), Exchange(0, twelve)]
    for event in refused:
        assert refusal(position, event) is IllegalReason.NOT_SOLVED
    position = solve(position, 0, "12", "24")
    position = apply_event(position, Exchange(0, dead))
    assert dead in position.discards[0]
    assert twelve in place(position, 0, "12").discards[0]


def test_plus_and_minus_need_no_answer() -> None:
    position = cover(ahead(), green="D4")
    assert apply_event(position, Place(0, held(position, 0, "Plus"), at(position, "B1"))).turn == 1
    assert apply_event(position, Remove(0, held(position, 0, "Minus"), at(position, "D4"))).turn == 1


def test_a_wrong_space_for_a_solved_card_is_refused_instead_of_a_miss() -> None:
    position = solve(ahead(), 0, "12")
    twelve = held(position, 0, "12")
    wrong_space = position.setup.board.spaces_of["24"][0]
    wrongly: list[tuple[Event, IllegalReason]] = [
        (Place(0, twelve, wrong_space), IllegalReason.WRONG_SPACE),
        (Exchange(0, twelve), IllegalReason.NOT_DEAD),
    ]
    for event, reason in wrongly:
        assert refusal(position, event) is reason
        with pytest.raises(ValueError, match=reason.value.replace("_", " ")):
            resolve(position, event)
    assert refusal(position, Miss(0, twelve, wrong_space)) is IllegalReason.NO_MISSES
    assert refusal(position, Miss(0, twelve, None)) is IllegalReason.NO_MISSES


def test_solving_does_not_change_whether_a_card_is_dead() -> None:
    position = solve(ahead(), 0, "12")
    position = cover_label(position, "12")
    assert Exchange(0, held(position, 0, "12")) in legal_moves(position)


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_the_last_try_of_a_card_costs_it(tries: int) -> None:
    position = ahead(tries=tries)
    card = held(position, 0, "12")
    for miss in range(1, tries):
        assert position.tries_left_for(card) == tries - miss + 1
        position = wrong(position, 0, "12")
        assert (try_of(position, 0, card), position.missed.count(card)) == (miss + 1, miss)
        assert card in position.hands[0]
    before, position = position, wrong(position, 0, "12")
    assert position.discards[0] == (card,)
    assert position.turn == 0
    assert position.hands[0] == tuple(other for other in before.hands[0] if other != card)
    assert position.replacements_due == (1, 0)
    assert (position.missed, position.tries_left, position.misses) == ((), None, 0)


def test_unlimited_tries_never_cost_a_card() -> None:
    position = wrong(ahead(tries=None), 0, "12", times=9)
    assert position.tries_left_for(held(position, 0, "12")) is None
    assert try_of(position, 0, held(position, 0, "12")) == 10
    assert len(position.hands[0]) == 5


def test_tries_are_counted_by_card_instead_of_turn() -> None:
    position = wrong(wrong(ahead(tries=2), 0, "12"), 0, "24")
    assert len(position.hands[0]) == 5
    position = place(solve(position, 0, "7"), 0, "7")
    position = place(solve(position, 1, "8"), 1, "8")
    assert wrong(position, 0, "12").replacements_due == (1, 0)


def test_a_lost_card_is_replaced_at_the_end_of_the_turn() -> None:
    position = wrong(ahead(tries=1), 0, "12")
    next_two = position.undrawn[:2]
    position = place(solve(position, 0, "7"), 0, "7")
    assert position.replacements_due == (0, 0)
    assert position.hands[0][-2:] == next_two
    assert position.fresh == next_two
    assert len(position.hands[0]) == 5


def test_a_card_lost_out_of_turn_is_replaced_at_the_end_of_the_seats_next_turn() -> None:
    position = wrong(ahead(tries=1), 1, "8")
    position = place(solve(position, 0, "7"), 0, "7")
    assert (len(position.hands[1]), position.replacements_due) == (4, (0, 1))
    position = place(solve(position, 1, "9"), 1, "9")
    assert (len(position.hands[1]), position.replacements_due) == (5, (0, 0))


def test_replacements_are_automatic_with_drawing_by_hand() -> None:
    position = wrong(ahead(tries=1, draw=DrawMode.MANUAL), 0, "12")
    next_card = position.undrawn[0]
    position = place(solve(position, 0, "7"), 0, "7")
    assert position.hands[0][-1] == next_card
    assert (len(position.hands[0]), position.owed) == (4, ((0,), ()))
    assert len(apply_event(position, Draw(0)).hands[0]) == 5


def test_replacements_do_not_cost_an_owed_card() -> None:
    position = place(solve(ahead(tries=1, draw=DrawMode.MANUAL), 0, "7"), 0, "7")
    position = place(solve(wrong(position, 1, "8"), 1, "9"), 1, "9")
    assert position.owed == ((0,), (1,))


def test_a_win_draws_no_replacement() -> None:
    position = cover(wrong(ahead(tries=1), 0, "12"), blue="B1 C1 D1")
    after = apply_event(position, Place(0, held(position, 0, "Plus"), at(position, "E1")))
    assert after.outcome is not None
    assert (after.pile, after.replacements_due) == (position.pile, (1, 0))


def test_an_unsolved_card_prevents_passing_and_the_reason_reveals_nothing() -> None:
    stuck = cover_all(ahead("12 24 7 8 9"))
    stuck = with_state(solve(stuck, 0, "12", "24", "7", "8"), has_exchanged=True)
    assert refusal(stuck, Pass(0)) is IllegalReason.UNSOLVED_CARD
    assert apply_event(solve(stuck, 0, "9"), Pass(0)).turn == 1
    free = solve(ahead("12 24 7 8 9"), 0, "12", "24", "7", "8")
    assert refusal(free, Pass(0)) is IllegalReason.UNSOLVED_CARD
    assert refusal(solve(free, 0, "9"), Pass(0)) is IllegalReason.CAN_STILL_PLAY


def test_another_seats_unsolved_card_does_not_prevent_passing() -> None:
    position = with_state(cover_all(solve_all(ahead("12 24 7 8 9"), 0)), has_exchanged=True)
    assert apply_event(position, Pass(0)).turn == 1


def test_a_pass_that_brings_replacements_does_not_count() -> None:
    position = cover_all(solve(wrong(ahead("12 24 7 8 9", tries=1), 0, "12"), 0, "24", "7", "8", "9"))
    position = with_state(position, has_exchanged=True, passes=1)
    next_card = position.undrawn[0]
    after = apply_event(position, Pass(0))
    assert after.outcome is None
    assert (after.passes, after.turn, after.hands[0][-1], after.fresh) == (0, 1, next_card, (next_card,))
    position = with_state(position, replacements_due=(0, 1))
    stalled = apply_event(position, Pass(0))
    assert stalled.outcome is not None
    assert stalled.outcome.reason is OutcomeReason.STALLED


def test_pending_draws_follow_the_reshuffle() -> None:
    position = ahead("12 24 Plus 7", tries=1, players=4)
    position = wrong(wrong(position, 0, "12"), 0, "24")
    position = used_up(position, left=1)
    played = apply_event(position, Place(0, held(position, 0, "Plus"), at(position, "B1")))
    assert played.needs_reshuffle
    assert len(played.hands[0]) == 2
    deck = tuple(card for pile in played.discards for card in pile)
    after = apply_event(played, Reshuffle(deck))
    assert after.hands[0] == (*played.hands[0], *deck[:2])
    assert (after.undrawn, after.turn_state.draws_due, after.fresh) == (deck[2:], (), (*played.fresh, *deck[:2]))


def test_a_card_drawn_again_must_be_solved_again() -> None:
    position = solve(wrong(ahead(), 0, "12"), 0, "12")
    card = held(position, 0, "12")
    assert try_of(position, 0, card) == 3
    position = place(position, 0, "12")
    assert (position.solved, position.missed) == ((), ())


def test_pending_replacements_lapse_with_the_last_card() -> None:
    position = ahead("12", "8", hand_size=1, tries=1)
    for _ in range(2):
        position = apply_event(position, Penalty(Team.GREEN))
    assert position.forfeits_due == (0, 2)
    position = wrong(position, 1, "8")
    assert (position.hands[1], position.forfeits_due, position.replacements_due) == ((), (0, 0), (0, 1))


def test_table_talk_can_cost_an_unsolved_card() -> None:
    position = apply_event(wrong(apply_event(ahead(), Penalty(Team.GREEN)), 1, "8"), Penalty(Team.BLUE))
    assert refusal(position, Solve(0, held(position, 0, "12"), 12)) is IllegalReason.FORFEIT_DUE
    position = apply_event(position, Forfeit(1, held(position, 1, "8")))
    assert (position.missed, position.replacements_due) == ((), (0, 0))


@pytest.mark.parametrize(
    ("reason", "event"),
    [
        (IllegalReason.NO_SUCH_SEAT, lambda _: Solve(2, 0, 12)),
        (IllegalReason.CARD_NOT_IN_HAND, lambda p: Solve(0, held(p, 1, "8"), 8)),
        (IllegalReason.CARD_NOT_IN_HAND, lambda _: Solve(0, 10**6, 8)),
        (IllegalReason.NO_EQUATION, lambda p: Solve(0, held(p, 0, "Plus"), 1)),
        (IllegalReason.NO_EQUATION, lambda p: Solve(0, held(p, 0, "Minus"), 1)),
        (IllegalReason.ALREADY_SOLVED, lambda p: Solve(0, held(p, 0, "7"), 7)),
        (IllegalReason.ALREADY_SOLVED, lambda p: Solve(0, held(p, 0, "7"), 8)),
        (IllegalReason.WRONG_LENGTH, lambda p: Solve(0, held(p, 0, "12"), 1_000_000)),
        (IllegalReason.WRONG_LENGTH, lambda p: Solve(0, held(p, 0, "12"), -1_000_000)),
    ],
)
def test_an_illegal_answer_is_refused(reason: IllegalReason, event: Any) -> None:
    position = solve(ahead(), 0, "7")
    assert refusal(position, event(position)) is reason


def test_solving_is_refused_if_answers_are_given_on_the_board() -> None:
    position = game(HAND)
    assert refusal(position, Solve(0, held(position, 0, "12"), 12)) is IllegalReason.NO_SOLVING


def test_solving_is_refused_after_the_end_and_before_a_reshuffle() -> None:
    position = ahead()
    solves = Solve(0, held(position, 0, "12"), 12)
    assert refusal(apply_event(position, Stop()), solves) is IllegalReason.GAME_OVER
    assert refusal(used_up(position), solves) is IllegalReason.RESHUFFLE_DUE


def test_correct_moves_are_solving_and_then_playing() -> None:
    position = cover(ahead("12 24 Plus Minus", hand_size=4), green="D4")
    moves = legal_moves(position)
    solving = [move for move in moves if isinstance(move, Solve)]
    assert solving == [Solve(0, held(position, 0, label), int(label)) for label in ("12", "24")]
    assert {type(move) for move in moves} == {Solve, Place, Remove}
    cards = {move.card for move in moves if isinstance(move, Place)}
    assert cards == {held(position, 0, "Plus")}
    after = legal_moves(solve(position, 0, "12", "24"))
    assert {type(move) for move in after} == {Place, Remove}
    assert {move.card for move in after if isinstance(move, Place)} == {
        held(position, 0, word) for word in ("12", "24", "Plus")
    }


def test_with_only_unsolved_equations_the_only_correct_moves_are_solving() -> None:
    position = ahead("12 24 7 8 9")
    assert {type(move) for move in legal_moves(position)} == {Solve}
    assert len(unsolved(position, position.hands[0])) == 5
    empty = with_chips(position, *position.chips)._replace(hands=((), position.hands[1]))
    assert legal_moves(empty) == (Pass(0),)


def test_perft_refuses_solving_ahead() -> None:
    with pytest.raises(NotCountableError, match="solved on the board"):
        perft(ahead(), 1)


def test_a_step_applies_an_answer_unchanged() -> None:
    position = ahead(tries=1)
    events: list[tuple[Event, ...]] = []
    for answer in (13, 12):
        card = held(position, 0, "12") if answer == 13 else held(position, 0, "24")
        made, position = step(position, Solve(0, card, answer), Random(1))
        events.append(made)
    assert [[type(event) for event in made] for made in events] == [[Solve], [Solve]]
    with pytest.raises(ValueError, match="not a move"):
        resolve(position, Face(0, position.hands[0][0], "7 + 5"))
