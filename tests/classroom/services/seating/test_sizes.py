"""The sizes of tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.services.seating.sizes import Fit, Sizes, deal_into_tables, is_table_size, possible_fits, table_sizes
from engine import CLASSIC, NUMBERS

PRESENT = st.integers(min_value=1, max_value=100)
NUMBERS_SIZES, CLASSIC_SIZES = NUMBERS.player_counts, CLASSIC.player_counts
WISHES = [(size, allowed) for allowed in (NUMBERS_SIZES, CLASSIC_SIZES) for size in allowed]


@given(PRESENT, st.sampled_from(WISHES))
def test_everyone_sits_at_a_table_that_can_play(present: int, wish: tuple[int, Sizes]) -> None:
    preferred, allowed = wish
    sizes = table_sizes(present, preferred, allowed)
    assert sum(sizes) == present
    assert all(is_table_size(size, allowed) for size in sizes)
    assert sizes == sorted(sizes, reverse=True)


@given(PRESENT, st.sampled_from(WISHES))
def test_only_a_single_student_sits_alone(present: int, wish: tuple[int, Sizes]) -> None:
    assert (1 in table_sizes(present, *wish)) == (present == 1)


@pytest.mark.parametrize(("preferred", "allowed"), WISHES)
def test_tables_have_the_chosen_size_if_it_fits(preferred: int, allowed: Sizes) -> None:
    assert table_sizes(5 * preferred, preferred, allowed) == [preferred] * 5


@pytest.mark.parametrize(
    ("present", "preferred", "sizes"),
    [
        (5, 4, [3, 2]),
        (5, 6, [3, 2]),
        (7, 4, [4, 3]),
        (9, 4, [3, 3, 3]),
        (10, 4, [4, 3, 3]),
        (23, 4, [4, 4, 4, 4, 4, 3]),
        (25, 6, [6, 6, 6, 4, 3]),
        (7, 2, [3, 2, 2]),
        (2, 6, [2]),
    ],
)
def test_other_sizes_are_close_to_the_chosen_one(present: int, preferred: int, sizes: list[int]) -> None:
    assert table_sizes(present, preferred, NUMBERS_SIZES) == sizes


@pytest.mark.parametrize(
    ("present", "preferred", "sizes"),
    [(24, 8, [8, 8, 8]), (11, 8, [8, 3]), (13, 12, [9, 4]), (19, 10, [10, 9]), (5, 12, [3, 2]), (7, 8, [4, 3])],
)
def test_playing_cards_have_larger_tables(present: int, preferred: int, sizes: list[int]) -> None:
    assert table_sizes(present, preferred, CLASSIC_SIZES) == sizes


def test_without_students_there_is_no_table() -> None:
    assert table_sizes(0, 4, NUMBERS_SIZES) == []
    assert deal_into_tables([], 4, NUMBERS_SIZES) == []


def test_students_are_dealt_in_the_given_order() -> None:
    assert deal_into_tables(list("abcdefg"), 4, NUMBERS_SIZES) == [["a", "b", "c", "d"], ["e", "f", "g"]]


@pytest.mark.parametrize(("count", "can_play"), [(0, False), (1, True), (2, True), (5, False), (6, True), (7, False)])
def test_five_cannot_play_at_a_table(count: int, can_play: bool) -> None:
    assert is_table_size(count, NUMBERS_SIZES) is can_play


def test_eight_can_play_with_playing_cards_only() -> None:
    assert is_table_size(8, CLASSIC_SIZES)
    assert not is_table_size(8, NUMBERS_SIZES)


@pytest.mark.parametrize(
    ("present", "preferred", "offered"),
    [
        (12, 2, {Fit.NEAREST: [2] * 6}),
        (3, 2, {Fit.NEAREST: [3], Fit.BOT: [2, 1]}),
        (5, 2, {Fit.NEAREST: [3, 2], Fit.BOT: [2, 2, 1]}),
        (7, 3, {Fit.NEAREST: [4, 3], Fit.SMALLER: [3, 2, 2], Fit.BOT: [3, 3, 1]}),
        (2, 4, {Fit.NEAREST: [2]}),
        (1, 4, {Fit.NEAREST: [1]}),
        (0, 4, {}),
    ],
)
def test_every_way_to_seat_a_number_is_offered(present: int, preferred: int, offered: dict[Fit, list[int]]) -> None:
    assert possible_fits(present, preferred, NUMBERS_SIZES) == offered


@given(PRESENT, st.sampled_from(WISHES), st.sampled_from(Fit))
def test_any_fit_seats_everyone(present: int, wish: tuple[int, Sizes], fit: Fit) -> None:
    sizes = table_sizes(present, *wish, fit)
    assert sum(sizes) == present
    assert sizes.count(1) <= 1
    assert all(is_table_size(size, wish[1]) for size in sizes)
