"""The naive engine follows the rules for turns (D3 to D7)."""

from __future__ import annotations

from typing import Any

import pytest

from .naive import Illegal, Json, Referee, legal_actions, perft, resolved
from .naive.staging import game, give, objection, place_all, two_spaces


def test_a_locked_chip_cannot_be_removed_but_a_sixth_neighbor_can() -> None:
    referee = game()
    place_all(referee, "A3 B3 C3 D3 E3 F3")
    card = give(referee, 1, "remove")
    referee.turn = 1
    assert objection(referee, do="remove", seat=1, card=card, space="C3") is not None
    referee.apply({"do": "remove", "seat": 1, "card": card, "space": "F3"})
    assert "F3" not in referee.chips


def test_a_removal_card_needs_a_chip_of_another_team() -> None:
    referee = game(players=4)
    referee.chips = {"C3": "blue", "C4": "green"}
    card = give(referee, 0, "remove")
    refused = [objection(referee, do="remove", seat=0, card=card, space=space) for space in ("C3", "C5", "A1", "C4")]
    assert [reason is None for reason in refused] == [False, False, False, True]
    assert objection(referee, do="place", seat=0, card=card, space="C5") is not None


def test_a_dead_card_is_replaced_once_a_turn_and_the_turn_continues() -> None:
    referee = game(draw="manual")
    first, second = referee.hands[0][:2]
    for card in (first, second):
        referee.chips.update(dict.fromkeys(two_spaces(referee, card), "green"))
    referee.apply({"do": "exchange", "seat": 0, "card": first})
    assert referee.turn == 0
    assert len(referee.hands[0]) == 5
    assert referee.discards[0] == [first]
    assert objection(referee, do="exchange", seat=0, card=second) is not None


def test_a_half_covered_card_and_a_wild_card_are_not_dead() -> None:
    referee = game()
    card = referee.hands[0][0]
    referee.chips[two_spaces(referee, card)[0]] = "green"
    assert objection(referee, do="exchange", seat=0, card=card) is not None
    referee.chips[two_spaces(referee, card)[1]] = "blue"
    assert objection(referee, do="exchange", seat=0, card=card) is None
    wild = give(referee, 0, "wild")
    assert objection(referee, do="exchange", seat=0, card=wild) is not None


# D3, D4


def stuck(**settings: Any) -> Referee:
    """Return a game whose board is full of green chips and whose hands hold match cards only."""
    referee = game(**settings)
    referee.chips = dict.fromkeys((space for space, label in referee.labels.items() if label != "*"), "green")
    matches = [n for n in referee.record["deck"] if referee.cards[n]["kind"] == "match"]
    for hand in referee.hands:
        hand[:] = [matches.pop() for _ in hand]
    referee.pile = matches
    return referee


def test_a_seat_passes_only_after_its_dead_card() -> None:
    referee = stuck()
    assert objection(referee, do="pass", seat=0) is not None
    referee.apply({"do": "exchange", "seat": 0, "card": referee.hands[0][0]})
    assert legal_actions(referee) == [{"do": "pass", "seat": 0}]


def test_the_game_stalls_when_every_latest_turn_was_a_pass_with_exchanges_or_not() -> None:
    referee = stuck(players=3, teams=3)
    for seat in range(3):
        assert referee.outcome is None
        referee.apply({"do": "exchange", "seat": seat, "card": referee.hands[seat][0]})
        referee.apply({"do": "pass", "seat": seat})
    assert referee.outcome == {"reason": "stalled", "winner": None, "sequences": []}


def test_a_play_between_passes_starts_the_count_again() -> None:
    referee = stuck()
    for seat in (0, 1, 0):
        if seat == 1:
            card = referee.hands[1][0]
            space = two_spaces(referee, card)[0]
            del referee.chips[space]
            referee.apply({"do": "place", "seat": 1, "card": card, "space": space})
        else:
            referee.apply({"do": "exchange", "seat": seat, "card": referee.hands[seat][0]})
            referee.apply({"do": "pass", "seat": seat})
    assert referee.outcome is None


