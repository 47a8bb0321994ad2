from __future__ import annotations

from random import Random

import pytest

from engine import (
    DrawMode,
    NotCountableError,
    Position,
    Stop,
    apply_event,
    check_record,
    divide,
    legal_moves,
    perft,
    start,
    step,
)

from ..naive import Referee  # noqa: TID252
from ..naive import perft as naive_perft  # noqa: TID252
from ..staging import game, table  # noqa: TID252
from .cases import CASES, COUNTS, DEPTHS, RECORDS, record_of, stored_counts

NAMES = [case.name for case in CASES]
NAIVE_LIMIT = 150
"""The number of sequences that the referee, which plays each of them, counts quickly."""


def test_exactly_the_listed_cases_are_stored() -> None:
    assert set(stored_counts()) == set(NAMES) == {path.stem for path in RECORDS.glob("*.json")}
    assert len(NAMES) == len(set(NAMES)) >= 20
    assert COUNTS.read_text(encoding="utf-8").endswith("}\n")


@pytest.mark.parametrize("name", NAMES)
def test_counts_equal_the_stored_ones(name: str) -> None:
    position = check_record(record_of(name))
    assert [perft(position, depth) for depth in DEPTHS] == stored_counts()[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_counts_the_same_number(name: str) -> None:
    record = record_of(name)
    referee = Referee(record)
    for event in record["events"]:
        referee.apply(event)
    for depth, count in zip(DEPTHS, stored_counts()[name], strict=True):
        if depth == 1 or count <= NAIVE_LIMIT:
            assert naive_perft(referee, depth) == count


def test_divided_counts_add_up() -> None:
    position = check_record(record_of(NAMES[0]))
    split = divide(position, 3)
    assert set(split) == set(legal_moves(position))
    assert sum(split.values()) == stored_counts()[NAMES[0]][2]
    assert divide(position, 1) == dict.fromkeys(legal_moves(position), 1)


def test_no_action_is_one_sequence_and_a_finished_game_has_none() -> None:
    position = game()
    assert perft(position, 0) == 1
    over = apply_event(position, Stop())
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_games_with_drawing_by_hand_are_not_counted() -> None:
    with pytest.raises(NotCountableError, match="automatic drawing"):
        perft(start(table(draw=DrawMode.MANUAL)), 1)


def last_before_the_shuffle() -> Position:
    rng = Random(1)
    position = start(table(sequences_to_win=5))
    while position.pile_size > 1:
        _, position = step(position, rng.choice(legal_moves(position)), rng)
    return position


def test_a_sequence_that_reaches_a_reshuffle_is_not_counted() -> None:
    position = last_before_the_shuffle()
    assert perft(position, 1) == len(legal_moves(position))
    with pytest.raises(NotCountableError, match="reaches a reshuffle"):
        perft(position, 2)
    drawn = next(after for move in legal_moves(position) if (after := apply_event(position, move)).needs_reshuffle)
    with pytest.raises(NotCountableError, match="reaches a reshuffle"):
        divide(drawn, 1)
