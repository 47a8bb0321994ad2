"""Choose a student's equation for a value dealt from the deck: the policy, as a pure function.

The values, their order, and everyone's chances to win stay the same; only the question differs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from classroom.learning.accuracy import Difficulties, success
from classroom.learning.attempts import asked
from classroom.learning.deals import GENTLE_GOAL, Deal, Plan, Weighed, Why
from classroom.learning.families import review_key, skill_of
from classroom.learning.knowledge import StudentKnowledge
from classroom.learning.memory import recall
from classroom.learning.plans import skills_of_grades
from engine.equations import GRADES, SKILLS, Equation, candidates

GENTLE_CARDS = 5
"""Number of easier cards at the start of a game."""
LEAST_CHANCE = 0.65
AFTER_TWO_WRONG = 0.90
EXPLORED = 0.07
"""Proportion of random choices within the band: without them, estimates of difficulty would be biased."""
MOST_AT_RANDOM = 0.92
"""Above this probability nothing is chosen at random: an answer would be uninformative."""
CARDS_BETWEEN_FACTS, CARDS_BETWEEN_TEXTS = 8, 25
"""Minimum number of cards between two of the same fact, and between two with the same text."""
LARGEST_FALL = 0.5
"""How far a level may fall within a game, in logits: losing on purpose must not lead to easier cards."""
ANSWERS_FOR_FLOOR = 30
"""With fewer answers, the level is mostly a guess from the grade, so the floor does not apply."""
WELL_ABOVE = 0.04
"""Above this surplus of success, a game needs no gentle start."""
MOST_WEIGHED = 40
NEW, MISSED_NOW, MISSED_BEFORE, PER_GAME, MOST_GAMES = 0.50, 0.30, 0.70, 0.10, 3
"""Urgency of a fact family: new, missed in this game, or missed earlier, increasing with each game."""
STEP, STEP_MISSED = 0.40, 0.60
"""Minimum urgency of a step of a procedure, and its urgency after a miss in an earlier game: it recurs often anyway."""
REMEMBERED = 0.80
BAND, TOO_HARD, TOO_EASY = 0.11, 2.0, 1.5
"""Tolerated distance of the probability from its target, and the cost of each further point."""
AGAIN, THIRD_TIME = 0.10, 0.20
"""Cost of repeating the skill of the last card, and of the last two cards."""
FILLERS = frozenset({"mul-0-1"})
FILLER_SHARE = 0.05
SHOWN = 5
"""Number of best candidates to log."""
FAR_BELOW = -0.15
"""Below this surplus of success, easier grades may be used; above it, hard equations of the plan are worth
practicing."""
EASY, SURELY_EASY, NEARLY_HARD = 0.90, 0.07, 0.05
"""Harder grades may be used if all equations of a plan exceed this probability; their maximum distance above the
target, and the maximum distance of easier grades below it."""
MOST_GRADES_UP = 5
WEIGHED_OF_GRADE = 12
"""Number of candidates from each other grade."""


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """What a student was dealt in a game."""

    id: str = ""
    used: Collection[str] = ()
    """Texts: none is repeated within a game."""
    recent: Sequence[Equation] = ()
    """Equations of the latest cards, latest last, including earlier games."""
    dealt: int = 0
    floor: float = -math.inf
    """The student's overall level at the start of the game; it counts as at most `STEP` lower."""


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
    """Choose the equation that a student sees for a value; None if there is none left."""
    pool = candidates(value, plan.selection, used=game.used)
    occasion = _occasion(student, difficulties, plan, game, day)
    weighed: Sequence[Weighed] = occasion.weigh(occasion.narrowed(pool, rng), rng)
    if plan.has_other_grades and plan.grades:
        weighed = _with_other_grades(value, occasion, weighed, rng)
    return _chosen(occasion, weighed, rng) if weighed else None


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
    """Choose among a nonempty list of equations."""
    occasion = _occasion(student, difficulties, plan, game, day)
    return _chosen(occasion, occasion.weigh(occasion.narrowed(pool, rng), rng), rng)


def _occasion(
    student: StudentKnowledge, difficulties: Difficulties, plan: Plan, game: GameSoFar, day: date
) -> _Occasion:
    is_gentle = game.dealt < GENTLE_CARDS and student.steering.surplus < WELL_ABOVE
    goal = max(plan.goal, GENTLE_GOAL) if is_gentle else plan.goal
    target = student.steering.target(goal)
    return _Occasion(student, difficulties, plan, goal, target, _lift(student, game), game, day)


