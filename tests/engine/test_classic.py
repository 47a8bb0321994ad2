"""The classic edition: board, cards, tables, and the cut for the deal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import (
    CLASSIC,
    CLASSIC_BOARD,
    CardKind,
    Exchange,
    IllegalMoveError,
    IllegalReason,
    Place,
    Position,
    RecordError,
    SetupError,
    SetupReason,
    apply_event,
    classic_setup,
    cut_for_deal,
    legal_moves,
    next_setup,
    numbers_setup,
    record_from_json,
    record_to_json,
    resolve,
    right_spaces,
    start,
)
from engine.classic import RANKS
from engine.decks import BUILT_IN_DECKS
from engine.layouts import Layout


def position(seed: int = 1, players: int = 2) -> Position:
    """Return a newly dealt classic game."""
    return start(classic_setup(players=players, rng=Random(seed)))


def test_the_board_shows_48_cards_twice_each_and_no_jack() -> None:
    printed = Counter(label for label in CLASSIC_BOARD.labels if label != "*")
    assert set(printed.values()) == {2}
    assert set(printed) == {rank + suit for rank in RANKS if rank != "J" for suit in "SHDC"}
    assert (CLASSIC_BOARD.height, CLASSIC_BOARD.width) == (10, 10)


@pytest.mark.parametrize(("space", "label"), [("B1", "2S"), ("A2", "6C"), ("F2", "AH"), ("E5", "5H"), ("J9", "5D")])
def test_spaces_are_as_printed(space: str, label: str) -> None:
    assert CLASSIC_BOARD.labels[CLASSIC_BOARD.parse(space)] == label


def test_two_packs_with_eight_jacks() -> None:
    cards = position().setup.cards
    assert len(cards) == 104
    assert set(Counter(card.face for card in cards).values()) == {2}
    kinds = {card.face: card.kind for card in cards if card.face[0] == "J"}
    assert kinds == {
        "JD": CardKind.WILD,
        "JC": CardKind.WILD,
        "JS": CardKind.REMOVE,
        "JH": CardKind.REMOVE,
    }
    assert Counter(card.kind for card in cards)[CardKind.MATCH] == 96


@pytest.mark.parametrize(
    ("players", "teams", "hand", "sequences"),
    [
        (2, 2, 7, 2),
        (3, 3, 6, 1),
        (4, 2, 6, 2),
        (6, 2, 5, 2),
        (6, 3, 5, 1),
        (8, 2, 4, 2),
        (9, 3, 4, 1),
        (10, 2, 3, 2),
        (12, 2, 3, 2),
        (12, 3, 3, 1),
    ],
)
def test_tables_have_the_printed_settings(players: int, teams: int, hand: int, sequences: int) -> None:
    setup = classic_setup(players=players, teams=teams, rng=Random(1))
    assert (setup.rules.hand_size, setup.rules.sequences_to_win, setup.rules.tries) == (hand, sequences, None)
    assert setup.team_count == teams
    assert all(len(held) == hand for held in start(setup).hands)


@pytest.mark.parametrize("players", [1, 5, 7, 11, 13])
def test_other_numbers_cannot_play(players: int) -> None:
    with pytest.raises(SetupError) as caught:
        classic_setup(players=players, rng=Random(1))
    assert caught.value.reason is SetupReason.PLAYER_COUNT


def test_a_wrong_space_is_refused_instead_of_a_miss() -> None:
    dealt = position()
    card = next(c for c in dealt.hands[dealt.turn] if dealt.setup.cards_by_id[c].kind is CardKind.MATCH)
    wrong = next(s for s in range(100) if dealt.open >> s & 1 and s not in right_spaces(dealt, card))
    with pytest.raises(IllegalMoveError) as caught:
        resolve(dealt, Place(dealt.turn, card, wrong))
    assert caught.value.reason is IllegalReason.WRONG_SPACE
    with pytest.raises(IllegalMoveError) as caught:
        resolve(dealt, Exchange(dealt.turn, card))
    assert caught.value.reason is IllegalReason.NOT_DEAD


def test_a_miss_is_refused() -> None:
    record = record_to_json(classic_setup(players=2, rng=Random(1)), (), None)
    record["rules"]["tries"] = 2
    with pytest.raises(RecordError, match="tries are not counted"):
        record_from_json(record)


def test_another_board_is_refused() -> None:
    record = record_to_json(classic_setup(players=2, rng=Random(1)), (), None)
    board = [list(row) for row in record["board"]]
    board[0][1], board[0][2] = board[0][2], board[0][1]
    with pytest.raises(RecordError, match="prints another board"):
        record_from_json({**record, "board": board})


@pytest.mark.parametrize(
    ("face", "change"),
    [
        ("7H", {"face": "8H"}),
        ("7H", {"label": "8H"}),
        ("7H", {"face": "7 of hearts"}),
        ("7H", {"face": "JD"}),
        ("JD", {"kind": "remove"}),
        ("JS", {"kind": "wild"}),
        ("JD", {"face": "Plus"}),
        ("JS", {"face": "JD"}),
        ("JC", {"kind": "match", "label": "7H"}),
    ],
)
def test_a_card_that_is_not_in_the_pack_is_refused(face: str, change: dict[str, str]) -> None:
    record = record_to_json(classic_setup(players=2, rng=Random(1)), (), None)
    altered = next(index for index, card in enumerate(record["cards"]) if card["face"] == face)
    record["cards"][altered] |= change
    with pytest.raises(RecordError, match="the face of a playing card is its label"):
        record_from_json(record)


def test_the_lowest_card_deals_aces_high_and_ties_cut_again() -> None:
    seen_tie = False
    for seed in range(300):
        cut = cut_for_deal(4, Random(seed))
        cutting = set(range(4))
        for drawn in cut.rounds:
            assert set(drawn) == cutting
            assert len(set(drawn.values())) == len(drawn)
            lowest = min(RANKS.index(card[0]) for card in drawn.values())
            cutting = {seat for seat, card in drawn.items() if RANKS.index(card[0]) == lowest}
        assert cutting == {cut.dealer}
        seen_tie = seen_tie or len(cut.rounds) > 1
    assert seen_tie


def test_the_deal_moves_to_the_next_seat_in_the_next_game() -> None:
    setup = classic_setup(players=3, rng=Random(1), dealer=2)
    assert next_setup(setup, Random(2)).dealer == 0


def test_a_random_game_ends_and_its_record_reads_back() -> None:
    rng = Random(3)
    played = position(seed=3)
    setup = played.setup
    events = []
    while played.outcome is None and not played.needs_reshuffle:
        move = rng.choice(list(legal_moves(played)))
        events.append(move)
        played = apply_event(played, move)
    read, read_events, outcome = record_from_json(record_to_json(setup, events, played.outcome))
    assert (read, list(read_events), outcome) == (setup, events, played.outcome)


def test_editions_differ_only_in_their_data() -> None:
    numbers = numbers_setup(
        deck=BUILT_IN_DECKS["mixed"], size="10x10", layout=Layout.IN_ORDER, players=2, rng=Random(1)
    )
    assert type(start(numbers)) is type(position())
    assert CLASSIC.board is CLASSIC_BOARD
