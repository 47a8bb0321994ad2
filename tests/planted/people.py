"""Students with known abilities and habits, and classes of them that answer cards, typed questions, and tickets."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from statistics import fmean
from typing import NamedTuple, TypeAlias

from classroom.learning.accuracy import success
from classroom.learning.attempts import BOARD, NUMBER, FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan
from classroom.learning.families import review_key
from classroom.learning.knowledge import StudentModels
from classroom.learning.ledger import Channel, Observation
from engine.deck_making import built_in_deck
from engine.equations import Equation, ErrorPattern, Selection, describe, difficulty
from tests.simulation.planted_class import DAYS_BETWEEN, IDENTICAL, LEVEL, Spread

_ORDINARY_SLIPS, _NEAR = 0.2, 0.33
"""Shares of wrong answers that come of some slip at random, and that are a number nearby."""
_TEMPTED, _BY_HABIT = 0.55, 0.85
"""How often someone with a habit misses an equation that invites it, and how often by the habit."""
_FULL, _BUSY = 0.15, 0.75
"""Share of the spaces that are covered at the beginning and at the end of a game, at most."""
_TYPED_BY_LUCK = 0.02
Cards: TypeAlias = list[list[list[Equation]]]
"""By answer, the kinds of equations that a deck has for it, and the equations of each kind."""


@dataclass(frozen=True, slots=True)
class Person:
    """One student: shifts are in logits, from what the class gets right."""

    shift: float = 0.0
    skills: Mapping[str, float] = field(default_factory=dict)
    habit: ErrorPattern | None = None
    guesses: bool = False
    """Takes any open space."""
    always: bool | None = None
    """Whether every answer is right, or wrong."""
    joins: int = 0
    """Session from which the student is in the class."""
    leaves: int = 1_000
    """Session from which the student is absent."""
    attends: float = 1.0
    """Share of sessions."""
    answers: int | None = None
    """In all; None: as many as everyone."""
    drops: tuple[int, float] | None = None
    """From this session on by so much."""
    is_classic: bool = False
    """Plays with playing cards only."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A class, and what is special about it."""

    name: str
    people: Sequence[Person]
    deck: tuple[str, str] = ("times-tables", "8x8")
    skills: Selection | None = None
    """The plan by which the app chooses equations for each student; None: the cards of the deck for everyone."""
    sessions: int = 8
    answers: int = 16
    """Of each student in a session."""
    tickets: int = 0
    """Answers of each student on the exit ticket of a session."""
    is_typed: bool = False
    """Whether cards are solved ahead on the number pad."""
    families: Mapping[str, float] = field(default_factory=dict)
    class_skills: Mapping[str, float] = field(default_factory=dict)
    texts: Mapping[str, float] = field(default_factory=dict)
    spread: Spread = IDENTICAL
    level: float = LEVEL
    learning: float = 0.0
    """By which everyone rises from session to session."""
    fatigue: float = 0.0
    """By which everyone falls from the first to the last answer of a session."""


class Answered(NamedTuple):
    """One first answer, and the chance it had to be right."""

    seen: Observation
    chance: float


