from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine import (
    BUILT_IN_DECKS,
    Board,
    Card,
    CardKind,
    Layout,
    Rules,
    Setup,
    SetupError,
    SetupReason,
    SolveMode,
    Team,
    classic_setup,
    next_setup,
    numbers_setup,
)
from engine.lines import spaces_in

from .staging import table

BLUE, GREEN, RED = Team


@pytest.mark.parametrize(
    ("players", "teams", "seats"),
    [
        (2, 2, [BLUE, GREEN]),
        (3, 3, [BLUE, GREEN, RED]),
        (4, 2, [BLUE, GREEN] * 2),
        (6, 2, [BLUE, GREEN] * 3),
        (6, 3, [BLUE, GREEN, RED] * 2),
    ],
)
def test_members_of_a_team_sit_alternately(players: int, teams: int, seats: list[Team]) -> None:
    setup = table(players=players, teams=teams)
    assert list(setup.seats) == seats
    assert setup.team_count == teams
    assert setup.teams == tuple(Team)[:teams]


def test_a_setup_says_where_each_card_belongs() -> None:
    setup = table()
    for card in setup.cards:
        target = setup.targets[card.id]
        if card.kind is CardKind.MATCH:
            assert [setup.board.labels[space] for space in spaces_in(target)] == [card.label] * 2
        else:
            assert target == (setup.board.open_mask if card.kind is CardKind.WILD else 0)


def changed_card(setup: Setup, **changes: Any) -> dict[str, Any]:
    card = next(card for card in setup.cards if card.kind is CardKind.MATCH)
    return {"cards": tuple(replace(one, **changes) if one is card else one for one in setup.cards)}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"edition": "letters"}, SetupReason.UNKNOWN_EDITION),
        ({"seats": ()}, SetupReason.PLAYER_COUNT),
        ({"seats": (BLUE,)}, SetupReason.PLAYER_COUNT),
        ({"seats": (BLUE, GREEN) * 2 + (BLUE,)}, SetupReason.PLAYER_COUNT),
        ({"seats": (BLUE, BLUE)}, SetupReason.TEAM_COUNT),
        ({"seats": (BLUE, GREEN, BLUE)}, SetupReason.TEAM_COUNT),
        ({"seats": (GREEN, BLUE)}, SetupReason.TEAMS_NOT_ALTERNATING),
        ({"seats": (BLUE, RED)}, SetupReason.TEAMS_NOT_ALTERNATING),
        ({"seats": (BLUE, BLUE, GREEN, GREEN)}, SetupReason.TEAMS_NOT_ALTERNATING),
        ({"dealer": -1}, SetupReason.DEALER),
        ({"dealer": 2}, SetupReason.DEALER),
        (lambda setup: {"rules": replace(setup.rules, hand_size=0)}, SetupReason.HAND_SIZE),
        (lambda setup: {"rules": replace(setup.rules, hand_size=11)}, SetupReason.HAND_SIZE),
        (lambda setup: {"rules": replace(setup.rules, sequences_to_win=0)}, SetupReason.SEQUENCES_TO_WIN),
        (lambda setup: {"rules": replace(setup.rules, sequences_to_win=6)}, SetupReason.SEQUENCES_TO_WIN),
        (lambda setup: {"rules": replace(setup.rules, tries=0)}, SetupReason.TRIES),
        (lambda setup: {"rules": replace(setup.rules, tries=4)}, SetupReason.TRIES),
        (lambda setup: changed_card(setup, face=""), SetupReason.CARDS),
        (lambda setup: changed_card(setup, face="1" * 61), SetupReason.CARDS),
        (lambda setup: changed_card(setup, label=None), SetupReason.CARDS),
        (lambda setup: changed_card(setup, kind=CardKind.WILD), SetupReason.CARDS),
        (lambda setup: changed_card(setup, label="*"), SetupReason.CARDS),
        (lambda setup: changed_card(setup, label="1000"), SetupReason.CARDS),
        (lambda setup: {"cards": (*setup.cards, setup.cards[0])}, SetupReason.CARDS),
        (lambda setup: {"deck": setup.deck[:-1]}, SetupReason.DECK_ORDER),
        (lambda setup: {"deck": (*setup.deck, setup.deck[0])}, SetupReason.DECK_ORDER),
        (lambda setup: {"deck": (*setup.deck[:-1], setup.deck[0])}, SetupReason.DECK_ORDER),
        (lambda setup: {"deck": (*setup.deck[:-1], 1000)}, SetupReason.DECK_ORDER),
    ],
)
def test_an_invalid_table_is_refused(change: Any, reason: SetupReason) -> None:
    setup = table()
    with pytest.raises(SetupError) as refused:
        replace(setup, **(change if isinstance(change, dict) else change(setup)))
    assert refused.value.reason is reason
    assert str(refused.value) == refused.value.detail


