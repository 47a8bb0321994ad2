"""Simulation S4: what becomes of a missed question on the boards of the app, and how success is spread."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from statistics import fmean
from typing import NamedTuple

from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan
from classroom.learning.families import review_key, skill_of
from classroom.learning.knowledge import StudentModels
from classroom.learning.simulation.mixed_class import LAWS
from engine.deck_making import built_in_deck
from engine.equations import Equation, Selection, difficulty

START = date(2025, 9, 1)
ANSWERS, GAMES = 20, 24
DAYS_BETWEEN = 3
SOON = 3
"""Games within which a miss should come back."""
LEARNED = 0.05
"""What an answer teaches of its family at most, in logits, times the law; a fifth of it in its whole skill."""
BAND = (0.75, 0.90)
_MANY_TEXTS = 20


class Outcome(NamedTuple):
    """What became of a class."""

    returned: float
    """Share of missed families that were asked again within `SOON` games."""
    returned_facts: float
    """The same for facts alone; NaN where no fact was missed."""
    thirds: tuple[float, float, float]
    """Success of the weakest, middle, and strongest third in the second half of the games."""
    outside: float
    """Share of students whose success there lies outside `BAND`."""
    same_text: float
    """Share of cards whose text was asked among the last 20 cards."""


@dataclass(slots=True)
class _Child:
    """A simulated student, and what happened."""

    level: float
    rng: Random
    law: str
    knowledge: StudentModels = field(default_factory=StudentModels)
    gains: dict[str, float] = field(default_factory=dict)
    asked: list[list[Equation]] = field(default_factory=list)
    missed: list[set[str]] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    def play(self, values: Sequence[int], plan: Plan, truth: _Truth) -> None:
        recent: deque[Equation] = deque(maxlen=CARDS_BETWEEN_TEXTS)
        for game in range(GAMES):
            day, used = START + timedelta(days=DAYS_BETWEEN * game), set[str]()
            floor, _ = self.knowledge.of("").levels.of(("overall",))
            self.asked.append([])
            self.missed.append(set())
            for value in self.rng.sample([*values, *values], ANSWERS):
                so_far = GameSoFar(str(game), used, tuple(recent), len(self.asked[-1]), floor)
                known = self.knowledge.of("")
                dealt = deal(value, known, self.knowledge.difficulties, plan, so_far, day=day, rng=self.rng)
                if dealt is None:
                    continue
                used.add(dealt.equation.text)
                recent.append(dealt.equation)
                self.answer(dealt.equation, truth, day=day, game=game, goal=dealt.goal)

    def answer(self, equation: Equation, truth: _Truth, *, day: date, game: int, goal: float) -> None:
        family, skill = review_key(equation), equation.skill
        gain = self.gains.get(family, 0.0) + self.gains.get(skill, 0.0)
        chance = 1 / (1 + math.exp(truth.difficulty(equation) - self.level - gain))
        is_right = self.rng.random() < chance
        learned = LEARNED * LAWS[self.law](chance, is_right)
        for key, share in ((family, 1.0), (skill, 0.2)):
            self.gains[key] = self.gains.get(key, 0.0) + share * learned
        self.asked[-1].append(equation)
        self.right.append(is_right)
        if not is_right:
            self.missed[-1].add(family)
        self.knowledge.learn(FirstAttempt("", day, equation.text, equation.answer, is_right, goal=goal, game=str(game)))


class _Truth:
    """How hard equations really are."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def difficulty(self, equation: Equation) -> float:
        skill = Random(f"{self._seed} {equation.skill}").gauss(0, 0.3)
        family = Random(f"{self._seed} {review_key(equation)}").gauss(0, 0.3)
        return difficulty(equation) + skill + family


def simulate(
    deck: str,
    size: str,
    selection: Selection,
    *,
    law: str,
    students: int,
    seed: int,
    middle: float,
    spread: float = 1.0,
) -> Outcome:
    """Let a class play at their own levels.

    :param deck: a built-in deck, whose values are dealt
    :param middle: the mean level of the students, in logits
    """
    made = built_in_deck(deck)
    if made is None:
        raise ValueError(f"There is no deck {deck}.")
    values = [int(answer) for answer in made.answers(size)]
    truth = _Truth(seed)
    children = []
    for number in range(students):
        rng = Random(f"{seed} {number}")
        child = _Child(rng.gauss(middle, spread), rng, law)
        child.play(values, Plan(selection), truth)
        children.append(child)
    children.sort(key=lambda child: child.level)
    late = [fmean(child.right[len(child.right) // 2 :]) for child in children]
    third = students // 3
    thirds = fmean(late[:third]), fmean(late[third:-third]), fmean(late[-third:])
    back = [one for child in children for one in _returns(child)]
    facts = [is_back for family, is_back in back if skill_of(family) is None]
    return Outcome(
        returned=fmean(is_back for _, is_back in back),
        returned_facts=fmean(facts) if facts else math.nan,
        thirds=thirds,
        outside=fmean(not BAND[0] <= success <= BAND[1] for success in late),
        same_text=fmean(one for child in children for one in _repeats(child)),
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
