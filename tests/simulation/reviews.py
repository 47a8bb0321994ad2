"""Simulation S4: reviews of missed questions on the app's boards, the spread of success, and learning."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan
from classroom.learning.families import review_key, skill_of
from classroom.learning.knowledge import StudentModels
from classroom.learning.plans import skills_of_grades
from engine.deck_making import built_in_deck
from engine.equations import Equation, difficulty
from tests.simulation.first_policy import FirstPolicy
from tests.simulation.mixed_class import LAWS as ALL_LAWS

START = date(2025, 9, 1)
ANSWERS, GAMES = 20, 24
DAYS_BETWEEN = 3
TEST_AFTER = 14
"""Days from the last game to the test."""
SOON = 3
"""Number of games within which a miss should come back."""
LAWS = ("most in the middle", "from success", "from mistakes")
OF_FACT, OF_STEP, OF_SKILL = 0.3, 0.06, 0.01
"""Gain in logits per answer, scaled by the law: of its fact or step, and of its whole skill."""
HALF_LIFE, LONGER = 10.0, 1.6
"""Half-life of a family's gain in days, and how much each further day of practice extends it."""
BAND = (0.75, 0.90)
UNSURE, SURE = 0.7, 0.8
"""A family counts as learned if its probability rose from below the first value, when first seen, to above the second
in the test."""
_MANY_TEXTS = 20


class Scenario(NamedTuple):
    """A scenario: content and students."""

    deck: str
    """A built-in deck, whose values are dealt."""
    size: str
    grades: tuple[int, int]
    """Skills of the plan."""
    middle: float
    """Mean level of the students, in logits."""
    spread: float = 1.0

    @property
    def values(self) -> Sequence[int]:
        """Return the values on the board.

        :raises ValueError: if the deck is unknown
        """
        made = built_in_deck(self.deck)
        if made is None:
            raise ValueError(f"There is no deck {self.deck}.")
        return [int(answer) for answer in made.answers(self.size)]


SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {
        "mixed, 8×8, grades 1–5": Scenario("mixed", "8x8", (1, 5), 0.8),
        "mixed, 8×8, grades 3–4": Scenario("mixed", "8x8", (3, 4), 1.0),
        "times tables, 8×8, grade 3": Scenario("times-tables", "8x8", (3, 3), 0.8),
        "times tables, 6×6, grades 3–4": Scenario("times-tables", "6x6", (3, 4), 1.0),
        "mixed, 10×10, grades 3–8": Scenario("mixed", "10x10", (3, 8), 2.2),
    }
)


class Count(NamedTuple):
    """A count out of a total."""

    hits: int
    trials: int

    def __add__(self, other: object) -> Count:
        """Add two counts."""
        return Count(self.hits + other.hits, self.trials + other.trials) if isinstance(other, Count) else NotImplemented

    @property
    def share(self) -> float:
        """Return the proportion from 0 to 1; NaN for a total of 0."""
        return self.hits / self.trials if self.trials else math.nan


class StudentResult(NamedTuple):
    """The result of one student."""

    third: int
    """0 for the weakest third of the class, 2 for the strongest."""
    level: float
    """Initial level, in logits."""
    late: Count
    """Correct answers in the second half of the games."""
    returned: Count
    """Missed families that were asked again within `SOON` games."""
    returned_facts: Count
    same_text: Count
    """Cards whose text occurred among the last `_MANY_TEXTS`."""
    other_grades: Count
    """Cards of grades outside the plan, in the second half."""
    learned: int
    """Families learned: see `SURE`."""
    gain: float
    """Sum of the gains in probability of all families, from first encounter to test."""

    @property
    def is_outside(self) -> bool:
        """Return whether success ended up outside the band."""
        return not BAND[0] <= self.late.share <= BAND[1]


