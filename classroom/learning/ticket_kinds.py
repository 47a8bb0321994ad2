"""Which exit tickets ask for alike equations: only their rates can be compared.

Students are slower on tickets of a harder deck, and faster on those of an easier one, without any change of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.equations import Equation, difficulty

LEAST_SHARED = 0.5
"""Minimum share of questions of the same skills. Tickets of one deck share more with their mean."""
MOST_APART = 0.75
"""Maximum difference of mean difficulties, in logits: another table, or sums of more digits."""


class Content(NamedTuple):
    """What a ticket asks for."""

    skills: Mapping[str, float]
    """The share of the questions of each skill."""
    difficulty: float
    """Mean difficulty of the questions, in logits."""


@dataclass(slots=True)
class _Kind:
    """Tickets that are alike, with the sums of their contents."""

    skills: dict[str, float]
    difficulty: float
    tickets: int

    def has(self, content: Content) -> bool:
        """Return whether a ticket is like the mean of these."""
        if not content.skills or not self.skills:
            return not content.skills and not self.skills
        shared = sum(min(share, self.skills.get(skill, 0.0) / self.tickets) for skill, share in content.skills.items())
        return shared >= LEAST_SHARED and abs(content.difficulty - self.difficulty / self.tickets) <= MOST_APART

    def add(self, content: Content) -> None:
        for skill, share in content.skills.items():
            self.skills[skill] = self.skills.get(skill, 0.0) + share
        self.difficulty += content.difficulty
        self.tickets += 1


def content_of(questions: Iterable[Equation]) -> Content:
    """Summarize a ticket's questions."""
    asked = list(questions)
    share = 1 / max(1, len(asked))
    skills: dict[str, float] = {}
    for equation in asked:
        skills[equation.skill] = skills.get(equation.skill, 0.0) + share
    return Content(skills, share * sum(map(difficulty, asked)))


def kinds_of(contents: Sequence[Content]) -> list[int]:
    """Return a number for each ticket, oldest first; tickets with the same number ask for alike equations."""
    kinds: list[_Kind] = []
    found = []
    for content in contents:
        number = next((number for number, kind in enumerate(kinds) if kind.has(content)), len(kinds))
        if number == len(kinds):
            kinds.append(_Kind({}, 0.0, 0))
        kinds[number].add(content)
        found.append(number)
    return found
