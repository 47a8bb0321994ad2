"""Simulation S3: classes with known abilities, to count false and missed findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import NamedTuple, Protocol

from classroom.learning.accuracy import success
from classroom.learning.families import review_key
from classroom.learning.findings import Finding, findings
from classroom.learning.ledger import Kind, Ledger, Observation, Subject
from engine.deck_making import built_in_deck
from engine.equations import Equation, describe, difficulty

START = date(2025, 9, 1)
DAYS_BETWEEN = 4
LEVEL = 1.6
"""Mean level of a class above its cards: about 82% correct."""
NOT_SPECIAL = -0.75
"""A finding whose subject deviates less than this, in logits, is a false alarm."""


@dataclass(frozen=True, slots=True)
class Plant:
    """The planted deviations of a class, in logits; empty for none."""

    students: dict[int, float] = field(default_factory=dict)
    families: dict[str, float] = field(default_factory=dict)
    skills: dict[str, float] = field(default_factory=dict)
    student_skills: dict[tuple[int, str], float] = field(default_factory=dict)


class Spread(NamedTuple):
    """Ordinary differences, as standard deviations in logits."""

    student: float = 0.0
    profile: float = 0.0
    """Between skills of the same student."""
    skill: float = 0.0
    family: float = 0.0
    text: float = 0.0


IDENTICAL = Spread()
ORDINARY = Spread(0.8, 0.35, 0.5, 0.25, 0.3)


class PlantedClass:
    """A class of simulated students with one deck, the same cards for everyone."""

    def __init__(
        self, deck: Sequence[Equation], plant: Plant, spread: Spread, *, seed: str, students: int = 24
    ) -> None:
        self._deck, self._plant = deck, plant
        self._rng = rng = Random(seed)
        self._levels = [rng.gauss(0, spread.student) for _ in range(students)]
        self._profiles = {
            (student, skill): rng.gauss(0, spread.profile)
            for student in range(students)
            for skill in sorted({one.skill for one in deck})
        }
        self._eases = {
            **{skill: rng.gauss(0, spread.skill) for skill in sorted({one.skill for one in deck})},
            **{family: rng.gauss(0, spread.family) for family in sorted({review_key(one) for one in deck})},
            **{text: rng.gauss(0, spread.text) for text in sorted({one.text for one in deck})},
        }
        self._center = sum(map(difficulty, deck)) / len(deck)
        self.ledger = Ledger(start=self._center + LEVEL)
        self.day = START

    def play(self, answers: int) -> tuple[Finding, ...]:
        """Let everyone answer in one session, and return the findings after it."""
        self.day += timedelta(days=DAYS_BETWEEN)
        for _ in range(answers):
            for student in range(len(self._levels)):
                equation = self._rng.choice(self._deck)
                is_right = self._rng.random() < success(self._logit(student, equation))
                self.ledger.observe(Observation(str(student), equation, is_right, self.day, session=str(self.day)))
        return findings(self.ledger, self.day)

    def deviation(self, finding: Finding) -> float:
        """Return the true deviation of a finding's subject, in logits."""
        subject = finding.subject
        if subject.kind is Kind.STUDENT:
            levels = [self._level_on_deck(student) for student in range(len(self._levels))]
            return levels[int(subject.student)] - sum(levels) / len(levels)
        if subject.kind is Kind.STUDENT_SKILL:
            student = int(subject.student)
            planted = self._plant.student_skills.get((student, subject.name), 0.0)
            return self._profiles[student, subject.name] + planted
        shifts = self._plant.skills if subject.kind is Kind.SKILL else self._plant.families
        return self._eases[subject.name] + shifts.get(subject.name, 0.0)

    def _level(self, student: int) -> float:
        return self._levels[student] + self._plant.students.get(student, 0.0)

    def _level_on_deck(self, student: int) -> float:
        return self._level(student) + sum(self._profiles[student, one.skill] for one in self._deck) / len(self._deck)

    def _logit(self, student: int, equation: Equation) -> float:
        skill, family, plant = equation.skill, review_key(equation), self._plant
        return (
            self._center
            + LEVEL
            - difficulty(equation)
            + self._level(student)
            + self._profiles[student, skill]
            + self._eases[skill]
            + self._eases[family]
            + self._eases[equation.text]
            + plant.skills.get(skill, 0.0)
            + plant.families.get(family, 0.0)
            + plant.student_skills.get((student, skill), 0.0)
        )


class PlayingClass(Protocol):
    """A simulated class that plays sessions."""

    def play(self, answers: int) -> tuple[Finding, ...]:
        """Play a session and compute the findings, as the app does at its end.

        :param answers: answers of each student
        """

    def deviation(self, finding: Finding) -> float:
        """Return the planted deviation of a finding's subject, in logits."""


@dataclass(slots=True)
class Outcomes:
    """Findings in many classes."""

    sessions: int = 0
    with_findings: int = 0
    found: int = 0
    false: int = 0
    """Findings about ordinary differences."""
    hits: int = 0
    """Classes where the planted subject was found after the last session."""

    def add(self, one: PlayingClass, *, sessions: int, answers: int, subject: Subject | None) -> None:
        """Play sessions of a class, and count the findings after each.

        :param answers: answers of each student per session
        :param subject: the subject to look for
        """
        found: tuple[Finding, ...] = ()
        for _ in range(sessions):
            found = one.play(answers)
            self.sessions += 1
            self.with_findings += bool(found)
            self.found += len(found)
            self.false += sum(one.deviation(finding) > NOT_SPECIAL for finding in found)
        self.hits += subject in {finding.subject for finding in found}


def simulate(
    deck: tuple[str, str],
    plant: Plant,
    spread: Spread,
    *,
    classes: int,
    sessions: int = 4,
    answers: int = 16,
    subject: Subject | None = None,
) -> Outcomes:
    """Play in many classes.

    :param deck: a built-in deck and board size
    :param answers: answers of each student per session
    :param subject: the subject to look for
    """
    cards, outcomes = cards_of(*deck), Outcomes()
    for number in range(classes):
        one = PlantedClass(cards, plant, spread, seed=f"{deck} {number}")
        outcomes.add(one, sessions=sessions, answers=answers, subject=subject)
    return outcomes


def cards_of(deck: str, size: str) -> list[Equation]:
    """Return every equation of a built-in deck on a board."""
    made = built_in_deck(deck)
    if made is None:
        raise ValueError(f"There is no deck {deck}.")
    return [
        describe(text, int(answer)) for answer in made.answers(size) for kind in made.equations[answer] for text in kind
    ]
