"""The app's first dealing policy, kept only to measure the effect of the current one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random

from classroom.learning.accuracy import Difficulties, success
from classroom.learning.attempts import asked
from classroom.learning.dealing import GameSoFar
from classroom.learning.deals import GENTLE_GOAL, Plan
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.memory import Memory, recall, review
from engine.equations import Equation, candidates

GENTLE_CARDS, RECENT_FACTS, MOST_WEIGHED = 5, 8, 40
LEAST_CHANCE, AFTER_TWO_WRONG, EXPLORED, STEP, PATIENCE = 0.65, 0.90, 0.07, 0.5, 0.02
LEAST_TARGET, LARGEST_TARGET = 0.60, 0.90
FILLERS, FILLER_SHARE = frozenset({"mul-0-1"}), 0.05


@dataclass(slots=True)
class FirstPolicy:
    """Memory by fact instead of family, a slower controller, no urgency of missed facts, no check for repeats."""

    memories: dict[str, Memory] = field(default_factory=dict)
    lead: float = 0.0
    surplus: float = 0.0

    def deal(
        self,
        value: int,
        student: StudentKnowledge,
        difficulties: Difficulties,
        plan: Plan,
        game: GameSoFar,
        *,
        day: date,
        rng: Random,
    ) -> tuple[Equation, float] | None:
        """Choose an equation; also return the goal."""
        pool = candidates(value, plan.selection, used=game.used)
        if not pool:
            return None
        goal = max(plan.goal, GENTLE_GOAL) if game.dealt < GENTLE_CARDS else plan.goal
        target = min(max(goal + self.lead, LEAST_TARGET), LARGEST_TARGET)
        overall, _ = student.levels.of(("overall",))
        lift = max(0.0, game.floor - STEP - overall)
        latest = {one.fact_key for one in game.recent[-RECENT_FACTS:]}
        weighed = []
        for one in _narrowed(pool, latest, rng):
            mean, variance = student.levels.within(one.skill, plan.form)
            extra, spread = student.levels.of_fact(one.fact_key)
            hard, doubt = difficulties.of(asked(one, plan.form))
            chance = success(mean + lift + extra - hard, variance + spread + doubt)
            score = self._urgency(one, day) + _breadth(one, student, day) + 0.6 * (one.skill in plan.focus)
            score -= 2.0 * max(0.0, target - 0.10 - chance) + max(0.0, chance - target - 0.12)
            weighed.append((score + rng.gauss(0.0, 0.05), chance, one))
        return _choose(weighed, student, rng), goal

    def learn(self, equation: Equation, day: date, *, goal: float, is_right: bool) -> None:
        """Record an answer."""
        self.memories[equation.fact_key] = review(self.memories.get(equation.fact_key), day, is_right=is_right)
        self.surplus += (is_right - goal - self.surplus) * 2 / 21
        self.lead = min(max(self.lead - PATIENCE * self.surplus, LEAST_TARGET - goal), LARGEST_TARGET - goal)

    def _urgency(self, one: Equation, day: date) -> float:
        memory = self.memories.get(one.fact_key)
        return 0.5 if memory is None else 1.0 - recall(memory, day)


def _breadth(one: Equation, student: StudentKnowledge, day: date) -> float:
    record = student.skills.get(one.skill)
    return 0.3 if record is None else 0.3 / (1.0 + record.recent.on(day) / 5.0)


def _narrowed(pool: Sequence[Equation], latest: set[str], rng: Random) -> Sequence[Equation]:
    if rng.random() >= FILLER_SHARE:
        pool = [one for one in pool if one.skill not in FILLERS] or pool
    pool = [one for one in pool if one.fact_key not in latest] or pool
    if len(pool) <= MOST_WEIGHED:
        return pool
    by_skill: dict[str, list[Equation]] = {}
    for equation in pool:
        by_skill.setdefault(equation.skill, []).append(equation)
    thinned: list[Equation] = []
    for left, some in zip(range(len(by_skill), 0, -1), sorted(by_skill.values(), key=len), strict=True):
        share = (MOST_WEIGHED - len(thinned)) // left
        thinned += some if len(some) <= share else rng.sample(some, share)
    return thinned


def _choose(weighed: Sequence[tuple[float, float, Equation]], student: StudentKnowledge, rng: Random) -> Equation:
    if len(weighed) == 1:
        return weighed[0][2]
    easiest = max(weighed, key=lambda one: one[1])[2]
    if student.wrong_in_a_row >= 2:
        easy = [one for one in weighed if one[1] >= AFTER_TWO_WRONG]
        return max(easy, key=lambda one: one[0])[2] if easy else easiest
    fitting = [one for one in weighed if one[1] >= LEAST_CHANCE]
    if not fitting:
        return easiest
    return rng.choice(fitting)[2] if rng.random() < EXPLORED else max(fitting, key=lambda one: one[0])[2]
