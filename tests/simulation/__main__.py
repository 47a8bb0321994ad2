"""`python -m tests.simulation`: print tables of how dealing and findings work with simulated students."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType

from classroom.learning.deals import GENTLE_GOAL, GOAL
from classroom.learning.ledger import Kind, Subject
from classroom.learning.plans import skills_of_grades
from engine.equations import ErrorPattern
from tests.simulation import dealt_class, facts, habits, mixed_class, reviews
from tests.simulation.boards import BOARDS
from tests.simulation.planted_class import IDENTICAL, ORDINARY, Plant, Spread, simulate
from tests.simulation.policies import Policy, due_first, hardest, nearest_to, oracle, random_order

POLICIES: Mapping[str, Policy | None] = MappingProxyType(
    {
        "at random": random_order,
        "nearest to 85 %": nearest_to(0.85),
        "nearest to 75 %": nearest_to(0.75),
        "hardest": hardest,
        "due first, above .6": due_first,
        "the app's own": None,
        "oracle (knows the truth)": oracle,
    }
)
GOALS: Mapping[str, float | None] = MappingProxyType(
    {"the same for all": None, f"goal {GOAL}": GOAL, f"goal {GENTLE_GOAL}": GENTLE_GOAL, "goal 0.93": 0.93}
)


def main() -> None:
    """Simulate and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--students", type=int, default=40, help="how many in each class (default: 40)")
    parser.add_argument("--answers", type=int, default=400, help="of each student in the mixed class (default: 400)")
    parser.add_argument("--classes", type=int, default=60, help="in each row about findings (default: 60)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    _print_facts(given.students, given.seed)
    _print_mixed_class(given.students, given.answers, given.seed)
    _print_reviews(given.students, given.seed)
    _print_findings(given.classes)
    _print_dealt(max(1, given.classes // 10))
    _print_habits(max(1, given.classes // 10))


def _print_facts(students: int, seed: int) -> None:
    print(
        f"Facts remembered of 45, two weeks after ten weeks of games ({students} students), and share of right answers"
    )
    print(f"{'':26}" + "".join(f"{board:>26}" for board in BOARDS))
    rows: dict[str, tuple[Policy | None, bool]] = {"printed deck": (random_order, True)}
    rows |= {name: (policy, False) for name, policy in POLICIES.items()}
    for name, (policy, is_printed) in rows.items():
        cells = []
        for values in BOARDS.values():
            outcome = facts.simulate(policy, values, students=students, seed=seed, is_printed=is_printed)
            cells.append(f"{outcome.retained:17.1f}  ({outcome.success:.2f})")
        print(f"{name:26}" + "".join(f"{cell:>26}" for cell in cells), flush=True)


def _print_mixed_class(students: int, answers: int, seed: int) -> None:
    print(f"\nA class of very different students ({students} students, {answers} answers each, ten skills):")
    print("rise of the level in logits; in brackets the right answers of the weakest, middle and strongest third")
    for law in mixed_class.LAWS:
        print(f"What an answer teaches: {law}")
        for name, goal in GOALS.items():
            outcome = mixed_class.simulate(law, students=students, answers=answers, seed=seed, goal=goal)
            thirds = ", ".join(f"{third:.2f}" for third in outcome.thirds)
            print(f"  {name:24}{outcome.gain:6.2f}  ({thirds})", flush=True)


def _print_reviews(students: int, seed: int) -> None:
    print(f"\nWhat was missed and comes back within three games ({students} students, 24 games of 20 answers):")
    print(f"{'':31}{'families':>10}{'facts':>8}{'outside .75–.90':>18}{'same text':>11}{'other grades':>14}   thirds")
    for name, scenario in reviews.SCENARIOS.items():
        outcome = reviews.simulate(scenario, law="from success", students=students, seed=seed)
        thirds = ", ".join(f"{third:.2f}" for third in outcome.thirds)
        print(
            f"{name:31}{outcome.returned:>10.2f}{outcome.returned_facts:>8.2f}{outcome.outside:>18.0%}"
            f"{outcome.same_text:>11.3f}{outcome.other_grades:>14.0%}   {thirds}",
            flush=True,
        )


PLANTS: Mapping[str, tuple[Plant, Spread, Subject | None]] = MappingProxyType(
    {
        "equal students": (Plant(), IDENTICAL, None),
        "ordinary differences": (Plant(), ORDINARY, None),
        "one student −2.0": (Plant(students={0: -2.0}), IDENTICAL, Subject(Kind.STUDENT, "0")),
        "the same, ordinary class": (Plant(students={0: -2.0}), ORDINARY, Subject(Kind.STUDENT, "0")),
        "7 × 8 −2.0 for the class": (
            Plant(families={"mul:7x8": -2.0}),
            IDENTICAL,
            Subject(Kind.FAMILY, name="mul:7x8"),
        ),
    }
)


def _print_findings(classes: int) -> None:
    print(f"\nFindings in {classes} classes of 24, 16 answers each in a session, times tables on 8 × 8:")
    print(f"{'':26}{'sessions flagged':>18}{'false findings':>18}{'found after 1, 2, 4, 8 sessions':>36}")
    for name, (plant, spread, subject) in PLANTS.items():
        runs = [
            simulate(("times-tables", "8x8"), plant, spread, classes=classes, sessions=sessions, subject=subject)
            for sessions in (1, 2, 4, 8)
        ]
        last = runs[-1]
        hits = ", ".join(f"{run.hits / classes:.0%}" for run in runs) if subject else ""
        false = f"{last.false} of {last.found}"
        print(f"{name:26}{last.with_findings / last.sessions:>18.1%}{false:>18}{hits:>36}", flush=True)


def _print_dealt(classes: int) -> None:
    print(f"\nThe same where the app deals, fed from its log ({classes} classes, plan of grade 3, 4 sessions after 4):")
    for name, (plant, spread, subject) in PLANTS.items():
        if subject is not None and subject.kind is not Kind.STUDENT:
            continue
        skills = skills_of_grades(3, 3)
        run = dealt_class.simulate(("times-tables", "8x8"), skills, plant, spread, classes=classes, subject=subject)
        hits = f"{run.hits / classes:.0%}" if subject else ""
        print(
            f"{name:26}{run.with_findings / run.sessions:>18.1%}{f'{run.false} of {run.found}':>18}{hits:>36}",
            flush=True,
        )


def _print_habits(terms: int) -> None:
    print(f"\nPatterns named that no one has, in {terms} class-terms of 24 sessions; and OP_ADD of one found after 8:")
    for deck in (("times-tables", "8x8"), ("mixed", "8x8"), ("mixed", "10x10"), ("add-sub-100", "6x6")):
        for is_typed in (False, True):
            run = habits.simulate(deck, {}, terms=terms, is_typed=is_typed)
            planted = {0: ErrorPattern.OP_ADD}
            found = habits.simulate(deck, planted, terms=terms, sessions=8, is_typed=is_typed)
            form = "typed" if is_typed else "board"
            print(f"{' '.join(deck):24}{form:8}{run.with_false:>4}{found.found / terms:>10.0%}", flush=True)


if __name__ == "__main__":
    main()