@pytest.mark.parametrize("label", ["1/2", "1234567", "x", "−3", "1 2", "0.5"])
def test_solving_ahead_needs_answers_for_a_number_pad(label: str) -> None:
    setup = table()
    first = setup.board.labels[1]
    rows = [[label if printed == first else printed for printed in row] for row in setup.board.rows]
    cards = tuple(replace(card, label=label) if card.label == first else card for card in setup.cards)
    on_board = replace(setup, board=Board(rows), cards=cards)
    with pytest.raises(SetupError, match="at most 6 digits") as refused:
        replace(on_board, rules=replace(setup.rules, solve=SolveMode.AHEAD))
    assert refused.value.reason is SetupReason.SOLVE_AHEAD


def test_playing_cards_are_not_solved_ahead() -> None:
    setup = classic_setup(players=2, rng=Random(1))
    with pytest.raises(SetupError, match="no equations") as refused:
        replace(setup, rules=replace(setup.rules, solve=SolveMode.AHEAD))
    assert refused.value.reason is SetupReason.SOLVE_AHEAD


def test_only_tables_with_solving_ahead_list_answers() -> None:
    ahead = table(solve=SolveMode.AHEAD)
    assert ahead.answers == {card.id: int(card.label) for card in ahead.cards if card.label is not None}
    assert (ahead.has_misses, ahead.solves_ahead) == (False, True)
    assert (table().answers, table().has_misses, table().solves_ahead) == ({}, True, False)


@pytest.mark.parametrize("tries", [1, 2, 3, None])
def test_tries_are_a_setting(tries: int | None) -> None:
    assert table(tries=tries).rules.tries == tries


@pytest.mark.parametrize(
    "change",
    [
        lambda setup: {"rules": replace(setup.rules, hand_size=1)},
        lambda setup: {"rules": replace(setup.rules, hand_size=10)},
        lambda setup: {"rules": replace(setup.rules, sequences_to_win=1)},
        lambda setup: {"rules": replace(setup.rules, sequences_to_win=5)},
        lambda setup: changed_card(setup, face="1" * 60),
    ],
)
def test_limits_are_inclusive(change: Any) -> None:
    changes = change(table())
    changed = replace(table(), **changes)
    assert all(getattr(changed, name) == value for name, value in changes.items())


def test_d4_a_deck_smaller_than_the_deal_and_one_card_a_seat_is_refused() -> None:
    setup = table(hand_size=5)
    smallest = 2 * 5 + 2
    assert len(first_cards(setup, smallest).deck) == smallest
    with pytest.raises(SetupError) as refused:
        first_cards(setup, smallest - 1)
    assert refused.value.reason is SetupReason.DECK_TOO_SMALL


def first_cards(setup: Setup, count: int) -> Setup:
    cards = setup.cards[:count]
    return replace(setup, cards=cards, deck=tuple(card.id for card in cards))


def test_the_deal_moves_on_to_the_next_seat_clockwise() -> None:
    setup = table(players=3)
    dealers = [setup.dealer]
    for game in range(4):
        setup = next_setup(setup, Random(game))
        dealers.append(setup.dealer)
        assert setup.first_seat == (setup.dealer + 1) % 3
    assert dealers == [2, 0, 1, 2, 0]


def test_the_next_game_has_the_same_cards_reshuffled() -> None:
    first = table()
    second = next_setup(first, Random(4))

    def faces(setup: Setup) -> list[tuple[str, str | None]]:
        return sorted((card.face, card.label or "") for card in setup.cards)

    assert (second.board, second.rules, second.seats) == (first.board, first.rules, first.seats)
    assert faces(second) == faces(first)
    assert second.cards != first.cards
    assert second.deck != first.deck
    assert second == next_setup(first, Random(4)) != next_setup(first, Random(5))


def test_an_id_reveals_nothing_about_its_card() -> None:
    setup = table()
    labels: list[set[str | None]] = [set() for _ in setup.cards]
    for seed in range(40):
        setup = next_setup(setup, Random(seed))
        assert [card.id for card in setup.cards] == list(range(len(setup.cards)))
        for card in setup.cards:
            labels[card.id].add(card.label)
    assert min(map(len, labels)) > 15


def test_setups_with_other_cards_differ() -> None:
    setup = table()
    assert setup == table()
    assert hash(setup) == hash(table())
    assert setup != replace(setup, cards=(*setup.cards[:-1], Card(setup.cards[-1].id, CardKind.WILD, "Plus")))
    assert setup != replace(setup, rules=Rules(5, 1))


def test_cards_of_one_answer_are_not_adjacent_in_the_deck() -> None:
    deck = BUILT_IN_DECKS["times-tables"]
    setup = numbers_setup(deck=deck, size="8x8", layout=Layout.IN_ORDER, players=2, rng=Random(1))
    labels = [setup.cards_by_id[card].label for card in setup.deck]
    together = sum(one is not None and one == following for one, following in pairwise(labels))
    assert together < len(set(labels)) / 4  # all pairs would be adjacent if only the ids were shuffled
