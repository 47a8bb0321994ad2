"""D8, with boards as text: B is a chip of the team, N the new one, and G another team's."""

from __future__ import annotations

import pytest

from engine import Board, CompletedSequence, Team, longest_run
from engine.sequences import sequences_made

from .staging import table

BOARD = table(size="10x10").board


def mask(names: str, board: Board = BOARD) -> int:
    chips = 0
    for name in names.split():
        chips |= 1 << board.parse(name)
    return chips


def sequence(names: str, team: Team = Team.BLUE) -> CompletedSequence:
    return CompletedSequence(team, tuple(BOARD.parse(name) for name in names.split()))


def made(chips: str, new: str, *earlier: str) -> list[str]:
    """Return the names of the sequences that a new chip completes."""
    found = sequences_made(
        BOARD,
        Team.BLUE,
        mask(chips) | mask(new) | BOARD.free_mask,
        BOARD.parse(new),
        tuple(sequence(names) for names in earlier),
    )
    assert all(one.team is Team.BLUE for one in found)
    return [" ".join(BOARD.name(space) for space in one.spaces) for one in found]


@pytest.mark.parametrize(
    "line",
    ["C4 D4 E4 F4 G4", "C2 C3 C4 C5 C6", "C2 D3 E4 F5 G6", "G2 F3 E4 D5 C6", "A4 A5 A6 A7 A8", "C10 D10 E10 F10 G10"],
)
def test_five_in_a_row_column_or_diagonal_wherever_the_last_chip_falls(line: str) -> None:
    spaces = line.split()
    for new in spaces:
        rest = " ".join(space for space in spaces if space != new)
        assert made(rest, new) == [line]


def test_four_chips_and_a_gap_are_not_a_sequence() -> None:
    assert made("C4 D4 E4", "F4") == []
    assert made("B4 C4 D4 F4", "G4") == []


@pytest.mark.parametrize(
    ("chips", "new", "line"),
    [
        ("B1 C1 D1", "E1", "A1 B1 C1 D1 E1"),
        ("J2 J3 J4", "J5", "J1 J2 J3 J4 J5"),
        ("B9 C8 D7", "E6", "E6 D7 C8 B9 A10"),
        ("I9 H8 G7", "F6", "F6 G7 H8 I9 J10"),
    ],
)
def test_a_corner_counts_as_everyones_chip(chips: str, new: str, line: str) -> None:
    assert made(chips, new) == [line]


def test_a_line_does_not_continue_around_the_edge() -> None:
    assert made("H3 I3 J3 A4", "B4") == []
    assert made("G3 H4 I5 J6", "A8") == []


@pytest.mark.parametrize(
    ("chips", "new", "lines"),
    [
        ("B4 C4 D4 F4 G4", "E4", ["B4 C4 D4 E4 F4"]),
        ("B4 C4 D4 F4 G4 H4", "E4", ["B4 C4 D4 E4 F4"]),
        ("B4 C4 D4 E4 G4 H4 I4", "F4", ["B4 C4 D4 E4 F4"]),
        ("B4 C4 D4 E4 G4 H4 I4 J4", "F4", ["B4 C4 D4 E4 F4", "F4 G4 H4 I4 J4"]),
    ],
    ids=["six", "seven", "eight", "nine"],
)
def test_d8_six_to_eight_in_a_row_are_one_sequence_and_nine_are_two(chips: str, new: str, lines: list[str]) -> None:
    assert made(chips, new) == lines


def test_d8_nine_in_a_row_are_one_sequence_if_the_first_five_are_in_the_middle() -> None:
    assert made("B4 C4 I4 J4 D4 E4 F4 G4 H4", "C4", "D4 E4 F4 G4 H4") == []
    assert made("B4 C4 D4 E4 F4 G4 H4 I4", "J4", "B4 C4 D4 E4 F4") == ["F4 G4 H4 I4 J4"]


def test_d8_one_chip_may_complete_two_crossing_sequences_in_the_order_of_directions() -> None:
    chips = "A5 B5 C5 D5 E1 E2 E3 E4 B2 C3 D4 F6 I1 H2 G3 F4"
    assert made(chips, "E5") == ["A5 B5 C5 D5 E5", "E1 E2 E3 E4 E5", "A1 B2 C3 D4 E5", "I1 H2 G3 F4 E5"]


def test_d8_a_new_sequence_shares_at_most_one_space_with_each_earlier_one() -> None:
    assert made("C4 D4 E4 F4", "G4", "C4 C5 C6 C7 C8") == ["C4 D4 E4 F4 G4"]
    assert made("C4 D4 E4 F4", "G4", "B4 C4 D4 E4 F4") == []
    # One space with each of two sequences is allowed.
    assert made("C4 D4 E4 F4", "G4", "C4 C5 C6 C7 C8", "E4 E5 E6 E7 E8") == ["C4 D4 E4 F4 G4"]


def test_d8_lines_found_for_the_same_chip_count_as_earlier_ones() -> None:
    # The line from the corner comes first; the next two share four and three spaces with it.
    assert made("B1 C1 D1 F1 G1", "E1") == ["A1 B1 C1 D1 E1"]


def test_the_line_that_starts_farthest_back_comes_first() -> None:
    assert made("E2 E3 E4 E6 E7 E8", "E5") == ["E2 E3 E4 E5 E6"]
    assert made("B2 C3 D4 F6 G7", "E5") == ["A1 B2 C3 D4 E5"]
    assert made("I2 H3 G4 E6 D7", "F5") == ["J1 I2 H3 G4 F5"]
    assert made("H3 G4 E6 D7 C8", "F5") == ["H3 G4 F5 E6 D7"]


def test_a_corner_may_be_shared_by_two_sequences() -> None:
    assert made("A2 A3 A4", "A5", "A1 B1 C1 D1 E1") == ["A1 A2 A3 A4 A5"]


def test_a_completed_sequence_knows_its_mask() -> None:
    assert sequence("A1 B1 C1 D1 E1").mask == 0b11111


@pytest.mark.parametrize(
    ("chips", "run"),
    [
        ("", ""),
        ("C4", "C4"),
        ("C4 D4 F4", "C4 D4"),
        ("C4 C5 C6 G4 H4", "C4 C5 C6"),
        ("C2 D3 E4 F5", "C2 D3 E4 F5"),
        ("G2 F3 E4 D5", "G2 F3 E4 D5"),
        ("B1 C1 D1", "A1 B1 C1 D1"),
        ("H4 I4 J4 A5 B5", "H4 I4 J4"),
        ("C4 D4 E4 F4 G4 H4", "C4 D4 E4 F4 G4 H4"),
        ("C4 D4 C5", "C4 D4"),
    ],
)
def test_the_longest_run(chips: str, run: str) -> None:
    found = longest_run(BOARD, mask(chips) | BOARD.free_mask)
    assert " ".join(BOARD.name(space) for space in found) == run
