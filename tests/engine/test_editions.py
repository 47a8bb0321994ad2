from __future__ import annotations

import pytest

from engine import NUMBERS, DrawMode, Rules, SetupError, SetupReason


def test_the_numbers_edition_allows_these_numbers_of_players() -> None:
    assert NUMBERS.player_counts == (2, 3, 4, 6)
    assert [NUMBERS.team_counts(players) for players in NUMBERS.player_counts] == [(2,), (3,), (2,), (2, 3)]


@pytest.mark.parametrize(
    ("players", "teams", "hand_size", "sequences"),
    [(2, 2, 5, 1), (3, 3, 5, 1), (4, 2, 4, 2), (6, 2, 4, 2), (6, 3, 4, 2)],
)
def test_the_printed_settings_of_numbers(players: int, teams: int, hand_size: int, sequences: int) -> None:
    # D2: three teams of two need two sequences, as printed, although most of these games never end.
    rules = NUMBERS.default_rules(players, teams)
    assert rules == Rules(hand_size, sequences, DrawMode.AUTO, tries=2)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7, 8, 12, 10**9])
def test_d1_players_who_cannot_form_equal_teams_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match="cannot be split into even teams: 2, 3, 4 or 6") as refused:
        NUMBERS.team_counts(players)
    assert refused.value.reason is SetupReason.PLAYER_COUNT


@pytest.mark.parametrize(("players", "teams"), [(2, 1), (2, 3), (3, 2), (4, 4), (6, 6), (6, 0)])
def test_teams_that_cannot_be_formed_are_refused(players: int, teams: int) -> None:
    with pytest.raises(SetupError) as refused:
        NUMBERS.default_rules(players, teams)
    assert refused.value.reason is SetupReason.TEAM_COUNT
