"""What simulated students know, now and some weeks ago. It follows from their names: the same at every start."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from random import Random

from classroom.demo.mistakes import DIVIDED, MINUS, PLUS, TIMES, read_equation, wrong_answer
from engine import BotLevel

_LEVEL, _SPREAD, _LEAST = 2.15, 0.9, 0.8
_FALSE_FACTS = 0.05
"""The share of equations that a student has learnt wrongly."""
_OTHER_QUESTIONS = 0.6
"""How hard what is no equation of two numbers is, to those who are asked it."""
_SLOWER = 0.05
"""A week earlier everything took so much longer."""


@dataclass(frozen=True, slots=True)
class SimulatedStudent:
    """What one student can do: chances are logits, as in the usual models of answering."""

    name: str
    level: float
    by_sign: Mapping[str, float]
    seconds: float
    """How long the student usually thinks."""
    strategy: BotLevel
    """How well the student plays the board."""
    gain: float
    """What a week of playing adds to the level."""

    def weeks_ago(self, weeks: float) -> SimulatedStudent:
        """What the student could do so many weeks ago."""
        return replace(self, level=self.level - self.gain * weeks, seconds=self.seconds * (1 + _SLOWER * weeks))

    def answers(self, face: str, right: str, labels: Collection[str], *, tries: int, key: str) -> list[str]:
        """What the student answers to a card, try after try.

        :param tries: how many; the last one is what is on the student's mind now
        :param key: names the card in its game: the same card is answered in the same way
        """
        given: list[str] = []
        for number in range(tries):
            rng = Random(f"{self.name} {key} {number}")
            knows = self._is_known(face, rng, is_retry=bool(given))
            given.append(right if knows else wrong_answer(face, right, labels, given, self._source(face, rng)))
        return given

    def thinking_seconds(self, rng: Random) -> float:
        """How long one move takes."""
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
        """Who has learnt something wrongly makes the same mistake every time."""
        return Random(f"{self.name} {face} wrong") if self._is_false_fact(face) else rng


@lru_cache(maxsize=500)
def simulated_student(name: str) -> SimulatedStudent:
    """The mind that goes with a name."""
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
    """How hard an equation is, in logits around 0: large numbers, carrying and borrowing; ties and tens are easy."""
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
