"""Layer A: how likely a student is to be right, from levels that move with every first attempt.

A logistic model of additive levels. A student has one level overall, one in each skill, one for each
form of answering (on the board, as a number, calling a card dead), one for each skill in that form,
and one for each number family. An item's difficulty is its start value plus what has been learned of
its skill, its family and itself from all students. Each of these is a normal belief: mean and
variance, in logits. A first attempt moves every belief that it speaks of in proportion to that
belief's own variance: what is little known moves much, what is well known little. That is Elo with
its constants replaced by what they stand for (assumed-density filtering); nothing has to be fitted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Key: TypeAlias = tuple[str, ...]
"""What a level belongs to: ``("overall",)``, ``("skill", "mul-tables")`` …"""
NormalEstimate: TypeAlias = tuple[float, float]
"""Mean and variance."""

PRIOR_VARIANCE: Mapping[str, float] = MappingProxyType({"overall": 1.0, "skill": 0.4, "form": 0.3, "skill-form": 0.2})
"""Prior variance of each ability component, in squared logits."""
FACT_PRIOR_VARIANCE = 0.1
"""The same for one number family. Shrunk hard: a few games cannot tell one fact of one child from chance."""
DRIFT_PER_DAY: Mapping[str, float] = MappingProxyType(
    {"overall": 0.002, "skill": 0.006, "form": 0.001, "skill-form": 0.002}
)
"""How much a belief about a student widens in a day: students learn and forget."""
DIFFICULTIES: Mapping[str, float] = MappingProxyType({"skill": 0.4, "fact": 0.2, "item": 0.4})
"""How far start values of difficulty are trusted: variances."""
MIN_VARIANCE = 0.002
"""Keeps difficulties able to move when a hundred classes have answered."""


class Asked(NamedTuple):
    """One question, as the model sees it."""

    item: str
    """What is asked, exactly: the text."""
    fact: str
    skill: str
    form: str = "board"
    difficulty: float = 0.0
    """Start value, before anyone has answered."""


@dataclass(slots=True)
class AbilityEstimates:
    """What is believed of one student."""

    start: float = 0.0
    """Level to begin with: that of the grade, or the mean of the class."""
    beliefs: dict[Key, NormalEstimate] = field(default_factory=dict)
    facts: dict[str, NormalEstimate] = field(default_factory=dict)
    """How number families differ from the skills that they belong to."""

    def of(self, key: Key) -> NormalEstimate:
        """Return the belief about one level; nothing special is believed before the first answer."""
        known = self.beliefs.get(key)
        if known is not None:
            return known
        return (self.start if key[0] == "overall" else 0.0), PRIOR_VARIANCE[key[0]]

    def of_fact(self, fact: str) -> NormalEstimate:
        """Return the belief about one number family."""
        return self.facts.get(fact) or (0.0, FACT_PRIOR_VARIANCE)

    def within(self, skill: str, form: str) -> NormalEstimate:
        """Return the level in a skill and form, families left out: what all its equations have in common."""
        means, variances = zip(*map(self.of, _student_keys(skill, form)), strict=True)
        return sum(means), sum(variances)

    def wait(self, days: int) -> None:
        """Let days pass without answers: beliefs widen, none beyond what it started from.

        Those about families stay: that facts are forgotten is layer C's business.
        """
        for key, (mean, variance) in self.beliefs.items():
            self.beliefs[key] = mean, min(variance + days * DRIFT_PER_DAY[key[0]], PRIOR_VARIANCE[key[0]])


@dataclass(slots=True)
class Difficulties:
    """What all students' answers tell about items: shared by an installation."""

    beliefs: dict[Key, NormalEstimate] = field(default_factory=dict)

    def of(self, asked: Asked) -> NormalEstimate:
        """Return the belief about the difficulty of a question, start value included."""
        mean, variance = asked.difficulty, 0.0
        for key in _item_keys(asked):
            shift, spread = self.beliefs.get(key) or (0.0, DIFFICULTIES[key[0]])
            mean += shift
            variance += spread
        return mean, variance

    def move(self, asked: Asked, step: float, narrowing: float) -> None:
        """Move what is believed of a question against the way in which a student's levels moved."""
        for key in _item_keys(asked):
            shift, spread = self.beliefs.get(key) or (0.0, DIFFICULTIES[key[0]])
            narrowed = max(spread - spread * spread * narrowing, MIN_VARIANCE)
            self.beliefs[key] = shift - spread * step, narrowed


def predict(levels: AbilityEstimates, difficulties: Difficulties, asked: Asked) -> float:
    """Return the probability of a right first attempt, doubts about level and difficulty included."""
    mean, variance = levels.within(asked.skill, asked.form)
    extra, spread = levels.of_fact(asked.fact)
    hard, doubt = difficulties.of(asked)
    return success(mean + extra - hard, variance + spread + doubt)


def observe(
    levels: AbilityEstimates,
    difficulties: Difficulties,
    asked: Asked,
    *,
    is_right: bool,
    learns_difficulty: bool = True,
) -> float:
    """Move the beliefs by one first attempt; gives the probability that was predicted before it."""
    keys = _student_keys(asked.skill, asked.form)
    beliefs = [levels.of(key) for key in keys]
    extra, doubt = levels.of_fact(asked.fact)
    mean, variance = difficulties.of(asked)
    mean, variance = extra - mean, variance + doubt
    for level, spread in beliefs:
        mean += level
        variance += spread
    predicted = success(mean, variance)
    information = predicted * (1 - predicted)
    scale = 1 + information * variance
    step, narrowing = (is_right - predicted) / scale, information / scale
    for key, (level, spread) in zip(keys, beliefs, strict=True):
        levels.beliefs[key] = level + spread * step, spread - spread * spread * narrowing
    levels.facts[asked.fact] = extra + doubt * step, doubt - doubt * doubt * narrowing
    if learns_difficulty:
        difficulties.move(asked, step, narrowing)
    return predicted


def success(mean: float, variance: float = 0.0) -> float:
    """Return the mean of the logistic function under a normal belief, by the usual approximation (within .002).

    >>> round(success(2.0, 0.0), 3), round(success(2.0, 1.0), 3)
    (0.881, 0.845)
    """
    return 1 / (1 + math.exp(-mean / math.sqrt(1 + math.pi * variance / 8)))


def _student_keys(skill: str, form: str) -> tuple[Key, ...]:
    return ("overall",), ("skill", skill), ("form", form), ("skill-form", skill, form)


def _item_keys(asked: Asked) -> tuple[Key, ...]:
    return ("skill", asked.skill), ("fact", asked.fact), ("item", asked.item)
