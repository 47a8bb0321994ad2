"""Form tables: seating rules first, then a goal. Pure functions on IDs.

A local search: from a good start, two people at different tables swap seats as long as that lowers the cost. One rule
outweighs any goal. If rules stay unmet, the search restarts from elsewhere, a few times.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from statistics import fmean, pstdev
from typing import TypeAlias

from classroom.services.seating.swapping import Tables, balanced, improved

Pairs: TypeAlias = "Iterable[tuple[str, str]]"

_A_RULE = 1000.0
"""The cost of an unmet rule. The cost of a goal is at most the number of students, or of pairs that sat together."""
_TRIES = 8


class Goal(StrEnum):
    """The goal of forming tables."""

    RANDOM = "random"
    SIMILAR = "similar"
    """Each table has one level."""
    MIXED = "mixed"
    """Every table, and each of its teams, has all levels."""
    KEPT = "kept"
    """Students keep their initial tables as far as possible."""


@dataclass(frozen=True, slots=True)
class SeatingRules:
    """Whom each student should and should not sit with."""

    apart: Mapping[str, set[str]] = field(default_factory=dict)
    together: Mapping[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, *, apart: Pairs = (), together: Pairs = ()) -> SeatingRules:
        """Read pairs; each applies both ways."""
        return cls(_partners(apart), _partners(together))

    def unmet_at(self, table: Seq[str]) -> float:
        """Return how many rules this table violates. Two people wrongly apart count half at each of their tables."""
        here = set(table)
        apart = sum(len(here & self.apart[one]) for one in table if one in self.apart)
        together = sum(len(self.together[one] - here) for one in table if one in self.together)
        return (apart + together) / 2

    def among(self, people: Iterable[str]) -> SeatingRules:
        """Return the rules that are only about these people."""
        here = set(people)
        return SeatingRules(
            {one: others & here for one, others in self.apart.items() if one in here and others & here},
            {one: others & here for one, others in self.together.items() if one in here and others & here},
        )


def form_tables(
    people: Seq[str],
    sizes: Seq[int],
    *,
    goal: Goal,
    rules: SeatingRules,
    levels: Mapping[str, float],
    teams_for: Callable[[int], int],
    chance: random.Random,
) -> Tables:
    """Seat everyone at tables of these sizes. The order of tables and seats reveals nothing about levels.

    :param people: for `Goal.KEPT` in the order of their tables, otherwise in any order
    :param levels: a number for each person; only differences matter. People without one count as average
    :param teams_for: returns the number of teams at a table of this size
    """
    rules, levels = rules.among(people), _scaled(people, levels)
    start = _start(list(people), list(sizes), goal, levels, chance)
    cost = _cost(goal, rules, levels, start)
    tables = improved(start, cost)
    best, least = tables, _unmet(tables, rules)
    for _ in range(_TRIES):
        if not least:
            break
        tables = improved(_by_groups(people, [len(table) for table in start], rules, chance), rules.unmet_at)
        if _unmet(tables, rules) < least:
            best, least = improved(tables, cost), _unmet(tables, rules)
    if goal in {Goal.SIMILAR, Goal.MIXED}:
        best = [balanced(table, teams_for(max(len(table), 2)), levels, chance) for table in best]
    return best


def _start(
    people: list[str], sizes: list[int], goal: Goal, levels: Mapping[str, float], chance: random.Random
) -> Tables:
    if goal is Goal.KEPT:
        return _cut(people, sizes)
    chance.shuffle(people)
    if goal is Goal.RANDOM:
        return _cut(people, sizes)
    people.sort(key=lambda one: levels[one])
    if goal is Goal.SIMILAR:
        chance.shuffle(sizes)  # otherwise the strongest would always sit at the smallest table
        tables = _cut(people, sizes)
        chance.shuffle(tables)
        return sorted(tables, key=len, reverse=True)
    tables = [[] for _ in sizes]
    order = list(range(len(sizes)))
    while people:
        for index in order:
            if people and len(tables[index]) < sizes[index]:
                tables[index].append(people.pop())
        order.reverse()
    return tables


def _by_groups(people: Seq[str], sizes: list[int], rules: SeatingRules, chance: random.Random) -> Tables:
    """Return an initial order in which groups stay together, largest groups first."""
    shuffled = list(people)
    chance.shuffle(shuffled)
    groups = sorted(groups_of(shuffled, rules.together), key=len, reverse=True)
    tables: Tables = [[] for _ in sizes]
    for group in groups:
        room = [size - len(table) for size, table in zip(sizes, tables, strict=True)]
        fits = [index for index in range(len(sizes)) if room[index] >= len(group)]
        if fits:
            tables[chance.choice(fits)].extend(group)
            continue
        for one in group:
            index = max(range(len(sizes)), key=lambda at: sizes[at] - len(tables[at]))
            tables[index].append(one)
    return tables


def groups_of(people: Iterable[str], together: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of people who should sit together, also indirectly. People without rules are groups of one."""
    groups, seen = [], set[str]()
    for one in people:
        if one in seen:
            continue
        group, ahead = [], [one]
        seen.add(one)
        while ahead:
            group.append(ahead.pop())
            nearby = sorted(together.get(group[-1], set()) - seen)
            seen.update(nearby)
            ahead.extend(nearby)
        groups.append(group)
    return groups


def _cost(goal: Goal, rules: SeatingRules, levels: Mapping[str, float], start: Tables) -> Callable[[Seq[str]], float]:
    """Return the function for a table's cost: its unmet rules, and its distance from the goal."""
    kept = SeatingRules.of(together=[pair for table in start for pair in combinations(table, 2)])

    def cost(table: Seq[str]) -> float:
        broken = _A_RULE * rules.unmet_at(table)
        if goal is Goal.RANDOM:
            return broken
        if goal is Goal.KEPT:
            return broken + kept.unmet_at(table)
        here = [levels[one] for one in table]
        mean = sum(here) / len(here)
        if goal is Goal.MIXED:
            return broken + len(here) * mean * mean
        return broken + sum((level - mean) ** 2 for level in here)

    return cost


def _unmet(tables: Tables, rules: SeatingRules) -> float:
    return sum(map(rules.unmet_at, tables))


def _cut(people: Seq[str], sizes: Iterable[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(people[start : start + size]))
        start += size
    return tables


def _scaled(people: Iterable[str], levels: Mapping[str, float]) -> dict[str, float]:
    """Scale levels to mean 0 and standard deviation 1, so that a goal never outweighs a rule."""
    known = [levels[one] for one in people if one in levels]
    mean, spread = (fmean(known), pstdev(known) or 1.0) if known else (0.0, 1.0)
    return {one: (levels.get(one, mean) - mean) / spread for one in people}


def _partners(pairs: Pairs) -> dict[str, set[str]]:
    partners: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        partners[one].add(other)
        partners[other].add(one)
    return dict(partners)
