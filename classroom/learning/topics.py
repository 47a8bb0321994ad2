"""Topics of suggestions and teachers' questions, and their equations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from random import Random
from typing import Any, NamedTuple, Self

from classroom.learning.families import review_key, skill_of
from engine.equations import OWN, SKILLS, Equation, equations_of, equations_of_fact

FACTS_ON_SHEET = 6
TEXTS_OF_ANSWER = 2
"""A board repeats each answer, so a deck needs two equations for each."""
_ANY_SKILL = "add-20"
"""Fills decks of a teacher's own cards."""


class TopicKind(StrEnum):
    FACT = "fact"
    SKILL = "skill"
    EQUATION = "equation"
    STUDENT = "student"
    """All answers of one student."""


class Topic(NamedTuple):
    """A fact, a skill, or an equation of a class or a student; or all answers of a student."""

    kind: TopicKind
    key: str = ""
    """The fact family, the skill's key, or the text."""
    student_id: str = ""

    @classmethod
    def of_family(cls, family: str, student_id: str = "") -> Self:
        """Return the topic of a review family: a fact, or the skill of a step."""
        skill = skill_of(family)
        return cls(TopicKind.SKILL, skill, student_id) if skill else cls(TopicKind.FACT, family, student_id)

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self | None:
        """Read a topic from URL parameters or JSON; None if there is none."""
        student_id = str(fields.get("student", ""))
        for kind in (TopicKind.FACT, TopicKind.SKILL, TopicKind.EQUATION):
            if key := str(fields.get(kind.value, "")):
                return cls(kind, key, student_id)
        return cls(TopicKind.STUDENT, "", student_id) if student_id else None

    def fields(self) -> dict[str, str]:
        """Return the topic as URL parameters or JSON."""
        named = {} if self.kind is TopicKind.STUDENT else {self.kind.value: self.key}
        return named | ({"student": self.student_id} if self.student_id else {})


class Missed(NamedTuple):
    """The first answers to an equation."""

    equation: Equation
    trials: int
    missed: int


def facts_of(topic: Topic, answered: Iterable[Missed]) -> list[Equation]:
    """Return the equations of a topic, most missed first: for a fact all its forms, otherwise those missed.

    :param answered: all answered equations of the topic
    """
    ordered = sorted(answered, key=lambda one: (-one.missed, -one.trials, one.equation.text))
    if topic.kind is TopicKind.FACT:
        return _forms_of(topic.key, [one.equation for one in ordered])
    if topic.kind is TopicKind.EQUATION:
        found = [one.equation for one in ordered]
        return [*found, *(form for one in found[:1] for form in _forms_of(one.fact_key, found) if form not in found)]
    missed = [one.equation for one in ordered if one.missed]
    return list({one.fact_key: one for one in reversed(missed)}.values())[::-1]


def sheet_of(topic: Topic, answered: Sequence[Missed]) -> list[Equation]:
    """Return six equations for a worksheet: those of the topic, then of its skill."""
    facts = facts_of(topic, answered)[:FACTS_ON_SHEET]
    more = (one for one in _of_skills(topic, facts) if one not in facts)
    return [*facts, *(one for one, _ in zip(more, range(FACTS_ON_SHEET - len(facts)), strict=False))]


def cards_for(topic: Topic, answered: Sequence[Missed], also_missed: Sequence[Missed], answers: int) -> list[Equation]:
    """Return the cards of a deck about a topic: its own equations, then others to fill a board.

    :param answered: all answered equations of the topic
    :param also_missed: other answered equations: the most missed ones are used first
    :param answers: the number of different answers on the board
    """
    chosen = {one.text: one for one in facts_of(topic, answered)}
    if topic.kind in {TopicKind.SKILL, TopicKind.STUDENT}:
        for one in list(chosen.values())[:FACTS_ON_SHEET]:
            chosen |= {form.text: form for form in _forms_of(one.fact_key, [one])}
    own = list(chosen.values())
    other = sorted(also_missed, key=lambda one: (-one.missed, one.equation.text))
    counts = Counter(one.answer for one in own)
    fillers = [*(one.equation for one in other if one.missed), *_near(own), *_of_skills(topic, own)]
    for is_repeat in (False, True):
        for one in fillers:
            if one.text in chosen or (one.answer in counts) is not is_repeat or counts[one.answer] >= TEXTS_OF_ANSWER:
                continue
            if is_repeat or len(counts) < answers:
                chosen[one.text] = one
                counts[one.answer] += 1
    return list(chosen.values())


def skill_to_reach(topic: Topic, answered: Sequence[Missed]) -> str | None:
    """Return the skill that practice of a topic aims at: the most missed one; None for a teacher's own cards."""
    if topic.kind is TopicKind.SKILL:
        return topic.key if topic.key in SKILLS else None
    counts: Counter[str] = Counter()
    for one in answered:
        if one.equation.skill != OWN:
            counts[one.equation.skill] += one.missed
    return min(counts, key=lambda key: (-counts[key], list(SKILLS).index(key))) if counts else None


def _forms_of(fact: str, known: Sequence[Equation]) -> list[Equation]:
    """Return the forms of a fact up to the grade in which the class met it, known ones first.

    Procedures have no forms: 52 − 28 is not a fact, and 24 + 28 practices something else.
    """
    met = [one for one in known if one.fact_key == fact]
    forms = [one for one in equations_of_fact(fact) if skill_of(review_key(one)) is None]
    grades = [SKILLS[one.skill].grade for one in met if one.skill in SKILLS]
    grade = max(grades) if grades else min((SKILLS[one.skill].grade for one in forms), default=0)
    return list({one.text: one for one in (*met, *(one for one in forms if SKILLS[one.skill].grade <= grade))}.values())


def _near(own: Sequence[Equation]) -> list[Equation]:
    """Return facts that share a number with these, easier ones first: the same tables, in the same skills."""
    facts = [one for one in own if one.skill in SKILLS and skill_of(review_key(one)) is None]
    numbers = {number for one in facts for number in _numbers(one.fact_key)}
    every = [one for skill in dict.fromkeys(one.skill for one in facts) for one in _all_of(skill)]
    near = [one for one in every if numbers & _numbers(one.fact_key)]
    return sorted(near, key=lambda one: (one.level, one.size, one.text))


def _of_skills(topic: Topic, own: Sequence[Equation]) -> list[Equation]:
    """Return equations of the topic's skills, then of others in the same grades."""
    named = [topic.key] if topic.kind is TopicKind.SKILL else [one.skill for one in own]
    keys = [key for key in dict.fromkeys(named) if key in SKILLS]
    grades = {SKILLS[key].grade for key in keys} or {SKILLS[_ANY_SKILL].grade}
    others = [key for key in SKILLS if SKILLS[key].grade in grades and key not in keys]
    return [one for key in (*keys, *others) for one in _all_of(key)]


@cache
def _all_of(skill: str) -> tuple[Equation, ...]:
    """Return a skill's equations in a fixed pseudorandom order, easy steps first."""
    every = [one for some in equations_of(skill).values() for one in some if one.level]
    Random(skill).shuffle(every)
    return tuple(sorted(every, key=lambda one: one.level))


def _numbers(fact: str) -> frozenset[str]:
    operation, _, numbers = fact.partition(":")
    return frozenset(numbers.replace("+", "x").split("x")) if operation in {"mul", "add"} else frozenset()
