"""The budgets: the limit of each figure, and whether it is met."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """A limit."""

    id: str
    what: str
    most: float
    unit: str = ""


BUDGETS = (
    Budget("B1", "scripts of a student's table", 25, "kB"),
    Budget("B2", "styles of a student's table", 12, "kB"),
    Budget("B2", "HTML of a student's table", 8, "kB"),
    Budget("B2", "font", 30, "kB"),
    Budget("B3", "first load of a student's table, with the font", 75, "kB"),
    Budget("B3", "first load of a student's table, without the font", 45, "kB"),
    Budget("B3", "requests of the first load", 6),
    Budget("B4", "largest paint, nothing cached, 9 Mbps and 100 ms", 1200, "ms"),
    Budget("B4", "largest paint, cached, in the school", 500, "ms"),
    Budget("B5", "slowest of 200 keys and clicks", 100, "ms"),
    Budget("B5", "three of four keys and clicks", 50, "ms"),
    Budget("B6", "layout shift of the first load", 0),
    Budget("B6", "layout shift in 600 updates", 0),
    Budget("B7", "total blocking time of the first load", 50, "ms"),
    Budget("B7", "longest task in 600 updates", 50, "ms"),
    Budget("B7", "longest task of a move within a game", 50, "ms"),
    Budget("B8", "fragment of an update", 2, "kB"),
    Budget("B8", "work on the page for an update", 8, "ms"),
    Budget("B8", "answer if nothing has changed", 0, "B"),
    Budget("B9", "memory after 600 updates", 8, "MB"),
    Budget("B9", "nodes after 600 updates", 900),
    Budget("B9", "nodes and listeners that 600 updates leave behind", 0, "%"),
    Budget("B10", "timers of less than a second, in 20 s without a move", 0),
    Budget("B10", "processor in 20 s without a move", 1, "%"),
    Budget("B12", "slowest key at the teacher's grid, 7 tables", 100, "ms"),
    Budget("B12", "memory of the teacher's grid, 7 tables", 25, "MB"),
    Budget("B12", "slowest key at the class screen, 7 tables", 100, "ms"),
    Budget("B12", "memory of the class screen, 7 tables", 25, "MB"),
    Budget("B12", "slowest key at the teacher's grid, 12 tables", 100, "ms"),
    Budget("B12", "memory of the teacher's grid, 12 tables", 25, "MB"),
    Budget("B12", "slowest key at the class screen, 12 tables", 100, "ms"),
    Budget("B12", "memory of the class screen, 12 tables", 25, "MB"),
)
"""A kB is 1,000 bytes as sent. The total of a load includes response headers."""


@dataclass(frozen=True)
class Processor:
    """The CPU that a figure was measured with."""

    index: int
    """The benchmark index after throttling; 0 if it doesn't matter for this figure."""
    rate: float


class Report:
    """Prints each figure with its budget as soon as it is known."""

    def __init__(self) -> None:
        self._missed = 0
        self._shown: set[str] = set()

    def show(self, what: str, figure: float, processor: Processor | None = None) -> None:
        """Print one line."""
        budget = next(one for one in BUDGETS if one.what == what)
        is_met = figure <= budget.most
        self._missed += not is_met
        self._shown.add(what)
        limit = f"{budget.most:g} {budget.unit}".rstrip()
        shown = f"{figure:,.{1 if figure > 1 else 4}f}".rstrip("0").rstrip(".") + f" {budget.unit}".rstrip()
        where = "" if processor is None else f"  index {processor.index}, {processor.rate:g} times slower"
        print(f"{budget.id:4} {what:55} {shown:>10}  ≤ {limit:8} {'met' if is_met else 'MISSED':6}{where}", flush=True)

    @property
    def is_met(self) -> bool:
        """Return whether every budget was measured and met."""
        missing = [budget.what for budget in BUDGETS if budget.what not in self._shown]
        for what in missing:
            print(f"not measured: {what}")
        print(f"{len(self._shown) - self._missed} of {len(BUDGETS)} budgets are met.")
        return not self._missed and not missing
