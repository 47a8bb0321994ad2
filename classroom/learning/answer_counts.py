"""Counts of a class's answers in all the ways that its report needs, updated with each answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeAlias

StudentDay: TypeAlias = tuple[str, date]
StudentSkill: TypeAlias = tuple[str, str, bool]
"""A student, a skill, and whether the answers were typed."""
Dealt: TypeAlias = tuple[str, str, str]
"""Text, answer, and skill of an equation."""
DealtWrong: TypeAlias = tuple[str, str, str, str | None]
"""The same plus the wrong answer; None if the card was traded in by mistake."""


class CountedAnswer(NamedTuple):
    """One answer, including further tries at a card."""

    student: str
    day: date
    """The day when the session was opened."""
    equation: str
    answer: str
    skill: str
    given: str | None
    is_typed: bool
    is_first: bool
    is_right: bool
    seconds: float | None
    """Only of a number given ahead."""


@dataclass(slots=True)
class AnswerCounts:
    """Counts of answers. Except for `further`, only first answers count."""

    first: Counter[StudentDay] = field(default_factory=Counter)
    first_right: Counter[StudentDay] = field(default_factory=Counter)
    later: Counter[StudentDay] = field(default_factory=Counter)
    later_right: Counter[StudentDay] = field(default_factory=Counter)
    skills: Counter[StudentSkill] = field(default_factory=Counter)
    skills_right: Counter[StudentSkill] = field(default_factory=Counter)
    right: Counter[Dealt] = field(default_factory=Counter)
    wrong: Counter[DealtWrong] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """Times of correct answers."""

    def add(self, one: CountedAnswer) -> None:
        when = one.student, one.day
        if not one.is_first:
            self.later[when] += 1
            self.later_right[when] += one.is_right
            return
        self.first[when] += 1
        self.first_right[when] += one.is_right
        self.skills[one.student, one.skill, one.is_typed] += 1
        self.skills_right[one.student, one.skill, one.is_typed] += one.is_right
        if not one.is_right:
            self.wrong[one.equation, one.answer, one.skill, one.given] += 1
            return
        self.right[one.equation, one.answer, one.skill] += 1
        if one.seconds is not None:
            self.seconds.append(one.seconds)

    @property
    def students(self) -> set[str]:
        return {student for student, _day in (*self.first, *self.later)}

    def copy(self) -> AnswerCounts:
        return AnswerCounts(
            *(self.first.copy(), self.first_right.copy(), self.later.copy(), self.later_right.copy()),
            *(self.skills.copy(), self.skills_right.copy(), self.right.copy(), self.wrong.copy()),
            list(self.seconds),
        )
