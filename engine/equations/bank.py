"""The bank: every equation of every skill, enumerated once; drawing from it and checking what it covers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType

from engine.equations.catalogue import SKILLS
from engine.equations.equation import Equation

OWN = "own"
"""The skill of a card that a teacher wrote and no skill has."""


@dataclass(frozen=True, slots=True)
class Range:
    """What of a skill is wanted."""

    largest: int | None = None
    """No number above this one, answer included."""
    tables: frozenset[int] | None = None
    """Only multiplications and divisions in which one of these is a factor."""
    easiest: int = 1
    hardest: int = 3
    """Steps within the skill; from 0 for adding and taking away 0."""

    def allows(self, equation: Equation) -> bool:
        """Whether an equation is within the range."""
        return (
            self.easiest <= equation.level <= self.hardest
            and (self.largest is None or equation.size <= self.largest)
            and (self.tables is None or not self.tables.isdisjoint(_factors(equation)))
        )


EVERYTHING = Range()
ALL_STEPS = Range(easiest=0)
"""Everything, warming up too."""
Selection = Mapping[str, Range]
"""Skills that are practiced, by key, and what of each."""


def select(skills: Iterable[str]) -> Selection:
    """Choose whole skills.

    :raises KeyError: if no skill has one of the keys
    """
    return {SKILLS[skill].key: EVERYTHING for skill in skills}


@cache
def equations_of(skill: str) -> Mapping[int, tuple[Equation, ...]]:
    """Every equation of a skill by its answer, each text once; enumerated at the first call.

    :raises KeyError: if no skill has this key
    """
    by_answer: defaultdict[int, dict[str, Equation]] = defaultdict(dict)
    for equation in SKILLS[skill].enumerate():
        by_answer[equation.answer].setdefault(equation.text, equation)
    return MappingProxyType({answer: tuple(by_answer[answer].values()) for answer in sorted(by_answer)})


def candidates(value: int, selection: Selection, *, used: Collection[str] = ()) -> list[Equation]:
    """Return the equations of a selection with this answer, each text once, less those whose text is used.

    :raises KeyError: if the selection has a key that no skill has
    """
    found: dict[str, Equation] = {}
    for skill, within in selection.items():
        for equation in _allowed(skill, within).get(value, ()):
            if equation.text not in used:
                found.setdefault(equation.text, equation)
    return list(found.values())


def generate(
    value: int, skill: str, rng: Random, *, within: Range = EVERYTHING, used: Collection[str] = ()
) -> Equation | None:
    """Draw an equation with this answer at random; None if the skill has none that is not used.

    :raises KeyError: if no skill has this key
    """
    return draw(value, {skill: within}, rng, used=used)


def draw(value: int, selection: Selection, rng: Random, *, used: Collection[str] = ()) -> Equation | None:
    """Draw a skill of a selection at random, and one of its equations with this answer; None if there is none.

    :raises KeyError: if the selection has a key that no skill has
    """
    by_skill = [candidates(value, {skill: within}, used=used) for skill, within in selection.items()]
    found = [some for some in by_skill if some]
    return rng.choice(rng.choice(found)) if found else None


def coverage(values: Iterable[int], selection: Selection, *, least: int = 2) -> dict[int, int]:
    """Count the equations of the values for which a selection has too few of them.

    >>> coverage([24, 91], select(["mul-tables"]))
    {91: 0}
    """
    counts = {value: len(candidates(value, selection)) for value in values}
    return {value: count for value, count in counts.items() if count < least}


def find(text: str) -> Equation | None:
    """Return the equation with this text, of the easiest skill that has it; None if no skill has.

    The first call enumerates the whole bank.
    """
    return _by_text().get(text)


def describe(text: str, answer: int, among: Selection = MappingProxyType({})) -> Equation:
    """Return the equation of a card: from the bank if it is there, else one of the teacher's own.

    :param among: what it was dealt from. Many texts belong to several skills: the first of these that has it counts,
        as in `candidates`; without any the easiest. Keys of no skill are passed over.
    """
    for skill, within in among.items():
        known = _texts_of(skill).get(text) if skill in SKILLS else None
        if known is not None and known.answer == answer and within.allows(known):
            return known
    known = find(text)
    if known is not None and known.answer == answer:
        return known
    return Equation(text, answer, OWN, f"{OWN}:{text}", answer)


@lru_cache(maxsize=512)
def _allowed(skill: str, within: Range) -> Mapping[int, Sequence[Equation]]:
    """Return a skill narrowed to a range: asked for again with every card that is dealt."""
    return {value: tuple(filter(within.allows, some)) for value, some in equations_of(skill).items()}


def equations_of_fact(fact_key: str) -> tuple[Equation, ...]:
    """Return all equations of a number family, each text once, those of easier skills first; none for a teacher's own.

    The first call enumerates the whole bank.
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
