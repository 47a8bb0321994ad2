from __future__ import annotations

from random import Random

import pytest

from engine.lines import LINE_LENGTH, lines_of, mask_of, spaces_in

SIZES = [(height, width) for height in range(6, 11) for width in range(6, 11)]


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_the_number_of_lines_is_correct(height: int, width: int) -> None:
    rows, columns = height - 4, width - 4
    lines = lines_of(height, width).all
    assert len(lines) == len(set(lines)) == height * columns + width * rows + 2 * rows * columns
    assert all(line.bit_count() == LINE_LENGTH for line in lines)


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_lines_are_symmetric_under_reflection_and_rotation(height: int, width: int) -> None:
    lines = set(lines_of(height, width).all)

    def mapped(image: object, other_height: int, other_width: int) -> set[int]:
        def move(space: int) -> int:
            row, column = divmod(space, width)
            new_row, new_column = image(row, column)  # type: ignore[operator]
            return int(new_row * other_width + new_column)

        assert other_height * other_width == height * width
        return {mask_of(tuple(move(space) for space in spaces_in(line))) for line in lines}

    assert mapped(lambda row, column: (row, width - 1 - column), height, width) == lines
    assert mapped(lambda row, column: (height - 1 - row, column), height, width) == lines
    assert mapped(lambda row, column: (column, row), width, height) == set(lines_of(width, height).all)


def test_lines_through_a_space_come_in_the_order_of_d8() -> None:
    starts_and_ends = [(spaces_in(line)[0], spaces_in(line)[-1]) for line in lines_of(10, 10).through[5 * 10 + 5]]
    row, column, down, up = (starts_and_ends[first : first + 5] for first in range(0, 20, 5))
    assert row == [(51, 55), (52, 56), (53, 57), (54, 58), (55, 59)]
    assert column == [(15, 55), (25, 65), (35, 75), (45, 85), (55, 95)]
    assert down == [(11, 55), (22, 66), (33, 77), (44, 88), (55, 99)]
    assert up == [(19, 55), (28, 64), (37, 73), (46, 82), (55, 91)]


def test_a_line_is_listed_for_its_spaces_and_no_others() -> None:
    lines = lines_of(6, 8)
    for space in range(48):
        assert set(lines.through[space]) == {line for line in lines.all if line >> space & 1}


def test_a_tally_counts_spaces_on_every_line_and_marks_full_ones() -> None:
    lines = lines_of(7, 9)
    rng = Random(5)
    for _ in range(50):
        spaces = rng.sample(range(63), 40)
        tally = lines.empty + sum(lines.tallies[space] for space in spaces)
        assert tally & (1 << 63) - 1 == mask_of(spaces)
        counts = [(tally >> 63 + 4 * number & 15) - 3 for number in range(len(lines.all))]
        assert counts == [(line & mask_of(spaces)).bit_count() for line in lines.all]
        for space in spaces:
            through_full = any(line & tally == line for line in lines.through[space])
            assert bool(tally & lines.full[space]) == through_full


def test_masks_and_spaces_convert_to_each_other() -> None:
    assert spaces_in(mask_of((3, 99, 0))) == (0, 3, 99)
    assert spaces_in(0) == ()