class Outcome(NamedTuple):
    """Results of several students."""

    students: tuple[StudentResult, ...]

    @property
    def returned(self) -> float:
        """Return the proportion of missed families that came back soon."""
        return _total(one.returned for one in self.students).share

    @property
    def returned_facts(self) -> float:
        """Return the same for facts only; NaN if none was missed."""
        return _total(one.returned_facts for one in self.students).share

    @property
    def same_text(self) -> float:
        """Return the proportion of cards with a recent text."""
        return _total(one.same_text for one in self.students).share

    @property
    def other_grades(self) -> float:
        """Return the proportion of later cards from grades outside the plan."""
        return _total(one.other_grades for one in self.students).share

    @property
    def outside(self) -> float:
        """Return the proportion of students whose later success is outside `BAND`."""
        return fmean(one.is_outside for one in self.students)

    @property
    def thirds(self) -> tuple[float, float, float]:
        """Return the later success of the weakest, middle, and strongest thirds."""
        weak, middle, strong = (
            _total(one.late for one in self.students if one.third == third).share for third in range(3)
        )
        return weak, middle, strong

    @property
    def learned(self) -> float:
        """Return the mean number of families learned per session."""
        return fmean(one.learned for one in self.students) / GAMES

    @property
    def gain(self) -> float:
        """Return the mean gain in probability per session, summed over families."""
        return fmean(one.gain for one in self.students) / GAMES


@dataclass(slots=True)
class _Gain:
    """The gain of a family."""

    size: float = 0.0
    half_life: float = HALF_LIFE
    day: date = START

    def on(self, day: date) -> float:
        return self.size * math.pow(0.5, (day - self.day).days / self.half_life)

    def add(self, size: float, day: date) -> None:
        self.size = self.on(day) + size
        if day > self.day:
            self.half_life *= LONGER
        self.day = day


@dataclass(slots=True)
class _Child:
    """A simulated student and the history of answers."""

    level: float
    rng: Random
    law: str
    first_policy: FirstPolicy | None
    knowledge: StudentModels = field(default_factory=StudentModels)
    gains: dict[str, _Gain] = field(default_factory=dict)
    skill_gains: dict[str, float] = field(default_factory=dict)
    first_chance: dict[str, tuple[Equation, float]] = field(default_factory=dict)
    asked: list[list[Equation]] = field(default_factory=list)
    missed: list[set[str]] = field(default_factory=list)
    right: list[list[bool]] = field(default_factory=list)

    def play(self, values: Sequence[int], plan: Plan, truth: _Truth) -> None:
        recent: deque[Equation] = deque(maxlen=CARDS_BETWEEN_TEXTS)
        for game in range(GAMES):
            day, used = START + timedelta(days=DAYS_BETWEEN * game), set[str]()
            floor, _ = self.knowledge.of("").levels.of(("overall",))
            self.asked.append([])
            self.missed.append(set())
            self.right.append([])
            for value in self.rng.sample([*values, *values], ANSWERS):
                so_far = GameSoFar(str(game), used, tuple(recent), len(self.asked[-1]), floor)
                found = self.choose(value, plan, so_far, day)
                if found is None:
                    continue
                equation, goal = found
                used.add(equation.text)
                recent.append(equation)
                self.answer(equation, truth, day=day, game=game, goal=goal)

    def choose(self, value: int, plan: Plan, so_far: GameSoFar, day: date) -> tuple[Equation, float] | None:
        student, difficulties = self.knowledge.of(""), self.knowledge.difficulties
        if self.first_policy is not None:
            return self.first_policy.deal(value, student, difficulties, plan, so_far, day=day, rng=self.rng)
        dealt = deal(value, student, difficulties, plan, so_far, day=day, rng=self.rng)
        return None if dealt is None else (dealt.equation, dealt.goal)

    def chance(self, equation: Equation, truth: _Truth, day: date) -> float:
        gain = self.gains.get(review_key(equation))
        level = self.level + (gain.on(day) if gain else 0.0) + self.skill_gains.get(equation.skill, 0.0)
        return 1 / (1 + math.exp(truth.difficulty(equation) - level))

    def answer(self, equation: Equation, truth: _Truth, *, day: date, game: int, goal: float) -> None:
        family, skill = review_key(equation), equation.skill
        chance = self.chance(equation, truth, day)
        self.first_chance.setdefault(family, (equation, chance))
        is_right = self.rng.random() < chance
        learned = ALL_LAWS[self.law](chance, is_right)
        self.gains.setdefault(family, _Gain(day=day)).add((OF_STEP if skill_of(family) else OF_FACT) * learned, day)
        self.skill_gains[skill] = self.skill_gains.get(skill, 0.0) + OF_SKILL * learned
        self.asked[-1].append(equation)
        self.right[-1].append(is_right)
        if not is_right:
            self.missed[-1].add(family)
        if self.first_policy is not None:
            self.first_policy.learn(equation, day, goal=goal, is_right=is_right)
        self.knowledge.learn(FirstAttempt("", day, equation.text, equation.answer, is_right, goal=goal, game=str(game)))


