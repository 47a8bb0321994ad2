"""The effect of each event, and decisions D3 to D9."""

from __future__ import annotations

import pytest

from engine import (
    Draw,
    DrawMode,
    Exchange,
    Forfeit,
    Miss,
    Outcome,
    OutcomeReason,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Team,
    apply_event,
    legal_moves,
)

from .staging import at, cover, cover_all, cover_label, game, held, names, place, used_up, with_chips

MANUAL = DrawMode.MANUAL


def wrong(position: Position, seat: int, label: str) -> Position:
    other = next(one for one in position.setup.board.spaces_of if one != label)
    return apply_event(position, Miss(seat, held(position, seat, label), position.setup.board.spaces_of[other][0]))


def hand_labels(position: Position, seat: int) -> list[str | None]:
    return [position.setup.cards_by_id[card].label for card in position.hands[seat]]


# A turn


def test_a_match_card_is_placed_on_either_space_and_the_next_card_is_drawn() -> None:
    before = game("12 24", draws="30")
    card = held(before, 0, "12")
    for which in (0, 1):
        after = place(before, 0, "12", which)
        space = before.setup.board.spaces_of["12"][which]
        assert after.chips == (before.chips[0] | 1 << space, before.chips[1])
        assert after.open == before.open ^ 1 << space
        assert after.discards == ((card,), ())
        assert hand_labels(after, 0) == [*hand_labels(before, 0)[1:], "30"]
        assert (after.turn, after.turn_number) == (1, 1)
        assert after.pile_size == before.pile_size - 1
        assert after.last_event == Place(0, card, space)


def test_a_wild_card_is_placed_on_any_open_space() -> None:
    position = game("Plus")
    after = apply_event(position, Place(0, held(position, 0, "Plus"), at(position, "D5")))
    assert after.chips[0] ^ position.chips[0] == 1 << at(position, "D5")


def test_a_removal_card_removes_a_chip_and_places_none() -> None:
    position = cover(game("Minus", draws="30"), green="D5 D6", blue="C1")
    after = apply_event(position, Remove(0, held(position, 0, "Minus"), at(position, "D5")))
    assert after.chips == (position.chips[0], position.chips[1] ^ 1 << at(position, "D5"))
    assert after.open == position.open | 1 << at(position, "D5")
    assert after.turn == 1
    assert "30" in hand_labels(after, 0)
    assert after.setup.cards_by_id[after.discards[0][-1]].face == "Minus"


def test_turns_go_clockwise_and_teams_alternate() -> None:
    position = game("12", "24", "30", "36", players=4)
    for seat, label in enumerate(("12", "24", "30", "36")):
        assert position.turn == seat
        position = place(position, seat, label)
    assert (position.turn, position.turn_number) == (0, 4)
    blue, green = position.chips
    assert names(position, position.setup.board.spaces_of["12"]).split()[0]
    for label, team in (("12", blue), ("24", green), ("30", blue), ("36", green)):
        assert team >> position.setup.board.spaces_of[label][0] & 1


def test_old_positions_do_not_change() -> None:
    before = game("12")
    values = tuple(before)
    after = place(before, 0, "12")
    assert tuple(before) == values
    assert after != before


# Dead cards


@pytest.mark.parametrize("draw", DrawMode)
def test_a_dead_card_is_replaced_at_once_and_the_turn_continues(draw: DrawMode) -> None:
    before = cover_label(game("12 24", draws="30", draw=draw), "12")
    card = held(before, 0, "12")
    after = apply_event(before, Exchange(0, card))
    assert (after.turn, after.turn_number, after.has_exchanged) == (0, 0, True)
    assert after.discards == ((card,), ())
    assert hand_labels(after, 0)[-1] == "30"
    assert len(after.hands[0]) == 5
    assert after.owed == ((), ())
    assert place(after, 0, "24").has_exchanged is False


# D3


def test_d3_a_seat_with_nothing_to_play_passes() -> None:
    position = cover_all(game("Plus Plus", "Minus", hand_size=2))
    after = apply_event(position, Pass(0))
    assert (after.turn, after.turn_number, after.passes) == (1, 1, 1)
    assert after.hands == position.hands
    assert after.pile_size == position.pile_size


