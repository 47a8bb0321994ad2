"""`make planted-school`: what reports say of made-up classes, as a table. PLANTED_CLASSES classes in each row."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from multiprocessing import Pool

from tests.planted.claims import Outcomes, watch
from tests.planted.people import Plant, SimulatedClass
from tests.planted.plants import NULL, ORDINARY_CLASSES, PLANTED, Planted

CLASSES = int(os.environ.get("PLANTED_CLASSES", "12"))
EXAMPLES = int(os.environ.get("PLANTED_EXAMPLES", "0"))
"""False claims that are printed under each row."""
ALL = (*map(Planted, NULL), *map(Planted, ORDINARY_CLASSES), *PLANTED)
_TIMES = (1, 2, 4, 8)
_OTHERS = ("pattern", "drop", "ready", "equation", "needs most", "group", "accurate")


def main() -> None:
    """Play all classes and print a row for each plant as soon as it is known."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    numbers = [at for at, one in enumerate(ALL) if wanted in one.plant.name]
    heads = ("", "sessions flagged", "false findings", "found after 1, 2, 4, 8", *_OTHERS)
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    with Pool() as pool:
        for number, outcomes in zip(numbers, pool.imap(play, numbers), strict=True):
            print("| " + " | ".join(_row(ALL[number], outcomes)) + " |", flush=True)
            for text, times in outcomes.examples.most_common(EXAMPLES):
                print(f"      {times} × {text}")


def play(number: int) -> Outcomes:
    """Play the classes of one plant. Where the app deals, each takes ten times as long, so there are fewer."""
    outcomes, planted = Outcomes(), ALL[number]
    for seed in range(max(2, CLASSES // 3) if planted.plant.skills else CLASSES):
        watch(SimulatedClass(planted.plant, seed=seed), outcomes, planted.is_looked_for)
    return outcomes


def _row(planted: Planted, outcomes: Outcomes) -> Iterator[str]:
    plant: Plant = planted.plant
    yield plant.name
    yield f"{outcomes.flagged / outcomes.sessions:.1%}"
    yield _false_of(outcomes, [report for report in outcomes.said if report.startswith("finding")])
    shares = [outcomes.found[number] / outcomes.classes for number in _TIMES if number <= plant.sessions]
    yield ", ".join(f"{share:.0%}" for share in shares) if planted.is_looked_for else ""
    for report in _OTHERS:
        said = _false_of(outcomes, [report])
        yield f"{said}; {outcomes.named[report] / outcomes.looks:.0%}" if said and report == "needs most" else said


def _false_of(outcomes: Outcomes, reports: list[str]) -> str:
    said = sum(outcomes.said[report] for report in reports)
    return f"{sum(outcomes.false[report] for report in reports)} of {said}" if said else ""


if __name__ == "__main__":
    main()
