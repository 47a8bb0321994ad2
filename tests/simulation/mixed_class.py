"""Simulation S2: a class with very different students, ten skills, and four models of learning by answering."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, choose
from classroom.learning.deals import GOAL, Plan
from classroom.learning.knowledge import StudentModels
from engine.equations import Equation, difficulty, equations_of, select

SKILLS = (
    *("add-10", "add-20", "add-100-carry", "sub-100-borrow", "mul-tables"),
    *("div-tables", "mul-2-by-1", "fraction-of", "percent", "two-step"),
)
"""Easiest first."""
MIDDLE = "sub-100-borrow"
"""Asked of everyone in a class without differentiation."""
START = date(2025, 9, 1)
ANSWERS_A_DAY = 20
SPREAD = 1.3
"""Standard deviation of students' levels, in logits."""
RATE = 0.008
Law: TypeAlias = Callable[[float, bool], float]
LAWS: Mapping[str, Law] = MappingProxyType(
    {
        "most in the middle": lambda chance, _: 4 * chance * (1 - chance),
        "always the same": lambda _, __: 0.6,
        "from success": lambda _, is_right: 0.75 * is_right,
        "from mistakes": lambda _, is_right: 2.5 * (not is_right),
    }
)
"""Learning from an answer, given its probability and result."""


class Outcome(NamedTuple):
    """The result of a class."""

    success: float
    thirds: tuple[float, float, float]
    """Success of the weakest, middle, and strongest thirds."""
    gain: float
    """Mean gain in level over all skills, in logits."""

    @property
    def spread(self) -> float:
        """Return the range between thirds."""
        return max(self.thirds) - min(self.thirds)


class _Truth:
    """True difficulties: close to the app's priors, but not equal."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._shift = {skill: Random(f"{seed} {skill}").gauss(0, 0.4) for skill in SKILLS}

    def difficulty(self, equation: Equation) -> float:
        own = Random(f"{self._seed} {equation.text}").gauss(0, 0.3)
        return difficulty(equation) + self._shift[equation.skill] + own


@dataclass(slots=True)
class _Child:
    """A simulated student: true levels in each skill, and the app's estimates."""

    levels: dict[str, float]
    rng: Random
    knowledge: StudentModels = field(default_factory=StudentModels)
    recent: deque[Equation] = field(default_factory=lambda: deque(maxlen=CARDS_BETWEEN_TEXTS))
    right: int = 0

    @property
    def level(self) -> float:
        return fmean(self.levels.values())

    def ask(self, number: int, plan: Plan | None) -> Equation:
        """Return an equation for a value; without a plan, of the middle skill."""
        if plan is None:
            return self.rng.choice(_bank()[MIDDLE])
        pool = [one for skill in SKILLS for one in self.rng.sample(_bank()[skill], 2)]
        game = GameSoFar(str(_day(number)), recent=tuple(self.recent), dealt=number % ANSWERS_A_DAY)
        known = self.knowledge.of("")
        return choose(pool, known, self.knowledge.difficulties, plan, game, day=_day(number), rng=self.rng).equation

    def answer(self, equation: Equation, number: int, law: Law, truth: _Truth, plan: Plan | None) -> None:
        chance = 1 / (1 + math.exp(truth.difficulty(equation) - self.levels[equation.skill]))
        is_right = self.rng.random() < chance
        self.right += is_right
        self.recent.append(equation)
        place = SKILLS.index(equation.skill)
        for other, skill in enumerate(SKILLS):  # neighboring skills gain a part of it
            self.levels[skill] += RATE * law(chance, is_right) * math.exp(-abs(place - other) / 2)
        if plan:
            goal = plan.goal
            day = _day(number)
            attempt = FirstAttempt("", day, equation.text, equation.answer, is_right, goal=goal, game=str(day))
            self.knowledge.learn(attempt)


def simulate(law: str, *, students: int, answers: int, seed: int, goal: float | None = GOAL) -> Outcome:
    """Let a class answer.

    :param goal: the success rate to deal for; None to give everyone the middle skill
    """
    truth = _Truth(seed)
    plan = None if goal is None else Plan(select(SKILLS), goal=goal)
    results = []
    for student in range(students):
        rng = Random(f"{seed} {student}")
        start = rng.gauss(1.2, SPREAD)
        child = _Child({skill: start + rng.gauss(0, 0.4) for skill in SKILLS}, rng)
        before = child.level
        for number in range(answers):
            child.answer(child.ask(number, plan), number, LAWS[law], truth, plan)
        results.append((start, child.right / answers, child.level - before))
    results.sort()
    third = len(results) // 3
    parts = results[:third], results[third:-third], results[-third:]
    weak, middle, strong = (fmean(success for _, success, _ in part) for part in parts)
    return Outcome(fmean(s for _, s, _ in results), (weak, middle, strong), fmean(g for _, _, g in results))


def _day(number: int) -> date:
    return START + timedelta(days=3 * (number // ANSWERS_A_DAY))


@cache
def _bank() -> Mapping[str, Sequence[Equation]]:
    return {skill: [one for some in equations_of(skill).values() for one in some if one.level] for skill in SKILLS}
