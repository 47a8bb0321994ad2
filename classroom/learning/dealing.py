"""Which equation a student is dealt for a value that the deck has dealt: the policy, as a pure function.

The value, its order and everyone's chances stay what they are; only the question differs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from classroom.learning.accuracy import Difficulties, success
from classroom.learning.attempts import asked
from classroom.learning.deals import GENTLE_GOAL, Deal, Plan, Weighed, Why
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.memory import recall
from engine.equations import Equation, candidates

GENTLE_CARDS = 5
"""Number of easier cards at the beginning of a game."""
LEAST_CHANCE = 0.65
AFTER_TWO_WRONG = 0.90
EXPLORED = 0.07
"""Share of choices made at random within the band: without them difficulties would be learned askew."""
RECENT_FACTS = 8
"""Minimum number of cards between two of the same fact family."""
STEP = 0.5
"""How far a level may fall within a game, in logits: no one is dealt easier cards for losing on purpose."""
MOST_WEIGHED = 40
FILLERS = frozenset({"mul-0-1"})
FILLER_SHARE = 0.05
SHOWN = 5
"""Number of the best candidates that are logged."""


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """What a student has been dealt in a game."""

    used: Collection[str] = ()
    """Texts: nothing is asked twice in a game."""
    recent_facts: Sequence[str] = ()
    """Number families of the latest cards, the latest last; from earlier games too."""
    dealt: int = 0
    """How many cards."""
    floor: float = -math.inf
    """The student's overall level when the game began: it counts as no lower than `STEP` below that."""


def deal(
    value: int,
    student: StudentKnowledge,
    difficulties: Difficulties,
    plan: Plan,
    game: GameSoFar,
    *,
    day: date,
    rng: Random,
) -> Deal | None:
    """Choose the equation that a student sees for a value; None if the plan has none left for it."""
    pool = candidates(value, plan.selection, used=game.used)
    return choose(pool, student, difficulties, plan, game, day=day, rng=rng) if pool else None


def choose(
    pool: Sequence[Equation],
    student: StudentKnowledge,
    difficulties: Difficulties,
    plan: Plan,
    game: GameSoFar,
    *,
    day: date,
    rng: Random,
) -> Deal:
    """Choose among some equations, of which there must be at least one."""
    goal = max(plan.goal, GENTLE_GOAL) if game.dealt < GENTLE_CARDS else plan.goal
    target = student.steering.target(goal)
    overall, _ = student.levels.of(("overall",))
    occasion = _Occasion(student, difficulties, plan, target, max(0.0, game.floor - STEP - overall), day)
    weighed = occasion.weigh(_narrowed(pool, game.recent_facts, rng), rng)
    fitting = [one for one in weighed if one.chance >= LEAST_CHANCE]
    chosen, why = _choose(occasion, weighed, fitting, rng)
    best = tuple(sorted(weighed, key=lambda one: -one.score)[:SHOWN])
    return Deal(chosen.equation, chosen.chance, chosen.recall, goal, target, why, len(weighed), len(fitting), best)


def _narrowed(pool: Sequence[Equation], recent_facts: Sequence[str], rng: Random) -> Sequence[Equation]:
    """No filler but now and then, no family again at once, unless there is nothing else."""
    if rng.random() >= FILLER_SHARE:
        pool = [one for one in pool if one.skill not in FILLERS] or pool
    latest = set(recent_facts[-RECENT_FACTS:])
    pool = [one for one in pool if one.fact_key not in latest] or pool
    return pool if len(pool) <= MOST_WEIGHED else _thinned(pool, rng)


def _thinned(pool: Sequence[Equation], rng: Random) -> list[Equation]:
    """Fewer equations at random, as many of each skill as possible: a large skill must not crowd out a small one."""
    by_skill: dict[str, list[Equation]] = {}
    for equation in pool:
        by_skill.setdefault(equation.skill, []).append(equation)
    thinned: list[Equation] = []
    for left, some in zip(range(len(by_skill), 0, -1), sorted(by_skill.values(), key=len), strict=True):
        share = (MOST_WEIGHED - len(thinned)) // left
        thinned += some if len(some) <= share else rng.sample(some, share)
    return thinned


@dataclass(frozen=True, slots=True)
class _Occasion:
    """All that a choice depends on but the equations."""

    student: StudentKnowledge
    difficulties: Difficulties
    plan: Plan
    target: float
    lift: float
    """Added to the student's level."""
    day: date

    def weigh(self, pool: Sequence[Equation], rng: Random) -> list[Weighed]:
        """Give each equation its chance and its score."""
        form, levels, target = self.plan.form, self.student.levels, self.target
        skills = {equation.skill for equation in pool}
        within = {skill: levels.within(skill, form) for skill in skills}
        worth = {skill: 0.6 * (skill in self.plan.focus) + 0.3 * self.breadth(skill) for skill in skills}
        weighed = []
        for equation in pool:
            mean, variance = within[equation.skill]
            extra, spread = levels.of_fact(equation.fact_key)
            hard, doubt = self.difficulties.of(asked(equation, form))
            chance = success(mean + self.lift + extra - hard, variance + spread + doubt)
            remembered = self.recall(equation.fact_key)
            score = worth[equation.skill] + (0.5 if remembered is None else 1.0 - remembered) + rng.gauss(0.0, 0.05)
            if chance < target - 0.10:
                score -= 2.0 * (target - 0.10 - chance)
            elif chance > target + 0.12:
                score -= 1.0 * (chance - target - 0.12)
            weighed.append(Weighed(equation, chance, remembered, score))
        return weighed

    def recall(self, fact: str) -> float | None:
        """Return the chance that a number family is remembered; None where it is new."""
        record = self.student.facts.get(fact)
        return None if record is None or record.memory is None else recall(record.memory, self.day)

    def breadth(self, skill: str) -> float:
        """1 for a skill without recent answers, a half after five."""
        record = self.student.skills.get(skill)
        return 1.0 if record is None else 1.0 / (1.0 + record.recent.on(self.day) / 5.0)

    def reason(self, chosen: Weighed) -> Why:
        """Return what counted for a choice, in the order in which a teacher would ask."""
        if chosen.equation.skill in self.plan.focus:
            return Why.FOCUS
        if chosen.recall is None:
            return Why.NEW
        if chosen.recall < 0.8:
            return Why.DUE
        return Why.BREADTH if self.breadth(chosen.equation.skill) >= 0.5 else Why.FITTING


def _choose(
    occasion: _Occasion, weighed: Sequence[Weighed], fitting: Sequence[Weighed], rng: Random
) -> tuple[Weighed, Why]:
    if len(weighed) == 1:
        return weighed[0], Why.ONLY
    if occasion.student.wrong_in_a_row >= 2:
        easy = [one for one in weighed if one.chance >= AFTER_TWO_WRONG]
        return (_best(easy) if easy else max(weighed, key=lambda one: one.chance)), Why.ENCOURAGING
    if not fitting:
        return max(weighed, key=lambda one: one.chance), Why.NEAREST
    if rng.random() < EXPLORED:
        return rng.choice(fitting), Why.BY_LOT
    chosen = _best(fitting)
    return chosen, occasion.reason(chosen)


def _best(some: Sequence[Weighed]) -> Weighed:
    return max(some, key=lambda one: one.score)
