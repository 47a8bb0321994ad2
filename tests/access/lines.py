"""One line of `make access`: an accessibility target, the measurement, and whether it is met."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A target and its figure."""

    id: str
    what: str
    figure: str
    bar: str
    is_met: bool
    shown_by: str
    """The command or test that gives the figure."""
    details: tuple[str, ...] = ()
    """What does not meet the target, printed below the line."""

    def __str__(self) -> str:
        met = "met" if self.is_met else "NOT MET"
        return f"{self.id:4} {self.what}: {self.figure} (bar: {self.bar}) · {met} · {self.shown_by}"


def line_of_faults(id_: str, what: str, faults: list[str], checks: int, shown_by: str) -> Line:
    """Return the line of a target that allows no faults."""
    different = tuple(dict.fromkeys(faults))
    figure = f"{len(faults)} faults in {checks} checks"
    return Line(id_, what, figure, "0", not faults and checks > 0, shown_by, different)
