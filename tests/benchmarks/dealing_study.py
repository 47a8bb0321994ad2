"""Compare the current dealing policy with the app's first one: three laws of learning, several seeds, five plans."""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from tests.simulation.reviews import BAND, GAMES, LAWS, SCENARIOS, Outcome, StudentResult, simulate

LEAST_RETURNED, MOST_OUTSIDE, MOST_SAME_TEXT, STANDARD_ERRORS = 0.80, 0.06, 0.02, 2.0
POLICIES = ("first", "present", "plan only")
"""`plan only`: the current policy with other grades turned off."""


class Task(NamedTuple):
    """One class."""

    scenario: str
    policy: str
    law: str
    seed: int
    students: int


def run(task: Task) -> tuple[Task, Outcome]:
    """Simulate one class; the same task always gives the same."""
    scenario = SCENARIOS[task.scenario]
    other = task.policy == "present"
    return task, simulate(
        scenario,
        law=task.law,
        students=task.students,
        seed=task.seed,
        is_first=task.policy == "first",
        has_other_grades=other,
    )


class Difference(NamedTuple):
    """A mean difference between the same students, with its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f}"


def difference(present: Sequence[StudentResult], first: Sequence[StudentResult]) -> Difference:
    """Return the families learned per session, in addition to those under the first policy."""
    each = [(new.learned - old.learned) / GAMES for new, old in zip(present, first, strict=True)]
    return Difference(fmean(each), stdev(each) / math.sqrt(len(each)))


def failures(present: Mapping[str, Outcome], first: Mapping[str, Outcome]) -> list[str]:
    """Return the gates that are not met."""
    found = []
    for name, outcome in present.items():
        if outcome.returned < LEAST_RETURNED:
            found.append(f"{name}: {outcome.returned:.1%} of missed families came back within three sessions")
        if not all(BAND[0] <= third <= BAND[1] for third in outcome.thirds):
            found.append(f"{name}: a third of the class lies outside {BAND}")
        if outcome.same_text > MOST_SAME_TEXT:
            found.append(f"{name}: {outcome.same_text:.1%} of cards repeat a text")
        learned = difference(outcome.students, first[name].students)
        if learned.mean < -STANDARD_ERRORS * learned.error:
            found.append(f"{name}: {learned} families learned in a session")
    every, before = ([one for name in present for one in outcomes[name].students] for outcomes in (present, first))
    outside, learned = Outcome(tuple(every)).outside, difference(every, before)
    if outside > MOST_OUTSIDE:
        found.append(f"all plans: {outside:.1%} of students outside {BAND}")
    if learned.mean < -learned.error:
        found.append(f"all plans: {learned} families learned in a session")
    return found


def outcomes(tasks: Sequence[Task], processes: int) -> dict[Task, Outcome]:
    """Simulate all classes, with progress on the error stream."""
    began, done = time.monotonic(), {}
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for number, (task, outcome) in enumerate(pool.imap_unordered(run, tasks), start=1):
            done[task] = outcome
            left = (time.monotonic() - began) / number * (len(tasks) - number)
            print(f"\r{number} of {len(tasks)} classes, about {left / 60:.0f} min left ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return done


def main() -> int:
    """Simulate, print a table, and report whether the gates are met."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dealing_study", description=__doc__)
    parser.add_argument("--students", type=int, default=6, help="in each class (default: 6)")
    parser.add_argument("--seeds", type=int, default=6, help="classes for each plan and learning law (default: 6)")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    given = parser.parse_args()
    os.nice(15)
    seeds = range(1, given.seeds + 1)
    tasks = [Task(*chosen, given.students) for chosen in itertools.product(SCENARIOS, POLICIES, LAWS, seeds)]
    done = outcomes(tasks, given.processes)
    pooled = {policy: {name: _pooled(done, tasks, name, policy) for name in SCENARIOS} for policy in POLICIES}
    students = given.students * given.seeds * len(LAWS)
    print(f"{students} students for each plan, {GAMES} games of 20 answers; thirds and outside: second half")
    print(f"{'':42}{'back in 3':>10}{'facts':>7}{'outside':>9}{'same text':>11}{'other':>7}   thirds, learned")
    for name in SCENARIOS:
        for policy in POLICIES:
            _print(name, policy, pooled[policy][name], pooled["first"][name])
    missed = failures(pooled["present"], pooled["first"])
    print("\n".join(missed) or "All gates are met.")
    return bool(missed)


def _pooled(done: Mapping[Task, Outcome], tasks: Iterable[Task], name: str, policy: str) -> Outcome:
    chosen = (done[task] for task in tasks if (task.scenario, task.policy) == (name, policy))
    return Outcome(tuple(one for outcome in chosen for one in outcome.students))


def _print(name: str, policy: str, outcome: Outcome, first: Outcome) -> None:
    thirds = "/".join(f"{third:.2f}" for third in outcome.thirds)
    learned = f"{outcome.learned:.3f}"
    if outcome is not first:
        learned += f" ({difference(outcome.students, first.students)})"
    print(
        f"{name:31}{policy:11}{outcome.returned:>10.2f}{outcome.returned_facts:>7.2f}{outcome.outside:>9.1%}"
        f"{outcome.same_text:>11.3f}{outcome.other_grades:>7.0%}   {thirds}   {learned}"
    )


if __name__ == "__main__":
    sys.exit(main())