def test_a_seat_that_is_owed_a_card_cannot_pass() -> None:
    referee = stuck(draw="manual")
    referee.has_exchanged = True
    referee.owed[0] = [0]
    assert legal_actions(referee) == [{"do": "draw", "seat": 0}]


def test_the_draw_that_empties_the_pile_requires_a_reshuffle_of_all_discards() -> None:
    referee = game()
    card = give(referee, 0, "wild")
    referee.discards[1] = referee.pile[1:]
    referee.pile = referee.pile[:1]
    referee.apply({"do": "place", "seat": 0, "card": card, "space": "C3"})
    assert objection(referee, do="stop") is not None
    order = [*referee.discards[1], card]
    assert objection(referee, do="reshuffle", deck=order[1:]) is not None
    assert objection(referee, do="reshuffle", deck=[order[0], *order[1:], order[0]]) is not None
    referee.apply({"do": "reshuffle", "deck": order})
    assert referee.pile == order
    assert referee.discards == [[], []]


# D5


def play_anything(referee: Referee) -> None:
    """Let the active seat make the first possible placement."""
    referee.apply(next(action for action in legal_actions(referee) if action["do"] == "place"))


def draw(referee: Referee, seat: int) -> None:
    referee.apply({"do": "draw", "seat": seat})


def test_a_card_is_lost_once_a_later_player_has_played_and_drawn() -> None:
    referee = game(draw="manual")
    play_anything(referee)
    play_anything(referee)
    assert referee.owed == [[0], [1]]
    draw(referee, 1)
    assert referee.owed == [[], []]
    assert [len(hand) for hand in referee.hands] == [4, 5]
    with pytest.raises(Illegal):
        draw(referee, 0)


def test_an_earlier_draw_loses_nothing_and_a_late_one_is_allowed_out_of_turn() -> None:
    referee = game(draw="manual", players=3, teams=3)
    for _ in range(3):
        play_anything(referee)
    draw(referee, 0)
    assert referee.owed == [[], [1], [2]]
    play_anything(referee)
    draw(referee, 1)
    assert referee.owed == [[3], [], [2]]
    draw(referee, 2)
    assert referee.owed == [[3], [], []]


def test_a_seat_owed_several_cards_takes_the_oldest_first() -> None:
    referee = game(draw="manual")
    for _ in range(4):
        play_anything(referee)
    assert referee.owed == [[0, 2], [1, 3]]
    draw(referee, 0)
    assert referee.owed == [[2], [1, 3]]
    draw(referee, 1)
    assert referee.owed == [[2], [3]]
    draw(referee, 1)
    assert referee.owed == [[], []]


# D6


def test_penalties_add_up_and_are_paid_before_anything_else() -> None:
    referee = game(draw="manual", players=4)
    referee.owed[0] = [0]
    for _ in range(2):
        referee.apply({"do": "penalty", "team": "blue"})
    assert referee.forfeits == [2, 0, 2, 0]
    assert {action["do"] for action in legal_actions(referee)} == {"forfeit"}
    assert objection(referee, do="draw", seat=0) is not None
    assert objection(referee, do="forfeit", seat=1, card=referee.hands[1][0]) is not None
    for seat in (2, 0, 0):
        card = referee.hands[seat][-1]
        referee.apply({"do": "forfeit", "seat": seat, "card": card})
        assert referee.discards[seat][-1] == card
    assert [len(hand) for hand in referee.hands] == [3, 5, 4, 5]
    assert objection(referee, do="draw", seat=0) is None