def _chosen(occasion: _Occasion, weighed: Sequence[Weighed], rng: Random) -> Deal:
    fitting = [one for one in weighed if one.chance >= LEAST_CHANCE]
    chosen, why = _choose(occasion, weighed, fitting, rng)
    return Deal(
        chosen.equation,
        chosen.chance,
        chosen.recall,
        occasion.goal,
        occasion.target,
        why,
        len(weighed),
        len(fitting),
        best=tuple(sorted(weighed, key=lambda one: -one.score)[:SHOWN]),
        grades_off=_grades_off(chosen.equation.skill, occasion.plan),
    )


def _grades_off(skill: str, plan: Plan) -> int:
    """Return how many grades a skill is above the plan's (negative: below)."""
    if skill not in SKILLS or not plan.grades:
        return 0
    grade = SKILLS[skill].grade
    return min(0, grade - plan.grades[0]) + max(0, grade - plan.grades[-1])


def _with_other_grades(value: int, occasion: _Occasion, weighed: Sequence[Weighed], rng: Random) -> Sequence[Weighed]:
    """Add equations of other grades if those of the plan are all too hard, too easy, or recent."""
    grades, target = occasion.plan.grades, occasion.target
    below, above = range(grades[0] - 1, GRADES[0] - 1, -1), range(grades[-1] + 1, GRADES[-1] + 1)

    def of_grades(some: range, is_enough: Callable[[Weighed], bool]) -> list[Weighed]:
        found: list[Weighed] = []
        for grade in some:
            pool = candidates(value, skills_of_grades(grade, grade), used=occasion.game.used)
            found += occasion.weigh(occasion.narrowed(pool, rng, WEIGHED_OF_GRADE), rng)
            if any(map(is_enough, found)):
                break
        return found

    texts = occasion.latest_texts
    if all(one.equation.text in texts for one in weighed):
        near = of_grades(below[:1], lambda _: True) + of_grades(above[:1], lambda _: True)
        new = [one for one in near if one.equation.text not in texts]
        return new if any(one.chance >= LEAST_CHANCE for one in new) else [*weighed, *new]
    latest = occasion.game.recent[-1:]
    # At most every other card: the student is here to learn what is hard in the plan.
    was_in_plan = not latest or latest[0].skill in occasion.plan.selection
    is_far_below = occasion.student.steering.surplus < FAR_BELOW
    if was_in_plan and is_far_below and all(one.chance < LEAST_CHANCE for one in weighed):
        return [*weighed, *of_grades(below, lambda one: one.chance >= target - NEARLY_HARD)]
    if all(one.chance > max(target + SURELY_EASY, EASY) for one in weighed):
        return [*weighed, *of_grades(above[:MOST_GRADES_UP], lambda one: one.chance <= target + SURELY_EASY)]
    return weighed


def _lift(student: StudentKnowledge, game: GameSoFar) -> float:
    """Return by how much to raise a level that fell further within the game than allowed."""
    if student.answers < ANSWERS_FOR_FLOOR:
        return 0.0
    overall, _ = student.levels.of(("overall",))
    return max(0.0, game.floor - LARGEST_FALL - overall)


def _thinned(pool: Sequence[Equation], most: int, rng: Random) -> list[Equation]:
    """Return a random sample, balanced by skill: large skills must not crowd out small ones."""
    by_skill: dict[str, list[Equation]] = {}
    for equation in pool:
        by_skill.setdefault(equation.skill, []).append(equation)
    thinned: list[Equation] = []
    for left, some in zip(range(len(by_skill), 0, -1), sorted(by_skill.values(), key=len), strict=True):
        share = max(0, most - len(thinned)) // left
        thinned += some if len(some) <= share else rng.sample(some, share)
    return thinned


