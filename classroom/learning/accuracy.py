"""Layer A: the probability of a correct answer, from abilities that every first attempt updates.

A logistic model with additive abilities. A student has an ability overall, in each skill, for each form of answering
(on the board, as a number, trading in a card), for each skill in that form, and for each fact family. An item's
difficulty is its prior plus adjustments for its skill, its family, and itself, learned from all students. Each of these
is a normal estimate: mean and variance, in logits. A first attempt moves every estimate involved in proportion to its
variance: uncertain estimates move much, certain ones little. This is Elo with its constants derived from variances
(assumed-density filtering), so nothing has to be fitted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Key: TypeAlias = tuple[str, ...]
"""The key of an estimate: ``("overall",)``, ``("skill", "mul-tables")`` …"""
NormalEstimate: TypeAlias = tuple[float, float]
"""Mean and variance."""

PRIOR_VARIANCE: Mapping[str, float] = MappingProxyType({"overall": 1.0, "skill": 0.4, "form": 0.3, "skill-form": 0.2})
"""Prior variance of each ability component, in squared logits."""
FACT_PRIOR_VARIANCE = 0.1
"""Prior variance per fact family; small, to shrink estimates from few games."""
DRIFT_PER_DAY: Mapping[str, float] = MappingProxyType(
    {"overall": 0.002, "skill": 0.006, "form": 0.001, "skill-form": 0.002}
)
"""Growth of the variance per day: students learn and forget."""
DIFFICULTIES: Mapping[str, float] = MappingProxyType({"skill": 0.4, "fact": 0.2, "item": 0.4})
"""Prior variances of difficulties."""
DAY_VARIANCE = 0.3**2
"""Variance of a student's level from day to day: a bad day says little about four weeks, or about who is far below. A
larger one would hide who is; without one, a fifth of classes whose days differ by 0.5 logits had someone named in a
term of weekly checks who is not (docs/planted-classes.md). In real answers
(docs/learning.md, "What answers show"), two runs on the same day already differ by 0.07."""
MIN_VARIANCE = 0.002
"""Lower limit of a difficulty's variance, so that it can still move after answers by a hundred classes."""


class Asked(NamedTuple):
    """A question, as the model sees it."""

    item: str
    """The exact text."""
    fact: str
    skill: str
    form: str = "board"
    difficulty: float = 0.0
    """Prior difficulty."""


@dataclass(slots=True)
class AbilityEstimates:
    """Estimates of one student's abilities."""

    start: float = 0.0
    """The prior: that of the grade, or the mean of the class."""
    beliefs: dict[Key, NormalEstimate] = field(default_factory=dict)
    facts: dict[str, NormalEstimate] = field(default_factory=dict)
    """Deviations of fact families from their skills."""

    def copy(self) -> AbilityEstimates:
        return AbilityEstimates(self.start, dict(self.beliefs), dict(self.facts))

    def of(self, key: Key) -> NormalEstimate:
        """Return the estimate for a key; before the first answer, the prior."""
        known = self.beliefs.get(key)
        if known is not None:
            return known
        return (self.start if key[0] == "overall" else 0.0), PRIOR_VARIANCE[key[0]]

    def of_fact(self, fact: str) -> NormalEstimate:
        return self.facts.get(fact) or (0.0, FACT_PRIOR_VARIANCE)

    def within(self, skill: str, form: str) -> NormalEstimate:
        """Return the level in a skill and form without fact families: what all its equations share."""
        means, variances = zip(*map(self.of, _student_keys(skill, form)), strict=True)
        return sum(means), sum(variances)

    def wait(self, days: int) -> None:
        """Let days pass without answers: variances grow, up to their priors.

        Those of families stay: layer C models forgetting of facts.
        """
        for key, (mean, variance) in self.beliefs.items():
            self.beliefs[key] = mean, min(variance + days * DRIFT_PER_DAY[key[0]], PRIOR_VARIANCE[key[0]])


@dataclass(slots=True)
class Difficulties:
    """Difficulties of items, estimated from all students of an installation."""

    beliefs: dict[Key, NormalEstimate] = field(default_factory=dict)

    def copy(self) -> Difficulties:
        return Difficulties(dict(self.beliefs))

    def of(self, asked: Asked) -> NormalEstimate:
        """Return the estimate of a question's difficulty, including its prior."""
        mean, variance = asked.difficulty, 0.0
        for key in _item_keys(asked):
            shift, spread = self.beliefs.get(key) or (0.0, DIFFICULTIES[key[0]])
            mean += shift
            variance += spread
        return mean, variance

    def move(self, asked: Asked, step: float, narrowing: float) -> None:
        """Update the difficulty of a question, in the opposite direction of the student's abilities."""
        for key in _item_keys(asked):
            shift, spread = self.beliefs.get(key) or (0.0, DIFFICULTIES[key[0]])
            narrowed = max(spread - spread * spread * narrowing, MIN_VARIANCE)
            self.beliefs[key] = shift - spread * step, narrowed


def predict(levels: AbilityEstimates, difficulties: Difficulties, asked: Asked) -> float:
    """Return the probability of a correct first attempt, including the uncertainty of both estimates."""
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
    """Update the estimates with a first attempt; return the probability that was predicted before it."""
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
    """Return the mean of the logistic function of a normal variable, by the usual approximation (within .002).

    >>> round(success(2.0, 0.0), 3), round(success(2.0, 1.0), 3)
    (0.881, 0.845)
    """
    return 1 / (1 + math.exp(-mean / math.sqrt(1 + math.pi * variance / 8)))


def log_odds(chance: float) -> float:
    """Return the logit of a probability.

    >>> log_odds(0.5), round(log_odds(success(-1.2)), 6)
    (0.0, -1.2)
    """
    return math.log(chance / (1 - chance))


def _student_keys(skill: str, form: str) -> tuple[Key, ...]:
    return ("overall",), ("skill", skill), ("form", form), ("skill-form", skill, form)


def _item_keys(asked: Asked) -> tuple[Key, ...]:
    return ("skill", asked.skill), ("fact", asked.fact), ("item", asked.item)