class SimulatedClass:
    """A class that plays consecutive sessions."""

    def __init__(self, plant: Plant, *, seed: int) -> None:
        self.plant = plant
        rng = self._rng = Random(f"{plant.name} {seed}")
        self._deck = _deck(*plant.deck)
        self._spaces = sorted({one.answer for kinds in self._deck for kind in kinds for one in kind}) * 2
        self.center = self.mean(difficulty)
        self._levels = [rng.gauss(0, plant.spread.student) for _ in plant.people]
        self._seed = rng.random()
        self._shifts: dict[tuple[str, ...], float] = {}
        self._left = [one.answers for one in plant.people]
        self._models = StudentModels(dict.fromkeys(map(str, range(len(plant.people))), 3))
        self._recent = [deque[Equation](maxlen=CARDS_BETWEEN_TEXTS) for _ in plant.people]
        self.day = date(2025, 9, 1)
        self.number = 0

    def play(self) -> Iterator[Answered]:
        """Play one session. Return its first answers in order."""
        plant, number = self.plant, self.number
        self.day += timedelta(days=DAYS_BETWEEN)
        present = [at for at, one in enumerate(plant.people) if self._is_there(one)]
        used: list[set[str]] = [set() for _ in plant.people]
        values = [self._rng.sample(self._spaces, min(plant.answers, len(self._spaces))) for _ in plant.people]
        for turn in range(plant.answers):
            for at in present:
                if self._may_answer(at):
                    yield self._card(at, turn, values[at], used[at])
        for turn in range(plant.tickets):
            for at in present:
                if self._may_answer(at):
                    yield self._answer(at, self._draw(), Channel.TICKET, None, turn)
        self.number = number + 1

    def mean(self, value: Callable[[Equation], float]) -> float:
        """Return the mean of a value over the cards of the deck, each as often as it is drawn."""
        return fmean(fmean(fmean(map(value, kind)) for kind in kinds) for kinds in self._deck)

    def chance(self, at: int, equation: Equation, *, session: int | None = None) -> float:
        """Return the true chance that a student is right, without habits and luck."""
        one, plant = self.plant.people[at], self.plant
        session = self.number if session is None else session
        if one.always is not None:
            return float(one.always)
        logit = self.center + plant.level - difficulty(equation) + self._levels[at] + one.shift
        logit += self.shift_of("skill", equation.skill) + self.shift_of("family", review_key(equation))
        logit += self.shift_of("text", equation.text) + plant.learning * session
        logit += one.skills.get(equation.skill, 0.0) + self._own("profile", str(at), equation.skill)
        if one.drops is not None and session >= one.drops[0]:
            logit += one.drops[1]
        return success(logit)

    def shift_of(self, part: str, key: str) -> float:
        """Return how far a skill, family, or text lies from what its difficulty says."""
        plant = self.plant
        planted = {"skill": plant.class_skills, "family": plant.families, "text": plant.texts}[part]
        return planted.get(key, 0.0) + self._own(part, key)

    def own_shift(self, at: int, skill: str) -> float:
        """Return how far a student's skill lies from the same student's others."""
        return self.plant.people[at].skills.get(skill, 0.0) + self._own("profile", str(at), skill)

    def _own(self, part: str, *key: str) -> float:
        spread: float = getattr(self.plant.spread, part)
        if spread and (part, *key) not in self._shifts:
            self._shifts[part, *key] = Random(f"{self._seed} {part} {key}").gauss(0, spread)
        return self._shifts.get((part, *key), 0.0)

    def _is_there(self, one: Person) -> bool:
        is_member = one.joins <= self.number < one.leaves and not one.is_classic
        return is_member and self._rng.random() < one.attends

    def _may_answer(self, at: int) -> bool:
        left = self._left[at]
        if left is not None:
            self._left[at] = left - 1
        return left is None or left > 0

    def _card(self, at: int, turn: int, values: Sequence[int], used: set[str]) -> Answered:
        plant, channel = self.plant, Channel.NUMBER if self.plant.is_typed else Channel.BOARD
        if plant.skills is None:
            return self._answer(at, self._draw(), channel, None, turn)
        name, known = str(at), self._models.of(str(at))
        so_far = GameSoFar(str(self.number), used, tuple(self._recent[at]), turn, known.levels.of(("overall",))[0])
        value = values[turn % len(values)]
        dealt = deal(value, known, self._models.difficulties, Plan(plant.skills), so_far, day=self.day, rng=self._rng)
        if dealt is None:
            return self._answer(at, self._draw(), channel, None, turn)
        equation = dealt.equation
        used.add(equation.text)
        self._recent[at].append(equation)
        answered = self._answer(at, equation, channel, dealt.to_json()["p"], turn)
        attempt = FirstAttempt(
            *(name, self.day, equation.text, equation.answer, answered.seen.is_right),
            form=NUMBER if plant.is_typed else BOARD,
            goal=dealt.goal,
            game=str(self.number),
            skill=equation.skill,
        )
        self._models.learn(attempt)
        return answered

    def _draw(self) -> Equation:
        """Draw a card like games do: all answers are equally likely, and so are the kinds of their equations."""
        choice = self._rng.choice
        return choice(choice(choice(self._deck)))

    def _answer(self, at: int, equation: Equation, channel: Channel, expected: float | None, turn: int) -> Answered:
        one, rng = self.plant.people[at], self._rng
        share = rng.uniform(_FULL, _BUSY)
        spaces = [number for number in self._spaces if number != equation.answer and rng.random() > share]
        chance = self.chance(at, equation)
        if self.plant.fatigue and one.always is None:
            tired = self.plant.fatigue * turn / max(1, self.plant.answers - 1)
            chance = success(math.log(chance / (1 - chance)) - tired)
        is_typed = channel is not Channel.BOARD
        if one.guesses:
            chance = _TYPED_BY_LUCK if is_typed else 1.5 / (1.5 + len(spaces))
        could = sorted(equation.distractors.get(one.habit, ())) if one.habit else []
        could = [number for number in could if is_typed or number in spaces]
        is_right, given = rng.random() < chance, equation.answer
        is_tempted = bool(could) and rng.random() < _TEMPTED and rng.random() < _BY_HABIT
        if could:
            chance *= 1 - _TEMPTED * _BY_HABIT
        if is_tempted:
            is_right, given = False, rng.choice(could)
        elif not is_right:
            given = self._slip(equation, spaces, is_typed=is_typed, by_luck=one.guesses)
        seen = Observation(
            student=str(at),
            equation=equation,
            is_right=is_right,
            day=self.day,
            channel=channel,
            expected=expected,
            session=str(self.number),
            given=given,
            open_labels=() if is_typed or is_right else tuple(spaces),
        )
        return Answered(seen, chance)

    def _slip(self, equation: Equation, spaces: Sequence[int], *, is_typed: bool, by_luck: bool) -> int:
        rng = self._rng
        near = sorted({equation.answer + step for step in (-10, -2, -1, 1, 2, 10) if equation.answer + step >= 0})
        slips = sorted({number for numbers in equation.distractors.values() for number in numbers})
        kind = 1.0 if by_luck else rng.random()
        wanted = slips if kind < _ORDINARY_SLIPS else near if kind < _ORDINARY_SLIPS + _NEAR else []
        can = [number for number in wanted if is_typed or number in spaces]
        if can:
            return rng.choice(can)
        if is_typed or not spaces:
            number = rng.randint(0, 2 * equation.answer + 5)
            return number if number != equation.answer else number + 1
        return rng.choice(spaces)


def _deck(key: str, size: str) -> Cards:
    made = built_in_deck(key)
    assert made is not None
    return [
        [[describe(text, int(answer)) for text in kind] for kind in made.equations[answer]]
        for answer in made.answers(size)
    ]


def equal(number: int, like: Person = Person()) -> tuple[Person, ...]:
    """Return identical students."""
    return (like,) * number
