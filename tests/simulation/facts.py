"""Simulation S1: which policy leaves most facts in memory two weeks after ten weeks of games.

The simulated memory is ACT-R's: an encounter decays faster if the fact was still fresh. Its constants were fitted to
adults learning vocabulary (Pavlik and Anderson 2005), not to children.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from random import Random
from statistics import fmean
from typing import NamedTuple

from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import GOAL, Plan
from classroom.learning.knowledge import StudentModels
from engine.equations import Equation, candidates, difficulty, draw, equations_of
from tests.simulation.boards import FACTS, OTHERS, deck, printed_deck
from tests.simulation.policies import Policy, Situation, random_order

DECAY_SCALE, DECAY_LEAST = 0.217, 0.177
THRESHOLD, NOISE = -0.704, 0.255
BETWEEN_SESSIONS = 0.025
"""Time between lessons is scaled by this factor, because there is less interference."""


@dataclass(slots=True)
class Trace:
    """One fact in one student's memory."""

    encounters: list[tuple[float, float]] = field(default_factory=list)
    """For each encounter, its time on the memory's clock in seconds and its decay rate."""

    def activation(self, now: float) -> float:
        if not self.encounters:
            return -math.inf
        return math.log(sum((now - when) ** -decay for when, decay in self.encounters))

    def chance(self, now: float) -> float:
        """Return the probability of recall."""
        return 1 / (1 + math.exp(min((THRESHOLD - self.activation(now)) / NOISE, 500.0)))

    def meet(self, now: float) -> None:
        """Add an encounter with the fact and its answer."""
        decay = DECAY_SCALE * math.exp(self.activation(now)) + DECAY_LEAST
        self.encounters.append((now, decay))


START = date(2025, 9, 1)
GAME_DAYS = tuple(7 * week + day for week in range(10) for day in (0, 3))
ANSWERS = 20
"""Per student and game."""
SECONDS_APART = 40.0
TEST_DAY = GAME_DAYS[-1] + 14
PLAN = Plan(FACTS)


@dataclass(slots=True)
class Child:
    """A simulated student: a memory, and the ability to work out answers that are not recalled."""

    ability: float
    traces: dict[str, Trace]

    def chance(self, equation: Equation, now: float) -> float:
        trace = self.traces.get(equation.fact_key)
        recalled = trace.chance(now) if trace else 0.0
        worked_out = 1 / (1 + math.exp(0.35 * difficulty(equation) - 1.15 - 0.85 * self.ability))
        return recalled + (1 - recalled) * worked_out


class Outcome(NamedTuple):
    """The result of a class."""

    retained: float
    """Facts recalled in the test, on average."""
    success: float
    """Proportion of correct first answers."""
    thirds: tuple[float, float, float]
    """The same for the weakest, middle, and strongest thirds."""


@dataclass(slots=True)
class _Games:
    """A student's progress through all games."""

    policy: Policy | None
    """None for the app's own policy."""
    board: Sequence[int]
    child: Child
    rng: Random
    printed: Sequence[Equation | None] | None
    knowledge: StudentModels = field(default_factory=StudentModels)
    right: int = 0
    recent: deque[Equation] = field(default_factory=lambda: deque(maxlen=CARDS_BETWEEN_TEXTS))

    def play(self) -> None:
        for game_day in GAME_DAYS:
            used: set[str] = set()
            now = memory_clock(game_day)
            for dealt, card in enumerate(deck(self.board, self.rng)[:ANSWERS]):
                now += SECONDS_APART
                equation = self.equation(card, used, dealt, START + timedelta(days=game_day), now)
                used.add(equation.text)
                self.recent.append(equation)
                self.answer(equation, START + timedelta(days=game_day), now)

    def equation(self, card: int, used: set[str], dealt: int, day: date, now: float) -> Equation:
        value = self.board[card // 2]
        chosen = self.printed[card] if self.printed else self.choose(value, used, dealt, day, now)
        other = None if chosen else draw(value, OTHERS, self.rng)
        found = chosen or other
        assert found is not None, value
        return found

    def choose(self, value: int, used: set[str], dealt: int, day: date, now: float) -> Equation | None:
        student = self.knowledge.of("")
        if self.policy is None:
            game = GameSoFar(str(day), used, tuple(self.recent), dealt)
            chosen = deal(value, student, self.knowledge.difficulties, PLAN, game, day=day, rng=self.rng)
            return chosen.equation if chosen else None
        some = candidates(value, FACTS, used=used)
        situation = Situation(self.knowledge, student, day, self.rng, lambda one: self.gain(one, now))
        return self.policy(situation, some) if some else None

    def answer(self, equation: Equation, day: date, now: float) -> None:
        is_right = self.rng.random() < self.child.chance(equation, now)
        self.right += is_right
        trace = self.child.traces.get(equation.fact_key)
        if trace is not None:
            trace.meet(now)
        if self.policy is not random_order and not self.printed:  # the other policies use nothing else
            attempt = FirstAttempt("", day, equation.text, equation.answer, is_right, goal=GOAL, game=str(day))
            self.knowledge.learn(attempt)

    def gain(self, equation: Equation, now: float) -> float:
        trace, test = self.child.traces[equation.fact_key], memory_clock(TEST_DAY)
        after = Trace(list(trace.encounters))
        after.meet(now)
        return after.chance(test) - trace.chance(test)


def simulate(
    policy: Policy | None, board: Sequence[int], *, students: int, seed: int, is_printed: bool = False
) -> Outcome:
    """Let a class play for ten weeks.

    :param policy: the policy; None for the app's own
    :param is_printed: everyone plays the fixed deck instead
    """
    printed = printed_deck(board, Random(seed)) if is_printed else None
    results = []
    for number in range(students):
        child = make_child(seed, number)
        games = _Games(policy, board, child, Random(f"{seed} {number} games"), printed)
        games.play()
        results.append((child.ability, retained(child), games.right / (ANSWERS * len(GAME_DAYS))))
    results.sort()
    third = len(results) // 3
    parts = results[:third], results[third:-third], results[-third:]
    weak, middle, strong = (fmean(success for _, _, success in part) for part in parts)
    return Outcome(fmean(r for _, r, _ in results), fmean(s for _, _, s in results), (weak, middle, strong))


def make_child(seed: int, number: int) -> Child:
    """Return the same student for every policy: with some facts encountered before, mostly easy ones."""
    rng = Random(f"{seed} {number} child")
    ability = rng.gauss(0, 1)
    traces = {}
    for fact, hard in facts().items():
        trace = Trace()
        meetings = sorted(
            rng.uniform(-60, -3) for _ in range(12) if rng.random() < 0.15 * math.exp(0.4 * ability - 0.9 * hard)
        )
        for day in meetings:
            trace.meet(memory_clock(day))
        traces[fact] = trace
    return Child(ability, traces)


def retained(child: Child) -> float:
    """Return the expected number of facts recalled in the test."""
    return sum(trace.chance(memory_clock(TEST_DAY)) for trace in child.traces.values())


def memory_clock(day: float) -> float:
    """Return the time on a memory's clock in seconds, on which time between lessons hardly counts."""
    return (day + 100) * 86_400 * BETWEEN_SESSIONS


@cache
def facts() -> dict[str, float]:
    """Return the fact families and their difficulties."""
    return {
        equation.fact_key: difficulty(equation) for some in equations_of("mul-tables").values() for equation in some
    }
