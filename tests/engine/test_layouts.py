from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine import Layout, SetupError, SetupReason, answers_on
from engine.layouts import lay_out
from engine.lines import mask_of

SIZES = [f"{rows}x{columns}" for rows in range(6, 11) for columns in range(6, 11) if rows * columns % 2 == 0]


def answers_for(size: str) -> list[str]:
    return [str(answer) for answer in range(1, answers_on(size) + 1)]


@pytest.mark.parametrize(("size", "count"), [("6x6", 16), ("8x8", 30), ("10x10", 48), ("6x7", 19), ("9x10", 43)])
def test_the_number_of_answers_that_fill_a_board(size: str, count: int) -> None:
    assert answers_on(size) == count


@pytest.mark.parametrize(
    "size", ["", "x", "8", "7x7", "5x6", "6x11", "8x8x8", "8X8", " 8x8", "08x8", "\N{SUPERSCRIPT EIGHT}x8", "-8x8"]
)
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(SetupError) as refused:
        answers_on(size)
    assert refused.value.reason is SetupReason.BOARD_SIZE


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("size", SIZES)
def test_the_spaces_of_an_answer_are_never_on_one_line(size: str, layout: Layout) -> None:
    board = lay_out(answers_for(size), size, layout, Random(5))
    assert f"{board.height}x{board.width}" == size
    assert set(board.spaces_of) == set(answers_for(size))
    pairs = {mask_of(pair) for pair in board.spaces_of.values()}
    joined = {
        mask_of(pair)
        for line in board.lines
        for pair in combinations([space for space in range(board.size) if line >> space & 1], 2)
    }
    assert not pairs & joined


# With the last three seeds, the first attempt leaves pairs that can't be swapped, so that it starts over.
@pytest.mark.parametrize("seed", [*range(60), 67, 261, 276])
def test_a_small_mixed_board_can_always_be_laid_out(seed: int) -> None:
    board = lay_out(answers_for("6x6"), "6x6", Layout.MIXED, Random(seed))
    for one, other in board.spaces_of.values():
        assert not any(line >> one & line >> other & 1 for line in board.lines)


@pytest.mark.parametrize("size", SIZES)
def test_the_ordered_layout_has_the_answers_twice_in_order(size: str) -> None:
    board = lay_out(answers_for(size), size, Layout.IN_ORDER, Random(1))
    read = [int(label) for label in board.labels if label != "*"]
    count = answers_on(size)
    assert read[:count] == list(range(1, count + 1))
    second = read[count:]
    first = second.index(1)
    assert second[first:] + second[:first] == list(range(1, count + 1))


@pytest.mark.parametrize("size", ["6x6", "8x8", "10x10"])
def test_on_square_boards_both_halves_start_with_the_first_answer(size: str) -> None:
    board = lay_out(answers_for(size), size, Layout.IN_ORDER, Random(1))
    assert [label for label in board.labels if label != "*"] == answers_for(size) * 2


def test_the_ordered_layout_is_fixed_and_the_mixed_one_reproducible() -> None:
    answers = answers_for("8x8")
    assert lay_out(answers, "8x8", Layout.IN_ORDER, Random(1)) is lay_out(answers, "8x8", Layout.IN_ORDER, Random(2))
    assert lay_out(answers, "8x8", Layout.MIXED, Random(1)) is lay_out(answers, "8x8", Layout.MIXED, Random(1))
    assert lay_out(answers, "8x8", Layout.MIXED, Random(1)) != lay_out(answers, "8x8", Layout.MIXED, Random(2))
