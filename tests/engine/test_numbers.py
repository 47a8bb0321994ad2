from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import (
    BUILT_IN_DECKS,
    NUMBERS,
    CardKind,
    Layout,
    Rules,
    SetupError,
    SetupReason,
    answers_on,
    numbers_setup,
)

OFFERED = [(deck, size) for deck in BUILT_IN_DECKS.values() for size in deck.sizes]


def setup_with(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "deck": BUILT_IN_DECKS["mixed"],
        "size": "8x8",
        "layout": Layout.IN_ORDER,
        "players": 2,
        "rng": Random(1),
    }
    return numbers_setup(**(arguments | changes))


@pytest.mark.parametrize(("deck", "size"), OFFERED, ids=lambda value: getattr(value, "key", value))
@pytest.mark.parametrize("layout", Layout)
def test_each_answer_has_two_spaces_and_two_cards_with_different_equations(
    deck: Any, size: str, layout: Layout
) -> None:
    setup = setup_with(deck=deck, size=size, layout=layout)
    kinds = Counter(card.kind for card in setup.cards)
    assert kinds == {CardKind.MATCH: 2 * answers_on(size), CardKind.WILD: 2, CardKind.REMOVE: 2}
    faces: dict[str | None, set[str]] = {}
    for card in setup.cards:
        if card.kind is CardKind.MATCH:
            faces.setdefault(card.label, set()).add(card.face)
    assert set(faces) == set(setup.board.spaces_of)
    assert all(len(of_answer) == 2 for of_answer in faces.values())
    assert {card.face for card in setup.cards if card.kind is CardKind.WILD} == {"Plus"}
    assert {card.face for card in setup.cards if card.kind is CardKind.REMOVE} == {"Minus"}


def test_defaults_are_the_printed_settings() -> None:
    assert setup_with(players=6).team_count == 2
    assert setup_with(players=6, teams=3).team_count == 3
    assert setup_with(players=4).rules == NUMBERS.default_rules(4, 2)
    assert setup_with(rules=Rules(3, 2)).rules == Rules(3, 2)
    assert setup_with(dealer=1).dealer == 1


def test_the_first_dealer_is_drawn_at_random() -> None:
    assert {setup_with(players=3, rng=Random(seed)).dealer for seed in range(30)} == {0, 1, 2}


def test_tables_are_reproducible() -> None:
    assert setup_with(rng=Random(3)) == setup_with(rng=Random(3))
    assert setup_with(rng=Random(3)).deck != setup_with(rng=Random(4)).deck


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"players": 5}, SetupReason.PLAYER_COUNT),
        ({"players": 5, "teams": 5}, SetupReason.PLAYER_COUNT),
        ({"players": 4, "teams": 4}, SetupReason.TEAM_COUNT),
        ({"size": "7x7"}, SetupReason.BOARD_SIZE),
        ({"deck": BUILT_IN_DECKS["add-sub-20"]}, SetupReason.DECK_CANNOT_FILL_BOARD),
        ({"players": 6, "size": "6x6", "rules": Rules(6, 1)}, SetupReason.DECK_TOO_SMALL),
        ({"dealer": 2}, SetupReason.DEALER),
    ],
)
def test_settings_against_the_rules_are_refused(changes: dict[str, Any], reason: SetupReason) -> None:
    with pytest.raises(SetupError) as refused:
        setup_with(**changes)
    assert refused.value.reason is reason