class _Truth:
    """True difficulties of equations."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._shifts: dict[str, float] = {}

    def difficulty(self, equation: Equation) -> float:
        return difficulty(equation) + self._shift(equation.skill) + self._shift(review_key(equation))

    def _shift(self, name: str) -> float:
        if name not in self._shifts:
            self._shifts[name] = Random(f"{self._seed} {name}").gauss(0, 0.3)
        return self._shifts[name]


def simulate(
    scenario: Scenario, *, law: str, students: int, seed: int, is_first: bool = False, has_other_grades: bool = True
) -> Outcome:
    """Let a class play at their own levels.

    :param is_first: whether to use the app's first policy, for comparison
    """
    plan = Plan(skills_of_grades(*scenario.grades), has_other_grades=has_other_grades)
    values, truth = scenario.values, _Truth(seed)
    children = []
    for number in range(students):
        rng = Random(f"{seed} {number}")
        level = rng.gauss(scenario.middle, scenario.spread)
        child = _Child(level, rng, law, FirstPolicy() if is_first else None)
        child.play(values, plan, truth)
        children.append(child)
    places = {id(child): place for place, child in enumerate(sorted(children, key=lambda child: child.level))}
    return Outcome(tuple(_result(child, 3 * places[id(child)] // students, plan, truth) for child in children))


def _result(child: _Child, third: int, plan: Plan, truth: _Truth) -> StudentResult:
    back = _returns(child)
    test = START + timedelta(days=DAYS_BETWEEN * (GAMES - 1) + TEST_AFTER)
    chances = [(before, child.chance(equation, truth, test)) for equation, before in child.first_chance.values()]
    later = [one for asked in child.asked[GAMES // 2 :] for one in asked]
    return StudentResult(
        third=third,
        level=child.level,
        late=_count(one for right in child.right[GAMES // 2 :] for one in right),
        returned=_count(is_back for _, is_back in back),
        returned_facts=_count(is_back for family, is_back in back if skill_of(family) is None),
        same_text=_count(_repeats(child)),
        other_grades=_count(one.skill not in plan.selection for one in later),
        learned=sum(before < UNSURE and after >= SURE for before, after in chances),
        gain=sum(after - before for before, after in chances),
    )


def _returns(child: _Child) -> list[tuple[str, bool]]:
    found = []
    for game in range(GAMES - SOON):
        later = {review_key(one) for asked in child.asked[game + 1 : game + 1 + SOON] for one in asked}
        found += [(family, family in later) for family in sorted(child.missed[game])]
    return found


def _repeats(child: _Child) -> list[bool]:
    texts = [one.text for asked in child.asked for one in asked]
    return [text in texts[max(0, place - _MANY_TEXTS) : place] for place, text in enumerate(texts)]


def _count(some: Iterable[bool]) -> Count:
    every = list(some)
    return Count(sum(every), len(every))


def _total(some: Iterable[Count]) -> Count:
    return sum(some, Count(0, 0))