@dataclass(frozen=True, slots=True)
class _Occasion:
    """Everything that a choice depends on except the equations."""

    student: StudentKnowledge
    difficulties: Difficulties
    plan: Plan
    goal: float
    target: float
    lift: float
    """Added to the student's level."""
    game: GameSoFar
    day: date

    @property
    def latest_texts(self) -> set[str]:
        """Return texts that were asked too recently to repeat."""
        return {one.text for one in self.game.recent[-CARDS_BETWEEN_TEXTS:]}

    def narrowed(self, pool: Sequence[Equation], rng: Random, most: int = MOST_WEIGHED) -> Sequence[Equation]:
        """Exclude recent texts, and most fillers, unless there is nothing else."""
        texts = self.latest_texts
        pool = [one for one in pool if one.text not in texts] or pool
        facts = {one.fact_key for one in self.game.recent[-CARDS_BETWEEN_FACTS:]}
        pool = [one for one in pool if one.fact_key not in facts] or pool
        if rng.random() >= FILLER_SHARE:
            pool = [one for one in pool if one.skill not in FILLERS] or pool
        if len(pool) <= most:
            return pool
        urgent = {family for family in self.student.families if self._is_urgent(family)}
        judged = [(one, review_key(one) in urgent) for one in pool] if urgent else [(one, False) for one in pool]
        kept = _two_of_each_family([one for one, is_urgent in judged if is_urgent], rng)[:most]
        others = [one for one, is_urgent in judged if not is_urgent]
        return [*kept, *_thinned(others, most - len(kept), rng)]

    def _is_urgent(self, family: str) -> bool:
        remembered = self.recall(family)
        return self.is_owed(family) or (remembered is not None and remembered < REMEMBERED)

    def weigh(self, pool: Sequence[Equation], rng: Random) -> list[Weighed]:
        """Compute each equation's probability and score."""
        form, levels, target = self.plan.form, self.student.levels, self.target
        skills = {equation.skill for equation in pool}
        within = {skill: levels.within(skill, form) for skill in skills}
        worth = {
            skill: 0.6 * (skill in self.plan.focus) + 0.3 * self.breadth(skill) - self._repeats(skill)
            for skill in skills
        }
        weighed = []
        for equation in pool:
            mean, variance = within[equation.skill]
            extra, spread = levels.of_fact(equation.fact_key)
            hard, doubt = self.difficulties.of(asked(equation, form))
            chance = success(mean + self.lift + extra - hard, variance + spread + doubt)
            family = review_key(equation)
            remembered = self.recall(family)
            score = worth[equation.skill] + self.urgency(family, remembered) + rng.gauss(0.0, 0.05)
            score -= TOO_HARD * max(0.0, target - BAND - chance) + TOO_EASY * max(0.0, chance - target - BAND)
            weighed.append(Weighed(equation, chance, remembered, score))
        return weighed

    def urgency(self, family: str, remembered: float | None) -> float:
        """Return the urgency of a fact family: a missed one comes back, first in a later game.

        A step of a procedure has different numbers each time, so it is nearly as urgent as something new even if it was
        just practiced. Otherwise the many facts would crowd out what strong students have to learn.
        """
        record = self.student.families.get(family)
        if record is not None and record.missed_in is not None:
            since = self.student.games + (self.game.id != self.student.game) - record.missed_in
            if not since:
                return MISSED_NOW
            return STEP_MISSED if skill_of(family) else MISSED_BEFORE + PER_GAME * min(since - 1, MOST_GAMES)
        if remembered is None:
            return NEW
        return max(STEP, 1.0 - remembered) if skill_of(family) else 1.0 - remembered

    def is_owed(self, family: str) -> bool:
        """Return whether the last answer to a fact family was wrong."""
        record = self.student.families.get(family)
        return record is not None and record.missed_in is not None

    def recall(self, family: str) -> float | None:
        """Return the probability that a fact family is remembered; None if it is new."""
        record = self.student.families.get(family)
        return None if record is None or record.memory is None else recall(record.memory, self.day)

    def _repeats(self, skill: str) -> float:
        latest = [one.skill == skill for one in self.game.recent[-2:]]
        if latest == [True, True]:
            return THIRD_TIME
        return AGAIN if latest and latest[-1] else 0.0

    def breadth(self, skill: str) -> float:
        """Return 1 for a skill without recent answers, one half after five."""
        record = self.student.skills.get(skill)
        return 1.0 if record is None else 1.0 / (1.0 + record.recent.on(self.day) / 5.0)

    def reason(self, chosen: Weighed) -> Why:
        """Return the main reason for a choice, in the order in which a teacher would ask."""
        if self.is_owed(review_key(chosen.equation)):
            return Why.OWED
        if chosen.equation.skill in self.plan.focus:
            return Why.FOCUS
        if chosen.recall is None:
            return Why.NEW
        if chosen.recall < REMEMBERED:
            return Why.DUE
        return Why.BREADTH if self.breadth(chosen.equation.skill) >= 0.5 else Why.FITTING


def _two_of_each_family(some: Sequence[Equation], rng: Random) -> list[Equation]:
    by_family: dict[str, list[Equation]] = {}
    for equation in rng.sample(some, len(some)):
        by_family.setdefault(review_key(equation), []).append(equation)
    return [equation for family in by_family.values() for equation in family[:2]]


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
    informative = [one for one in fitting if one.chance <= MOST_AT_RANDOM]
    if informative and rng.random() < EXPLORED:
        return rng.choice(informative), Why.BY_LOT
    chosen = _best(fitting)
    return chosen, occasion.reason(chosen)


def _best(some: Sequence[Weighed]) -> Weighed:
    return max(some, key=lambda one: one.score)
