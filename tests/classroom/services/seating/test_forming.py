"""Forming tables: rules first, then levels, for any number of students."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import fmean

import pytest

from classroom.services.seating.forming import Goal, SeatingRules, form_tables
from classroom.services.seating.refitting import adapt_to_attendance
from classroom.services.seating.sizes import is_table_size, table_sizes
from classroom.services.seating.swapping import Tables

SIZES = (2, 3, 4, 6)
NUMBERS_PRESENT = range(2, 41)


def teams_for(count: int) -> int:
    """Two teams, three at a table of three."""
    return 3 if count == 3 else 2


def formed(
    people: list[str],
    goal: Goal,
    *,
    rules: SeatingRules | None = None,
    levels: dict[str, float] | None = None,
    preferred: int = 4,
    seed: int = 1,
) -> Tables:
    """Form tables of these students."""
    return form_tables(
        people,
        table_sizes(len(people), preferred, SIZES),
        goal=goal,
        rules=rules or SeatingRules(),
        levels=levels or {},
        teams_for=teams_for,
        chance=random.Random(seed),
    )


def named(count: int) -> list[str]:
    """Return this many students."""
    return [f"p{number:02}" for number in range(count)]


@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("present", NUMBERS_PRESENT)
def test_everyone_sits_once_and_rules_are_met(present: int, goal: Goal) -> None:
    people = named(present)
    apart = [(people[0], people[-1])] if present > 4 else []
    together = [(people[0], people[1])]
    rules = SeatingRules.of(apart=apart, together=together)
    tables = formed(people, goal, rules=rules, levels={one: float(at) for at, one in enumerate(people)})
    assert sorted(one for table in tables for one in table) == people
    assert all(is_table_size(len(table), SIZES) for table in tables)
    assert sum(map(rules.unmet_at, tables)) == 0


def test_groups_and_cliques_are_met() -> None:
    people = named(24)
    group, clique = people[:4], people[4:9]
    rules = SeatingRules.of(
        together=list(pairwise(group)),
        apart=[(one, other) for one in clique for other in clique if one < other],
    )
    for goal in Goal:
        tables = formed(people, goal, rules=rules)
        assert sum(map(rules.unmet_at, tables)) == 0
        assert any(set(group) <= set(table) for table in tables)


def test_as_few_rules_as_possible_are_left_unmet() -> None:
    trio = named(3)
    rules = SeatingRules.of(apart=[("p00", "p01"), ("p01", "p02"), ("p00", "p02")])
    assert sum(map(rules.unmet_at, formed(trio, Goal.RANDOM, rules=rules))) == 3
    four = formed(named(4), Goal.RANDOM, rules=rules, preferred=2)
    assert sum(map(rules.unmet_at, four)) == 1


def spread(tables: Tables, levels: dict[str, float]) -> float:
    """Return the range of the tables' means."""
    means = [fmean(levels[one] for one in table) for table in tables]
    return max(means) - min(means)


def test_similar_tables_differ_and_mixed_ones_do_not() -> None:
    people = named(24)
    levels = {one: float(at) for at, one in enumerate(people)}
    similar, mixed = formed(people, Goal.SIMILAR, levels=levels), formed(people, Goal.MIXED, levels=levels)
    assert all(max(levels[one] for one in table) - min(levels[one] for one in table) == 3 for table in similar)
    assert spread(mixed, levels) <= 0.5
    for table in mixed:
        assert abs(sum(levels[one] for one in table[::2]) - sum(levels[one] for one in table[1::2])) <= 6


def test_neither_tables_nor_seats_are_ordered_by_level() -> None:
    people = named(24)
    levels = {one: float(at) for at, one in enumerate(people)}
    firsts = {formed(people, Goal.SIMILAR, levels=levels, seed=seed)[0][0] for seed in range(12)}
    assert len(firsts) > 3


def test_unknown_students_count_as_average() -> None:
    people = named(8)
    levels = dict.fromkeys(people[:2], 10.0) | dict.fromkeys(people[2:4], 30.0)
    tables = formed(people, Goal.MIXED, levels=levels)
    assert spread(tables, {one: levels.get(one, 20.0) for one in people}) == 0


def test_former_tables_stay_together_except_for_rules() -> None:
    old = [named(8)[:4], named(8)[4:]]
    people = [one for table in old for one in table]
    assert formed(people, Goal.KEPT) == old
    tables = formed(people, Goal.KEPT, rules=SeatingRules.of(apart=[("p00", "p01")]))
    assert sorted(len(set(table) & set(old[0])) for table in tables) == [1, 3]


class TestOldTables:
    def test_complete_tables_are_unchanged(self) -> None:
        old = [["a", "b", "c", "d"], ["e", "f"]]
        assert adapt_to_attendance(old, list("fedcba"), 4, SIZES) == old

    def test_new_students_take_the_places_of_absent_ones(self) -> None:
        assert adapt_to_attendance([list("abcd"), list("efgh")], list("abcefghz"), 4, SIZES) == [
            list("abcz"),
            list("efgh"),
        ]

    def test_two_tables_with_gaps_become_one(self) -> None:
        (table,) = adapt_to_attendance([list("abcd"), list("efgh")], list("abef"), 4, SIZES)
        assert sorted(table) == list("abef")

    def test_a_student_left_alone_moves(self) -> None:
        tables = adapt_to_attendance([list("abcd"), list("efg")], list("abce"), 4, SIZES)
        assert sorted(map(sorted, tables)) == [list("abce")]

    def test_four_and_one_become_three_and_two(self) -> None:
        assert sorted(map(len, adapt_to_attendance([list("abcd")], list("abcdz"), 4, SIZES))) == [2, 3]

    @pytest.mark.parametrize("preferred", SIZES)
    @pytest.mark.parametrize("present", NUMBERS_PRESENT)
    def test_any_number_can_be_seated(self, present: int, preferred: int) -> None:
        rng = random.Random(present)
        everyone = named(48)
        old = formed(everyone, Goal.RANDOM, preferred=rng.choice(SIZES))
        here = rng.sample(everyone, present - present // 4) + [f"new{number}" for number in range(present // 4)]
        tables = adapt_to_attendance(old, here, preferred, SIZES)
        assert sorted(one for table in tables for one in table) == sorted(here)
        assert all(len(table) in SIZES for table in tables)