def test_d3_the_game_is_stalled_when_every_latest_turn_ended_in_a_pass() -> None:
    position = cover_all(game("Plus Plus", "Minus Minus", hand_size=2), "green")
    stalled = apply_event(apply_event(position, Pass(0)), Pass(1))
    assert stalled.outcome == Outcome(OutcomeReason.STALLED, None, ())
    assert (stalled.turn, stalled.turn_number) == (1, 1)
    assert legal_moves(stalled) == ()


def test_d3_trading_in_a_dead_card_before_passing_makes_no_difference() -> None:
    position = cover_all(game("12 7", "Minus Minus", hand_size=2, draws="24"), "green")
    position = apply_event(apply_event(position, Exchange(0, held(position, 0, "12"))), Pass(0))
    assert position.turn == 1
    assert apply_event(position, Pass(1)).outcome == Outcome(OutcomeReason.STALLED, None, ())


def test_d3_any_other_turn_breaks_the_row_of_passes() -> None:
    position = cover_all(game("Plus Plus", "Minus Minus", hand_size=2), "blue")
    position = apply_event(position, Pass(0))
    position = apply_event(position, Remove(1, held(position, 1, "Minus"), at(position, "D4")))
    assert (position.passes, position.turn) == (0, 0)
    position = apply_event(cover(position, blue="D4"), Pass(0))
    assert position.outcome is None


def test_d3_a_miss_that_ends_the_turn_breaks_the_row_of_passes() -> None:
    position = apply_event(cover_all(game("Plus Plus", "12 24", hand_size=2, tries=1), "green"), Pass(0))
    board = position.setup.board
    position = with_chips(position, position.chips[0], position.chips[1] & ~(1 << board.spaces_of["24"][0]))
    position = apply_event(position, Miss(1, held(position, 1, "12"), board.spaces_of["24"][0]))
    assert position.passes == 0


# D4


def test_d4_the_draw_that_empties_the_pile_makes_a_reshuffle_due_and_the_game_continues_from_it() -> None:
    position = game("12", "24")
    position = used_up(position, (100,), (101, 102), left=1)
    position = place(position, 0, "12")
    assert position.needs_reshuffle
    assert position.pile_size == 0
    assert legal_moves(position) == ()
    discarded = [card for pile in position.discards for card in pile]
    after = apply_event(position, Reshuffle(tuple(reversed(discarded))))
    assert after.discards == ((), ())
    assert after.undrawn == tuple(reversed(discarded))
    assert after.pile_size == len(discarded)
    assert (after.turn, after.turn_number) == (1, 1)
    assert not after.needs_reshuffle


@pytest.mark.parametrize("draw", DrawMode)
def test_d4_a_dead_cards_replacement_can_empty_the_pile_in_the_middle_of_a_turn(draw: DrawMode) -> None:
    position = cover_label(game("12 24", draw=draw), "12")
    position = used_up(position, left=1)
    card = held(position, 0, "12")
    position = apply_event(position, Exchange(0, card))
    after = apply_event(position, Reshuffle((card,)))
    assert (after.turn, after.has_exchanged, after.undrawn) == (0, True, (card,))


# D5


def test_d5_a_seat_is_owed_a_card_from_the_end_of_its_play_and_may_take_it_out_of_turn() -> None:
    position = place(game("12", "24", draw=MANUAL, draws="30"), 0, "12")
    assert position.owed == ((0,), ())
    assert len(position.hands[0]) == 4
    after = apply_event(position, Draw(0))
    assert after.turn == 1
    assert after.owed == ((), ())
    assert hand_labels(after, 0)[-1] == "30"


def test_d5_a_card_is_lost_once_a_later_player_has_played_and_drawn() -> None:
    position = place(game("12", "24", draw=MANUAL), 0, "12")
    position = place(position, 1, "24")
    assert position.owed == ((0,), (1,))
    late = apply_event(position, Draw(1))
    assert late.owed == ((), ())
    assert len(late.hands[0]) == 4
    in_time = apply_event(position, Draw(0))
    assert in_time.owed == ((), (1,))
    assert apply_event(in_time, Draw(1)).owed == ((), ())


def test_d5_a_seat_with_several_cards_owed_takes_the_oldest_first() -> None:
    position = game("12 7", "24 8", draw=MANUAL)
    for seat, label in ((0, "12"), (1, "24"), (0, "7"), (1, "8")):
        position = place(position, seat, label)
    assert position.owed == ((0, 2), (1, 3))
    assert apply_event(position, Draw(0)).owed == ((2,), (1, 3))
    assert apply_event(position, Draw(1)).owed == ((2,), (3,))
    assert apply_event(apply_event(position, Draw(0)), Draw(0)).owed == ((), (3,))


