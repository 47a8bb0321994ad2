"""The knowledge of simulated students, now and some weeks ago. Derived from their names, so it is reproducible."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from random import Random

from classroom.services.sample.mistakes import DIVIDED, MINUS, PLUS, TIMES, read_equation, wrong_answer
from engine import BotLevel

_LEVEL, _SPREAD, _LEAST = 2.15, 0.9, 0.8
_FALSE_FACTS = 0.05
"""The proportion of equations that a student learned incorrectly."""
_OTHER_QUESTIONS = 0.6
"""The difficulty of other kinds of equations, for the students who get them."""
_SLOWER = 0.05
"""The factor by which everything was slower a week earlier."""


@dataclass(frozen=True, slots=True)
class SimulatedStudent:
    """A student's abilities in logits, as in item response models."""

    name: str
    level: float
    by_sign: Mapping[str, float]
    seconds: float
    """The typical time to think."""
    strategy: BotLevel
    """The bot level at which the student plays."""
    gain: float
    """The gain in ability per week."""

    def weeks_ago(self, weeks: float) -> SimulatedStudent:
        """Return the student's abilities a number of weeks ago."""
        return replace(self, level=self.level - self.gain * weeks, seconds=self.seconds * (1 + _SLOWER * weeks))

    def answers(self, face: str, right: str, labels: Collection[str], *, tries: int, key: str) -> list[str]:
        """Return the student's answers to a card, one for each try.

        :param tries: the number of tries; the last one is the student's current answer
        :param key: identifies the card in its game: the same card gets the same answers
        """
        given: list[str] = []
        for number in range(tries):
            rng = Random(f"{self.name} {key} {number}")
            knows = self._is_known(face, rng, is_retry=bool(given))
            given.append(right if knows else wrong_answer(face, right, labels, given, self._source(face, rng)))
        return given

    def thinking_seconds(self, rng: Random) -> float:
        return self.seconds * rng.uniform(0.5, 1.7)

    def _is_known(self, face: str, rng: Random, *, is_retry: bool) -> bool:
        if not is_retry and self._is_false_fact(face):
            return False
        read = read_equation(face)
        by_sign = self.by_sign[read[1]] if read else 0.0
        logit = self.level + by_sign - difficulty(face) + (0.5 if is_retry else 0.0)
        return rng.random() < 1 / (1 + exp(-logit))

    def _is_false_fact(self, face: str) -> bool:
        return Random(f"{self.name} {face}").random() < _FALSE_FACTS

    def _source(self, face: str, rng: Random) -> Random:
        """Return the wrong answer that the student learned, always the same one."""
        return Random(f"{self.name} {face} wrong") if self._is_false_fact(face) else rng


@lru_cache(maxsize=500)
def simulated_student(name: str) -> SimulatedStudent:
    rng = Random(f"mind of {name}")
    return SimulatedStudent(
        name=name,
        level=max(_LEAST, rng.gauss(_LEVEL, _SPREAD)),
        by_sign={sign: rng.gauss(0, 0.4) for sign in (PLUS, MINUS, TIMES, DIVIDED)},
        seconds=rng.uniform(9, 22),
        strategy=rng.choice([BotLevel.EASY, BotLevel.EASY, BotLevel.GOOD]),
        gain=rng.uniform(0.0, 0.4),
    )


def difficulty(face: str) -> float:
    """Estimate an equation's difficulty in logits around 0: large numbers and carrying are hard, doubles easy."""
    read = read_equation(face)
    if read is None:
        return _OTHER_QUESTIONS
    first, sign, second = read
    if sign in {PLUS, MINUS}:
        crosses_ten = first % 10 + second % 10 > 9 if sign == PLUS else first % 10 < second % 10
        size = 0.012 * (max(first + second, first) - 20)
        return size + (0.6 if crosses_ten else -0.2) + (0.3 if sign == MINUS else 0.0) - _ease(first, second)
    size = 0.03 * ((first * second if sign == TIMES else first) - 30)
    return size + (0.4 if sign == DIVIDED else 0.0) - _ease(first, second)


def _ease(first: int, second: int) -> float:
    numbers: Sequence[int] = (first, second)
    return 0.5 * (first == second) + 0.6 * (5 in numbers) + 1.5 * (10 in numbers) + 0.4 * (2 in numbers)
