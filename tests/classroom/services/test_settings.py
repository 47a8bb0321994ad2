"""A teacher's settings for the tables."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from classroom.services.errors import ErrorCode, ServiceError, SettingsErrorCode
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS, CLASSIC, CLASSIC_BOARD, NUMBERS, DrawMode, Layout

CHOSEN = TableSettings(
    deck="mixed",
    board="10x10",
    layout=Layout.MIXED,
    table_size=6,
    tries=None,
    draw=DrawMode.MANUAL,
    table_talk=True,
    silent=True,
    teams_of_six=3,
    sequences_to_win=1,
)
CARDS = TableSettings(edition="classic", table_size=8, deck="times-tables", board="8x8", tries=1)


@pytest.mark.parametrize("settings", [TableSettings(), CHOSEN, CARDS])
def test_settings_survive_the_database(settings: TableSettings) -> None:
    kept = json.loads(json.dumps(settings.to_json()))
    assert TableSettings.from_json(kept) == settings
    assert isinstance(TableSettings.from_json(kept).layout, Layout)
    assert isinstance(TableSettings.from_json(kept).draw, DrawMode)


def test_settings_from_before_editions_use_numbers() -> None:
    kept = CHOSEN.to_json()
    del kept["edition"]
    assert TableSettings.from_json(kept) == CHOSEN


def test_the_defaults_can_be_played() -> None:
    TableSettings().check()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"deck": "long-division"}, SettingsErrorCode.UNKNOWN_DECK),
        ({"deck": "add-sub-20", "board": "8x8"}, SettingsErrorCode.BOARD_NOT_FILLED),
        ({"deck": "times-tables", "board": "10x10"}, SettingsErrorCode.BOARD_NOT_FILLED),
        ({"board": "7x7"}, SettingsErrorCode.BOARD_NOT_FILLED),
        ({"board": ""}, SettingsErrorCode.BOARD_NOT_FILLED),
        ({"table_size": 5}, SettingsErrorCode.TABLE_SIZE),
        ({"table_size": 1}, SettingsErrorCode.TABLE_SIZE),
        ({"table_size": 0}, SettingsErrorCode.TABLE_SIZE),
        ({"table_size": 8}, SettingsErrorCode.TABLE_SIZE),
        ({"edition": "classic", "table_size": 5}, SettingsErrorCode.TABLE_SIZE),
        ({"edition": "classic", "table_size": 7}, SettingsErrorCode.TABLE_SIZE),
    ],
)
def test_impossible_settings_are_refused(changes: dict[str, Any], problem: ErrorCode) -> None:
    with pytest.raises(ServiceError) as refused:
        replace(TableSettings(), **changes).check()
    assert refused.value.code is problem


@pytest.mark.parametrize(("players", "sequences", "hand"), [(2, 1, 5), (3, 1, 5), (4, 2, 4), (6, 2, 4)])
def test_rules_are_as_printed_unless_changed(players: int, sequences: int, hand: int) -> None:
    rules = TableSettings().rules_for(players)
    assert (rules.sequences_to_win, rules.hand_size) == (sequences, hand)
    assert (rules.tries, rules.draw) == (2, DrawMode.AUTO)


@pytest.mark.parametrize("players", NUMBERS.player_counts)
def test_changes_apply_to_every_table(players: int) -> None:
    rules = CHOSEN.rules_for(players)
    assert (rules.sequences_to_win, rules.tries, rules.draw) == (1, None, DrawMode.MANUAL)


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (4, 2), (6, 3)])
def test_teams_of_six_apply_only_to_six_players(players: int, teams: int) -> None:
    assert CHOSEN.teams_for(players) == teams
    assert TableSettings().teams_for(6) == 2


@pytest.mark.parametrize("players", NUMBERS.player_counts)
@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("deck", BUILT_IN_DECKS.values(), ids=lambda deck: deck.key)
def test_every_deck_can_be_dealt_on_each_of_its_boards(deck: Any, layout: Layout, players: int) -> None:
    for board in deck.sizes:
        settings = TableSettings(deck=deck.key, board=board, layout=layout, table_size=players)
        settings.check()
        setup = settings.new_setup(players, random.Random(3))
        assert len(setup.seats) == players
        assert f"{setup.board.height}x{setup.board.width}" == board


@pytest.mark.parametrize("players", CLASSIC.player_counts)
def test_playing_cards_are_dealt_by_their_own_rules(players: int) -> None:
    CARDS.check()
    setup = CARDS.new_setup(players, random.Random(3))
    assert (setup.edition, setup.board, len(setup.seats)) == ("classic", CLASSIC_BOARD, players)
    assert setup.rules == CLASSIC.default_rules(players, CLASSIC.team_counts(players)[0])


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (4, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 3)])
def test_teams_apply_to_twelve_players_too(players: int, teams: int) -> None:
    assert replace(CARDS, teams_of_six=3).teams_for(players) == teams


def test_sequences_and_drawing_can_be_changed_for_playing_cards() -> None:
    rules = replace(CARDS, sequences_to_win=1, draw=DrawMode.MANUAL).rules_for(4)
    assert (rules.sequences_to_win, rules.draw, rules.tries) == (1, DrawMode.MANUAL, None)
