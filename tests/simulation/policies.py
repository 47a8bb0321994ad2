"""Policies for choosing among the facts for a value, to compare with the app's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import TypeAlias

from classroom.learning.accuracy import predict
from classroom.learning.attempts import asked
from classroom.learning.families import review_key
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.memory import recall
from engine.equations import Equation

SUCCESS_FLOOR = 0.6


@dataclass(frozen=True, slots=True)
class Situation:
    """What a policy may use."""

    knowledge: StudentModels
    student: StudentKnowledge
    day: date
    rng: Random
    gain: Callable[[Equation], float]
    """Gain in the test from an encounter now; only the oracle may use it."""

    def chance(self, equation: Equation) -> float:
        return predict(self.student.levels, self.knowledge.difficulties, asked(equation, "board"))

    def due(self, equation: Equation) -> float:
        record = self.student.families.get(review_key(equation))
        return 0.5 if record is None or record.memory is None else 1 - recall(record.memory, self.day)


Policy: TypeAlias = Callable[[Situation, Sequence[Equation]], Equation]


def random_order(situation: Situation, some: Sequence[Equation]) -> Equation:
    return situation.rng.choice(some)


def nearest_to(target: float) -> Policy:
    """Return the candidate whose probability of success is nearest to a target."""

    def choose(situation: Situation, some: Sequence[Equation]) -> Equation:
        return min(some, key=lambda one: abs(situation.chance(one) - target))

    return choose


def hardest(situation: Situation, some: Sequence[Equation]) -> Equation:
    return min(some, key=situation.chance)


def due_first(situation: Situation, some: Sequence[Equation]) -> Equation:
    """Return the candidate most likely to be forgotten, among those that are not too hard."""
    fair = [one for one in some if situation.chance(one) >= SUCCESS_FLOOR]
    return max(fair, key=situation.due) if fair else max(some, key=situation.chance)


def oracle(situation: Situation, some: Sequence[Equation]) -> Equation:
    """Return the candidate with the greatest true benefit, which is unknowable in practice."""
    return max(some, key=situation.gain)