def test_forfeits_lapse_with_an_empty_hand() -> None:
    referee = game(draw="manual")
    referee.hands[0] = referee.hands[0][:1]
    referee.owed[0] = [0]
    for _ in range(2):
        referee.apply({"do": "penalty", "team": "blue"})
    referee.apply({"do": "forfeit", "seat": 0, "card": referee.hands[0][0]})
    assert referee.forfeits == [0, 0]
    referee.apply({"do": "penalty", "team": "blue"})
    assert referee.forfeits == [0, 0]
    draw(referee, 0)
    assert objection(referee, do="forfeit", seat=0, card=referee.hands[0][0]) is not None


# D7 and misses


def wrong_place(referee: Referee, card: int) -> Json:
    """Return a miss of seat 0 at the first open space with another label."""
    space = next(
        space
        for space, label in referee.labels.items()
        if referee.is_open(space) and label != referee.cards[card]["label"]
    )
    return {"do": "miss", "seat": 0, "card": card, "space": space}


def test_the_last_try_discards_its_card_and_ends_the_turn() -> None:
    referee = game(tries=2)
    first, second = referee.hands[0][:2]
    referee.apply(wrong_place(referee, first))
    assert referee.tries_left() == 1
    assert referee.turn == 0
    referee.apply({"do": "miss", "seat": 0, "card": second, "space": None})
    assert referee.turn == 1
    assert referee.discards[0] == [second]
    assert len(referee.hands[0]) == 5
    assert referee.answers == {first: 1}
    assert referee.tries_left() == 2


def test_a_lost_turn_is_owed_a_card_and_is_not_a_pass() -> None:
    referee = stuck(draw="manual", tries=1)
    referee.passed_last[1] = True
    del referee.chips["C3"]
    card = next(card for card in referee.hands[0] if "C3" not in two_spaces(referee, card))
    referee.apply({"do": "miss", "seat": 0, "card": card, "space": "C3"})
    assert referee.owed == [[0], []]
    assert referee.outcome is None


def test_a_move_resolves_to_a_play_a_miss_or_a_refusal() -> None:
    referee = game()
    card = referee.hands[0][0]
    right, other = two_spaces(referee, card)
    intent = {"do": "place", "seat": 0, "card": card, "space": right}
    assert resolved(referee, intent) == intent
    wrong = wrong_place(referee, card)
    assert resolved(referee, {**wrong, "do": "place"}) == wrong
    traded_in = resolved(referee, {"do": "exchange", "seat": 0, "card": card})
    assert traded_in == {"do": "miss", "seat": 0, "card": card, "space": None}
    referee.chips[other] = "green"
    assert resolved(referee, {**intent, "space": other}) is None
    assert resolved(referee, {**intent, "space": "A1"}) is None


def test_the_classic_edition_has_no_misses() -> None:
    referee = game(edition="classic", tries=None)
    card = next(card for card in referee.hands[0] if referee.cards[card]["kind"] == "match")
    assert objection(referee, **wrong_place(referee, card)) is not None
    assert resolved(referee, {"do": "exchange", "seat": 0, "card": card}) is None


# Perft, and invalid events


def test_perft_counts_every_pair_of_card_and_space() -> None:
    referee = game()
    assert perft(referee, 0) == 1
    assert perft(referee, 1) == len(legal_actions(referee))
    below = 0
    for action in legal_actions(referee):
        after = referee.clone()
        after.apply(action)
        below += len(legal_actions(after))
    assert perft(referee, 2) == below


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"do": "dance"},
        {"do": ["place"]},
        {"do": "pass"},
        {"do": "pass", "seat": True},
        {"do": "pass", "seat": -1},
        {"do": "place", "seat": 0, "card": 5000, "space": "C3"},
        {"do": "place", "seat": 0, "card": 0, "space": "K1"},
        {"do": "place", "seat": 0, "card": 0, "space": None},
        {"do": "penalty", "team": "red"},
        {"do": "reshuffle", "deck": "17"},
    ],
)
def test_nonsense_is_refused(event: Json) -> None:
    referee = game()
    with pytest.raises(Illegal):
        referee.apply(event)