def test_d5_on_its_turn_a_seat_can_draw_before_or_after_a_dead_card() -> None:
    position = place(game("12 7", "24", draw=MANUAL), 0, "12")
    position = cover_label(place(position, 1, "24"), "7")
    assert Draw(0) in legal_moves(position)
    position = apply_event(apply_event(position, Exchange(0, held(position, 0, "7"))), Draw(0))
    assert len(position.hands[0]) == 5
    assert (position.turn, position.owed) == (0, ((), (1,)))


def test_d5_the_last_miss_and_a_removal_are_owed_a_card_too() -> None:
    position = wrong(game("12", tries=1, draw=MANUAL), 0, "12")
    assert position.owed == ((0,), ())
    position = cover(game("Minus", draw=MANUAL), green="D4")
    assert apply_event(position, Remove(0, held(position, 0, "Minus"), at(position, "D4"))).owed == ((0,), ())


# D6


def test_d6_each_member_of_the_team_gives_up_a_chosen_card_without_replacement() -> None:
    position = apply_event(game("12 24", "7", "30", players=4), Penalty(Team.BLUE))
    assert position.forfeits_due == (1, 0, 1, 0)
    assert (position.turn, position.last_event) == (0, Penalty(Team.BLUE))
    assert set(legal_moves(position)) == {Forfeit(0, card) for card in position.hands[0]}
    card = held(position, 0, "24")
    position = apply_event(position, Forfeit(0, card))
    assert position.forfeits_due == (0, 0, 1, 0)
    assert position.discards[0] == (card,)
    assert len(position.hands[0]) == 3
    assert position.turn == 0
    position = apply_event(position, Forfeit(2, held(position, 2, "30")))
    assert position.forfeits_due == (0, 0, 0, 0)
    assert len(place(position, 0, "12").hands[0]) == 3


def test_d6_penalties_add_up() -> None:
    position = game("12")
    for team in (Team.BLUE, Team.BLUE, Team.GREEN):
        position = apply_event(position, Penalty(team))
    assert position.forfeits_due == (2, 1)


def test_d6_forfeits_lapse_with_the_last_card_and_an_empty_hand_owes_none() -> None:
    position = apply_event(apply_event(game("12", hand_size=1), Penalty(Team.BLUE)), Penalty(Team.BLUE))
    position = apply_event(position, Forfeit(0, held(position, 0, "12")))
    assert (position.hands[0], position.forfeits_due) == ((), (0, 0))
    assert apply_event(position, Penalty(Team.BLUE)).forfeits_due == (0, 0)
    assert apply_event(position, Pass(0)).turn == 1


# D7


def test_d7_a_miss_leaves_the_board_and_the_turn_until_tries_are_used_up() -> None:
    before = game("12 24", tries=2, draws="30")
    first = wrong(before, 0, "12")
    assert (first.chips, first.hands, first.turn, first.tries_left) == (before.chips, before.hands, 0, 1)
    second = wrong(first, 0, "24")
    assert (second.chips, second.turn, second.tries_left) == (before.chips, 1, 2)
    # The card of the last miss is the one discarded, and a card is drawn as after a play.
    assert second.discards == ((held(before, 0, "24"),), ())
    assert hand_labels(second, 0)[-1] == "30"
    assert "12" in hand_labels(second, 0)


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_d7_tries_in_a_turn_are_limited(tries: int) -> None:
    position = game("12", tries=tries)
    for _ in range(tries):
        assert position.turn == 0
        position = wrong(position, 0, "12")
    assert position.turn == 1


def test_d7_unlimited_tries_never_end_a_turn() -> None:
    position = game("12", tries=None)
    for _ in range(30):
        position = wrong(position, 0, "12")
    assert (position.turn, position.tries_left) == (0, None)
    assert place(position, 0, "12").turn == 1


def test_d7_a_mistaken_trade_in_is_a_miss() -> None:
    position = game("12 24", tries=2)
    position = apply_event(position, Miss(0, held(position, 0, "12"), None))
    assert position.tries_left == 1
    position = apply_event(position, Miss(0, held(position, 0, "24"), None))
    assert position.turn == 1


def test_d7_tries_start_over_each_turn() -> None:
    position = place(wrong(game("12 7", "24"), 0, "12"), 0, "12")
    position = place(position, 1, "24")
    assert (position.turn, position.tries_left) == (0, 2)
