"""The naive engine follows the rules for sequences (D8, D9)."""

from __future__ import annotations

import pytest

from .naive import legal_actions, perft
from .naive.staging import game, give, place_all


def test_six_seven_or_eight_in_a_row_are_one_sequence_and_nine_are_two() -> None:
    assert place_all(game(), "A3 B3 C3 D3 E3 F3 G3 H3 I3") == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_nine_are_one_sequence_if_the_first_five_are_in_the_middle() -> None:
    assert place_all(game(), "C3 D3 E3 F3 G3 B3 A3 H3 I3")[-1] == 1


def test_the_chip_in_the_middle_of_nine_makes_two_at_once() -> None:
    referee = game()
    assert place_all(referee, "A3 B3 C3 D3 F3 G3 H3 I3 E3")[-2:] == [0, 2]
    assert referee.sequences == [
        ("blue", ["A3", "B3", "C3", "D3", "E3"]),
        ("blue", ["E3", "F3", "G3", "H3", "I3"]),
    ]


def test_the_line_that_starts_farthest_back_is_counted() -> None:
    for spaces, first in (
        ("A3 B3 C3 E3 F3 G3 D3", "A3"),
        ("C2 C3 C4 C6 C7 C5", "C2"),
        ("B2 C3 E5 F6 D4", "A1"),
        ("H2 G3 F4 D6 C7 E5", "H2"),
    ):
        referee = game()
        place_all(referee, spaces)
        assert [found[1][0] for found in referee.sequences] == [first]


def test_one_chip_completes_two_crossing_sequences_in_the_order_of_directions() -> None:
    referee = game()
    arms = "D4 E4 F4 H4 G2 G3 G5 G6 E2 F3 H5 I6 I2 H3 F5 E6 "
    assert place_all(referee, arms + "G4")[-2:] == [0, 4]
    assert [spaces for _, spaces in referee.sequences] == [
        ["D4", "E4", "F4", "G4", "H4"],
        ["G2", "G3", "G4", "G5", "G6"],
        ["E2", "F3", "G4", "H5", "I6"],
        ["J1", "I2", "H3", "G4", "F5"],
    ]


def test_a_free_corner_counts_for_several_sequences_of_every_team() -> None:
    referee = game()
    assert place_all(referee, "B1 C1 D1 E1 A2 A3 A4 A5 B2 C3 D4 E5")[-1] == 3
    green = dict.fromkeys(("G10", "H10", "I10"), "green")
    referee.chips.update(green)
    card = give(referee, 1, "wild")
    referee.turn = 1
    referee.apply({"do": "place", "seat": 1, "card": card, "space": "F10"})
    assert referee.sequences[-1] == ("green", ["F10", "G10", "H10", "I10", "J10"])


def test_corners_at_both_ends_do_not_extend_a_line_beyond_the_board() -> None:
    referee = game(size=(6, 6))
    assert place_all(referee, "B1 C1 D1 E1")[-1] == 1
    assert referee.sequences == [("blue", ["A1", "B1", "C1", "D1", "E1"])]


def test_another_teams_sequence_does_not_count_as_shared() -> None:
    referee = game()
    referee.sequences.append(("green", ["A3", "B3", "C3", "D3", "E3"]))
    assert place_all(referee, "A3 B3 C3 D3 E3") == [1, 1, 1, 1, 2]


def test_all_lines_of_the_winning_chip_count_and_no_card_is_drawn() -> None:
    referee = game(to_win=1)
    before = len(referee.pile)
    arms = ("A3", "B3", "C3", "D3", "E1", "E2", "E4", "E5")
    referee.chips.update(dict.fromkeys(arms, "blue"))
    place_all(referee, "E3")
    assert len(referee.sequences) == 2
    assert referee.outcome is not None
    assert referee.outcome["winner"] == "blue"
    assert len(referee.pile) == before
    assert legal_actions(referee) == []
    assert perft(referee, 1) == 0


@pytest.mark.parametrize(
    ("made", "winner"),
    [([], None), (["green"], "green"), (["green", "blue"], None), (["red", "red", "blue"], "red")],
)
def test_a_stopped_game_goes_to_the_team_with_more_sequences_than_any_other(
    made: list[str], winner: str | None
) -> None:
    referee = game(players=3, teams=3)
    referee.sequences = [(team, ["A1"]) for team in made]
    referee.apply({"do": "stop"})
    assert referee.outcome is not None
    assert referee.outcome["winner"] == winner
