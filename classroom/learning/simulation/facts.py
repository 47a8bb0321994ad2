"""Simulation S1: which way of dealing leaves most facts in memory two weeks after ten weeks of games.

The simulated memory is ACT-R's, in which each encounter fades the faster the fresher the fact was. Its constants were
fitted to people who learned words (Pavlik and Anderson 2005); they know nothing of any child.
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
from classroom.learning.simulation.boards import FACTS, OTHERS, deck, printed_deck
from classroom.learning.simulation.policies import Policy, Situation, random_order
from engine.equations import Equation, candidates, difficulty, draw, equations_of

DECAY_SCALE, DECAY_LEAST = 0.217, 0.177
THRESHOLD, NOISE = -0.704, 0.255
BETWEEN_SESSIONS = 0.025
"""Factor by which time between lessons counts less, since less interferes."""


@dataclass(slots=True)
class Trace:
    """One fact in one head."""

    encounters: list[tuple[float, float]] = field(default_factory=list)
    """When, in seconds of the memory's clock, and how fast it fades."""

    def activation(self, now: float) -> float:
        if not self.encounters:
            return -math.inf
        return math.log(sum((now - when) ** -decay for when, decay in self.encounters))

    def chance(self, now: float) -> float:
        """Return the probability of recalling the fact."""
        return 1 / (1 + math.exp(min((THRESHOLD - self.activation(now)) / NOISE, 500.0)))

    def meet(self, now: float) -> None:
        """See the fact with its answer."""
        decay = DECAY_SCALE * math.exp(self.activation(now)) + DECAY_LEAST
        self.encounters.append((now, decay))


START = date(2025, 9, 1)
GAME_DAYS = tuple(7 * week + day for week in range(10) for day in (0, 3))
ANSWERS = 20
"""Of each student in a game."""
SECONDS_APART = 40.0
TEST_DAY = GAME_DAYS[-1] + 14
PLAN = Plan(FACTS)


@dataclass(slots=True)
class Child:
    """A simulated student: a memory, and how well the answer is worked out when it does not come."""

    ability: float
    traces: dict[str, Trace]

    def chance(self, equation: Equation, now: float) -> float:
        trace = self.traces.get(equation.fact_key)
        recalled = trace.chance(now) if trace else 0.0
        worked_out = 1 / (1 + math.exp(0.35 * difficulty(equation) - 1.15 - 0.85 * self.ability))
        return recalled + (1 - recalled) * worked_out


class Outcome(NamedTuple):
    """What became of a class."""

    retained: float
    """Facts that a student recalls at the test, on average."""
    success: float
    """Share of right first answers."""
    thirds: tuple[float, float, float]
    """The same for the weakest, middle and strongest third."""


@dataclass(slots=True)
class _Games:
    """One student's way through all games."""

    policy: Policy | None
    """None for the app's own."""
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
        assert found is not None, value  # noqa: S101 - every value of the boards has a difference
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
        if self.policy is not random_order and not self.printed:  # the others look at nothing
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
    """Let a class play ten weeks.

    :param policy: how equations are chosen; None for the app's own way
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
    """Return the same student whatever the policy: met with some facts before, with most of the easy ones."""
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
    """How many facts are recalled at the test, to be expected."""
    return sum(trace.chance(memory_clock(TEST_DAY)) for trace in child.traces.values())


def memory_clock(day: float) -> float:
    """Seconds on the clock of a memory, in which time between lessons hardly counts."""
    return (day + 100) * 86_400 * BETWEEN_SESSIONS


@cache
def facts() -> dict[str, float]:
    """Return the number families and their difficulty."""
    return {
        equation.fact_key: difficulty(equation) for some in equations_of("mul-tables").values() for equation in some
    }
