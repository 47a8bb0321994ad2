"""The planted effects: classes with one special property, and classes with none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from classroom.learning.plans import skills_of_grades
from engine.equations import ErrorPattern
from tests.planted.claims import Claim
from tests.planted.people import Person, Plant, equal
from tests.simulation.planted_class import ORDINARY

GRADE_3: Final = skills_of_grades(3, 3)
GRADES_3_4: Final = skills_of_grades(3, 4)
WEAK: Final = Person(-2.0)
"""About 30 points below: 48% where the others have 82%."""
NO_DIVISION: Final = Person(skills={"div-tables": -2.0})
"""The same in one skill, to which a student gives about ten answers in eight sessions with the mixed deck."""


class Planted(NamedTuple):
    """A plant, and the claims that a report should make."""

    plant: Plant
    is_looked_for: Callable[[Claim], bool] | None = None
    """None: nothing is planted, so nothing should be said."""


def is_first_student(claim: Claim) -> bool:
    """Return whether a claim is that the first student needs help."""
    return claim.report in {"finding: student", "finding: student-skill"} and claim.who == "0"


def _with(first: Person, others: int) -> tuple[Person, ...]:
    return (first, *equal(others))


def _finds(report: str, who: str) -> Callable[[Claim], bool]:
    return lambda claim: claim.report == report and claim.who == who


MIXED, SUMS = ("mixed", "8x8"), ("add-sub-100", "6x6")
NULL: Final = (
    *(Plant(f"equal, {size} students", equal(size)) for size in (6, 24, 35)),
    Plant("equal, 30 sessions", equal(24), sessions=30),
    Plant("equal, mixed", equal(24), deck=MIXED),
    Plant("equal, sums to 100", equal(24), deck=SUMS),
    Plant("equal, typed", equal(24), is_typed=True),
    Plant("equal, tickets too", equal(24), tickets=10),
    Plant("equal, tickets only", equal(24), answers=0, tickets=10),
    Plant("equal, own levels", equal(24), skills=GRADE_3),
    Plant("equal, own levels, grades 3 and 4, 10 × 10", equal(24), deck=("mixed", "10x10"), skills=GRADES_3_4),
    Plant("equal, own levels, 20 sessions", equal(16), skills=GRADE_3, sessions=20),
    Plant("equal, half are absent each time", equal(24, Person(attends=0.5))),
    Plant("equal, six came late", (*equal(18), *equal(6, Person(joins=4)))),
    Plant("equal, hard cards (50%)", equal(24), level=0.0),
    Plant("equal, easy cards (95%)", equal(24), level=3.0),
    Plant("equal, all learn (.1 a session)", equal(24), learning=0.1, sessions=16),
    Plant("equal, all tire (1.0 in a session)", equal(24), fatigue=1.0),
    Plant("equal, 2 answers each", equal(24, Person(answers=2)), sessions=3),
    Plant("all right", equal(24, Person(always=True))),
    Plant("all wrong", equal(24, Person(always=False))),
)
ORDINARY_CLASSES: Final = (
    Plant("ordinary, times tables", equal(24), spread=ORDINARY),
    Plant("ordinary, mixed", equal(24), deck=MIXED, spread=ORDINARY),
    Plant("ordinary, sums to 100", equal(24), deck=SUMS, spread=ORDINARY),
    Plant("ordinary, 8 students", equal(8), spread=ORDINARY),
    Plant("ordinary, 35 students, 20 sessions", equal(35), spread=ORDINARY, sessions=20),
    Plant("ordinary, typed", equal(24), spread=ORDINARY, is_typed=True),
    Plant("ordinary, own levels", equal(24), spread=ORDINARY, skills=GRADE_3),
    Plant("ordinary, own levels, grades 3 and 4", equal(24), deck=MIXED, spread=ORDINARY, skills=GRADES_3_4),
    Plant("ordinary, six came late", (*equal(18), *equal(6, Person(joins=4))), spread=ORDINARY),
    Plant("ordinary, all learn", equal(24), spread=ORDINARY, learning=0.1, sessions=16),
)
PLANTED: Final = (
    Planted(Plant("one 30 points below", _with(WEAK, 23)), is_first_student),
    Planted(Plant("one of 6", _with(WEAK, 5)), is_first_student),
    Planted(Plant("one of 35", _with(WEAK, 34)), is_first_student),
    Planted(Plant("one, mixed", _with(WEAK, 23), deck=MIXED), is_first_student),
    Planted(Plant("one, sums to 100", _with(WEAK, 23), deck=SUMS), is_first_student),
    Planted(Plant("one, typed", _with(WEAK, 23), is_typed=True), is_first_student),
    Planted(Plant("one, tickets only", _with(WEAK, 23), answers=0, tickets=10), is_first_student),
    Planted(Plant("one came late", _with(replace(WEAK, joins=2), 23)), is_first_student),
    Planted(Plant("one is often absent", _with(replace(WEAK, attends=0.5), 23)), is_first_student),
    Planted(Plant("one, ordinary class", _with(WEAK, 23), spread=ORDINARY), is_first_student),
    Planted(Plant("one, own levels", _with(WEAK, 23), skills=GRADE_3), is_first_student),
    Planted(Plant("a guesser", _with(Person(guesses=True), 23)), is_first_student),
    Planted(Plant("a guesser, own levels", _with(Person(guesses=True), 23), skills=GRADE_3), is_first_student),
    Planted(Plant("always wrong", _with(Person(always=False), 23)), is_first_student),
    Planted(Plant("only classic, one below", (WEAK, Person(is_classic=True), *equal(22))), is_first_student),
    Planted(Plant("division, one student, mixed", _with(NO_DIVISION, 23), deck=MIXED), is_first_student),
    Planted(Plant("7 × 8 for the class", equal(24), families={"mul:7x8": -2.5}), _finds("finding: family", "mul:7x8")),
    Planted(
        Plant("multiplication for the class, mixed", equal(24), deck=MIXED, class_skills={"mul-tables": -1.5}),
        lambda claim: claim.report in {"finding: skill", "finding: family"} and "mul" in claim.who,
    ),
    Planted(
        Plant("one text 3 logits too hard", equal(24), texts={"7 × 8": -3.0}, sessions=16), _finds("equation", "7 × 8")
    ),
    Planted(
        Plant("adds, times tables", _with(Person(habit=ErrorPattern.OP_ADD), 23)),
        lambda claim: claim.report == "pattern" and claim.who == "0" and not claim.is_false,
    ),
    Planted(
        Plant("adds, typed, mixed", _with(Person(habit=ErrorPattern.OP_ADD), 23), deck=MIXED, is_typed=True),
        lambda claim: claim.report == "pattern" and claim.who == "0" and not claim.is_false,
    ),
    Planted(Plant("falls back, own levels", _with(Person(drops=(4, -2.0)), 23), skills=GRADE_3), _finds("drop", "0")),
    Planted(Plant("ready for more", _with(Person(2.5), 23)), _finds("ready", "0")),
    Planted(
        Plant("five 25 points below", (*equal(5, Person(shift=-1.7)), *equal(19))),
        lambda claim: claim.report == "finding: student",
    ),
)
