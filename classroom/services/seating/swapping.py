"""Local search for better tables: swap two people as long as that lowers a cost. Pure functions on IDs."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Seq
from itertools import combinations
from statistics import pstdev
from typing import TypeAlias

Tables: TypeAlias = list[list[str]]
"""Student IDs by table, in seat order."""

_LEAST_GAIN = 1e-9


def improved(start: Tables, cost: Callable[[Seq[str]], float]) -> Tables:
    """Swap two people as long as that lowers the cost."""
    tables = [list(table) for table in start]
    costs = [cost(table) for table in tables]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(tables)), 2):
            if costs[one] + costs[other] > _LEAST_GAIN and _swap_between(tables, costs, one, other, cost):
                is_better = True
    return tables


def _swap_between(tables: Tables, costs: list[float], one: int, other: int, cost: Callable[[Seq[str]], float]) -> bool:
    """Make every swap between two tables that lowers the cost; return whether there was one."""
    first, second, has_swapped = tables[one], tables[other], False
    for here in range(len(first)):
        for there in range(len(second)):
            first[here], second[there] = second[there], first[here]
            after = cost(first), cost(second)
            if sum(after) < costs[one] + costs[other] - _LEAST_GAIN:
                costs[one], costs[other] = after
                has_swapped = True
            else:
                first[here], second[there] = second[there], first[here]
    return has_swapped


def balanced(table: list[str], teams: int, levels: Mapping[str, float], chance: random.Random) -> list[str]:
    """Order the seats, which alternate by team, so that the teams are equally strong."""
    seats = list(table)
    chance.shuffle(seats)

    def spread() -> float:
        sums = [sum(levels[one] for one in seats[team::teams]) for team in range(teams)]
        return pstdev(sums)

    least, is_better = spread(), True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(seats)), 2):
            seats[one], seats[other] = seats[other], seats[one]
            after = spread()
            if after < least - _LEAST_GAIN:
                least, is_better = after, True
            else:
                seats[one], seats[other] = seats[other], seats[one]
    return seats
