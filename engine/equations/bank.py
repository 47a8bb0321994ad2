"""The bank: every equation of every skill, enumerated once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType

from engine.equations.catalog import SKILLS
from engine.equations.equation import Equation

OWN = "own"
"""The skill key of teachers' cards that belong to no skill."""


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a skill."""

    largest: int | None = None
    """No number may exceed this, including the answer."""
    tables: frozenset[int] | None = None
    """Only multiplications and divisions with one of these as a factor."""
    easiest: int = 1
    hardest: int = 3
    """Allowed steps within the skill, from 0 (adding and subtracting 0)."""

    def allows(self, equation: Equation) -> bool:
        return (
            self.easiest <= equation.level <= self.hardest
            and (self.largest is None or equation.size <= self.largest)
            and (self.tables is None or not self.tables.isdisjoint(_factors(equation)))
        )


EVERYTHING = Range()
ALL_STEPS = Range(easiest=0)
"""The whole skill, including warm-up equations."""
Selection = Mapping[str, Range]
"""The skills to practice, by key, and the part of each."""


def select(skills: Iterable[str]) -> Selection:
    """Select whole skills.

    :raises KeyError: if a key belongs to no skill
    """
    return {SKILLS[skill].key: EVERYTHING for skill in skills}


@cache
def equations_of(skill: str) -> Mapping[int, tuple[Equation, ...]]:
    """Return every equation of a skill by its answer, without duplicate texts. Enumerated on the first call.

    :raises KeyError: if the key belongs to no skill
    """
    by_answer: defaultdict[int, dict[str, Equation]] = defaultdict(dict)
    for equation in SKILLS[skill].enumerate():
        by_answer[equation.answer].setdefault(equation.text, equation)
    return MappingProxyType({answer: tuple(by_answer[answer].values()) for answer in sorted(by_answer)})


def candidates(value: int, selection: Selection, *, used: Collection[str] = ()) -> list[Equation]:
    """Return a selection's equations with this answer, without duplicate texts and without used ones.

    :raises KeyError: if a key of the selection belongs to no skill
    """
    found: dict[str, Equation] = {}
    for skill, within in selection.items():
        for equation in _allowed(skill, within).get(value, ()):
            if equation.text not in used:
                found.setdefault(equation.text, equation)
    return list(found.values())


def draw(value: int, selection: Selection, rng: Random, *, used: Collection[str] = ()) -> Equation | None:
    """Draw a random skill of the selection, then one of its equations with this answer; None if there is none.

    :raises KeyError: if a key of the selection belongs to no skill
    """
    by_skill = [candidates(value, {skill: within}, used=used) for skill, within in selection.items()]
    found = [some for some in by_skill if some]
    return rng.choice(rng.choice(found)) if found else None


def find(text: str) -> Equation | None:
    """Return the equation with this text from the easiest skill that has it, or None.

    The first call enumerates the bank.
    """
    return _by_text().get(text)


def describe(text: str, answer: int, among: Selection = MappingProxyType({})) -> Equation:
    """Return the equation of a card: from the bank, or a new one if the bank doesn't have it.

    :param among: the skills that it was dealt from. Many texts belong to several skills: the first of these with the
        text counts, as in `candidates`. If empty, the easiest skill counts. Unknown keys are ignored.
    """
    for skill, within in among.items():
        known = _texts_of(skill).get(text) if skill in SKILLS else None
        if known is not None and known.answer == answer and within.allows(known):
            return known
    known = find(text)
    if known is not None and known.answer == answer:
        return known
    return Equation(text, answer, OWN, f"{OWN}:{text}", answer)


@lru_cache(maxsize=16_384)
def dealt_equation(text: str, answer: int, skill: str) -> Equation:
    """Return an equation that was dealt for a skill; "" if that is not known. Cached, because histories repeat them."""
    return describe(text, answer, {skill: ALL_STEPS})


@lru_cache(maxsize=512)
def _allowed(skill: str, within: Range) -> Mapping[int, Sequence[Equation]]:
    """Return a skill narrowed to a range. Cached, because every dealt card requests it."""
    return {value: tuple(filter(within.allows, some)) for value, some in equations_of(skill).items()}


def equations_of_fact(fact_key: str) -> tuple[Equation, ...]:
    """Return all equations of a fact family without duplicate texts, easier skills first. Empty for a teacher's own.

    The first call enumerates the bank.
    """
    return _by_fact().get(fact_key, ())


@cache
def _by_fact() -> Mapping[str, tuple[Equation, ...]]:
    every: defaultdict[str, list[Equation]] = defaultdict(list)
    for equation in _by_text().values():
        every[equation.fact_key].append(equation)
    return {fact_key: tuple(some) for fact_key, some in every.items()}


@cache
def _texts_of(skill: str) -> Mapping[str, Equation]:
    return {equation.text: equation for some in equations_of(skill).values() for equation in some}


@cache
def _by_text() -> Mapping[str, Equation]:
    every: dict[str, Equation] = {}
    for skill in SKILLS:
        for some in equations_of(skill).values():
            for equation in some:
                every.setdefault(equation.text, equation)
    return every


def _factors(equation: Equation) -> tuple[int, ...]:
    operation, _, numbers = equation.fact_key.partition(":")
    return tuple(map(int, numbers.split("x"))) if operation == "mul" else ()
