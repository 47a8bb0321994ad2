"""The engine accepts setups that follow the tables of the rules, and no others. They are created without the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import RecordError, SetupError, record_from_json
from engine.editions import EDITIONS

from .naive import Json
from .naive.tables import Table

TEAMS = {
    "numbers": {2: {2}, 3: {3}, 4: {2}, 6: {2, 3}},
    "classic": {2: {2}, 3: {3}, 4: {2}, 6: {2, 3}, 8: {2}, 9: {3}, 10: {2}, 12: {2, 3}},
}
"""D1: the possible numbers of teams, by number of players."""

HANDS = {
    "numbers": {2: 5, 3: 5, 4: 4, 6: 4},
    "classic": {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3},
}


def needed(edition: str, players: int, teams: int) -> int:
    """Return how many sequences win: by players in Numbers (also D2), by teams in classic."""
    if edition == "numbers":
        return 1 if players <= 3 else 2
    return 2 if teams == 2 else 1


def is_accepted(record: Json) -> bool:
    try:
        record_from_json(record)
    except (RecordError, SetupError):
        return False
    return True


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("teams", [1, 2, 3])
@pytest.mark.parametrize("players", range(1, 14))
def test_only_equal_teams_of_listed_numbers_of_players_are_accepted(edition: str, players: int, teams: int) -> None:
    table = Table(edition=edition, size=(10, 10), players=players, teams=teams, hand_size=2, tries=None)
    record = table.record(random.Random(1))
    assert is_accepted(record) == (len(set(record["seats"])) in TEAMS[edition].get(players, ()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_hands_and_sequences_are_as_printed(edition: str) -> None:
    for players, team_counts in TEAMS[edition].items():
        for teams in team_counts:
            rules = EDITIONS[edition].default_rules(players, teams)
            assert (rules.hand_size, rules.sequences_to_win) == (
                HANDS[edition][players],
                needed(edition, players, teams),
            )


@pytest.mark.parametrize(("specials", "accepted"), [(3, True), (2, False)])
def test_the_deck_holds_the_deal_and_one_card_for_each_seat(specials: int, accepted: bool) -> None:
    """D4: two hands of ten and two more cards are 22, as are 16 answers and six special cards."""
    table = Table(size=(6, 6), hand_size=10, copies=1, specials=specials)
    assert is_accepted(table.record(random.Random(1))) == accepted


@pytest.mark.parametrize(
    "change",
    [
        {"seats": ["green", "blue"]},
        {"seats": ["blue", "red"]},
        {"seats": ["blue", "blue"]},
        {"seats": []},
        {"dealer": 2},
        {"dealer": -1},
        {"dealer": True},
        {"edition": "chess"},
        {"board": []},
        {"board": [["*", "1", "*"]]},
        {"deck": []},
        {"cards": []},
        {"rules": {}},
        {"format": "sequence-record/2"},
    ],
)
def test_a_damaged_set_up_is_refused(change: dict[str, Any]) -> None:
    record = Table().record(random.Random(1))
    assert is_accepted(record)
    assert not is_accepted(record | change)


@pytest.mark.parametrize("rule", [{"hand_size": 0}, {"sequences_to_win": 0}, {"tries": 0}, {"tries": 4}, {"draw": "x"}])
def test_a_senseless_rule_is_refused(rule: dict[str, Any]) -> None:
    record = Table().record(random.Random(1))
    assert not is_accepted(record | {"rules": record["rules"] | rule})


def test_a_deck_with_a_card_missing_twice_or_unknown_is_refused() -> None:
    record = Table().record(random.Random(1))
    deck = record["deck"]
    for damaged in (deck[1:], [*deck[1:], deck[1]], [*deck, deck[0]], [*deck[1:], 5000]):
        assert not is_accepted(record | {"deck": damaged})
    twin = record["cards"][0] | {"id": record["cards"][1]["id"]}
    assert not is_accepted(record | {"cards": [twin, *record["cards"][1:]]})
