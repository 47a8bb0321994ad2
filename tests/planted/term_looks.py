"""What a teacher reads who looks at the reports after every session of a term, and how much of it is false."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from statistics import fmean, median
from typing import NamedTuple

from classroom.learning.attempts import BOARD, NUMBER, FirstAttempt
from classroom.learning.class_evidence import ClassLedgers
from classroom.learning.day_effects import beside_classmates
from classroom.learning.doubts import surely_below
from classroom.learning.findings import findings
from classroom.learning.grouping import SkillEstimate, shared_needs
from classroom.learning.knowledge import StudentModels, start_level
from classroom.learning.ledger import Channel, Kind, Ledger, Observation
from classroom.learning.needs import Answered, needs_of
from classroom.learning.wording import MIN_ANSWERS_FOR_SKILL, chance_on_reference
from engine.equations import SKILLS
from tests.planted.claims import NO_NEED
from tests.planted.terms import Term, TermClass
from tests.simulation.planted_class import NOT_SPECIAL

_TWO_WEEKS, _EIGHT_WEEKS = timedelta(days=14), timedelta(days=56)
_NOT_BELOW = -0.3
"""Students who are no further below the median of the class, in logits, need no skill more than the class does."""


class Said(NamedTuple):
    """A statement about a student of the class, after a session."""

    kind: str
    student: int
    is_false: bool


class Watched:
    """What the app knows of a class, and says after each session."""

    def __init__(self, one: TermClass) -> None:
        self.one, self._size = one, one.term.size
        self.ledgers = ClassLedgers(Ledger(start=start_level(3)))
        self.models = StudentModels(dict.fromkeys(map(str, range(self._size)), 3))
        self._seen: list[Observation] = []

    def play(self) -> None:
        """Play the next session."""
        for seen in self.one.play():
            self._seen.append(seen)
            self.ledgers.ledger.observe(seen)
            self.ledgers.watch.observe(seen)
            self.models.learn(
                FirstAttempt(
                    *(seen.student, seen.day, seen.equation.text, seen.equation.answer, seen.is_right),
                    form=NUMBER if seen.channel is Channel.NUMBER else BOARD,
                    game=seen.session,
                    skill=seen.equation.skill,
                )
            )

    def said(self) -> Iterator[Said]:
        """Return what the reports say of students now."""
        one = self.one
        for found in findings(self.ledgers.ledger, one.day):
            if found.subject.kind is Kind.STUDENT:
                at = int(found.subject.student)
                yield Said("meet", at, self._below(at) > NOT_SPECIAL)
            elif found.subject.kind is Kind.STUDENT_SKILL:
                yield Said(
                    "meet about", int(found.subject.student), self._below(int(found.subject.student)) > NOT_SPECIAL
                )
            else:
                yield Said(f"reteach {found.subject.kind}", 0, is_false=True)
        for drop in self.ledgers.watch.drops():
            yield Said("drop", int(drop.student), int(drop.student) > 0 or one.number < one.term.drop[0])
        yield from self._needs("needs", self._since(None), latest=self._since(_TWO_WEEKS))
        yield from self._needs("needs, 2 weeks", self._since(_TWO_WEEKS), self._since(_EIGHT_WEEKS))
        yield from self._groups()

    def _since(self, before: timedelta | None) -> Answered:
        """Return the answers of the latest weeks; None: all."""
        right, answers = Counter[tuple[str, str, bool]](), Counter[tuple[str, str, bool]]()
        days: defaultdict[str, defaultdict[date, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        of_skill: defaultdict[tuple[str, str], defaultdict[date, list[int]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0])
        )
        for seen in self._seen:
            if before is not None and seen.day <= self.one.day - before:
                continue
            key = seen.student, seen.equation.skill, seen.channel is Channel.NUMBER
            answers[key] += 1
            right[key] += seen.is_right
            for of_day in (days[seen.student][seen.day], of_skill[seen.student, seen.equation.skill][seen.day]):
                of_day[0] += seen.is_right
                of_day[1] += 1
        return Answered(
            {key: (right[key], count) for key, count in answers.items()},
            {student: [(one, all_of) for one, all_of in of.values()] for student, of in days.items()},
            {key: [(one, all_of) for one, all_of in of.values()] for key, of in of_skill.items()},
            beside_classmates(
                {student: {day: (one, all_of) for day, (one, all_of) in of.items()} for student, of in days.items()}
            ),
        )

    def _needs(
        self, kind: str, some: Answered, longer: Answered | None = None, latest: Answered | None = None
    ) -> Iterator[Said]:
        needs = needs_of(some, longer, latest=latest)
        for student, skill in needs.by_student.items():
            yield Said(kind, int(student), self._needs_not(int(student), skill))
        for skill in needs.of_class:
            yield Said(f"{kind}, class", 0, self.one.share(self._size - 1, skill) >= NO_NEED)

    def _groups(self) -> Iterator[Said]:
        estimates: dict[str, dict[str, SkillEstimate]] = {}
        for student, known in self.models.students.items():
            estimates[student] = {
                skill: SkillEstimate(
                    chance_on_reference(known.levels, self.models.difficulties, skill), of.information, of.answers
                )
                for skill, of in known.skills.items()
                if skill in SKILLS and of.answers >= MIN_ANSWERS_FOR_SKILL
            }
        latest = self._since(_EIGHT_WEEKS)
        for group in shared_needs(
            estimates, {} if self.one.term.is_dealt else surely_below(latest), latest.days, latest.day_variance
        ):
            for student in group.students:
                yield Said("group", int(student), self._needs_not(int(student), group.skill))

    def _below(self, at: int) -> float:
        """Return how far a student is from the median of the others."""
        skills = {seen.equation.skill for seen in self._seen[-200:]}
        levels = [fmean(self.one.level(each, skill) for skill in skills) for each in range(self._size)]
        return levels[at] - median(levels)

    def _needs_not(self, at: int, skill: str) -> bool:
        """Return whether a student knows a skill, or is no further below the others than most are."""
        usual = median(self.one.level(each, skill) for each in range(self._size))
        return self.one.share(at, skill) >= NO_NEED or self.one.level(at, skill) - usual > _NOT_BELOW


@dataclass(slots=True)
class TermOutcomes:
    """What was said in many terms."""

    classes: int = 0
    false: Counter[str] = field(default_factory=Counter)
    """Classes of which something false was ever said, by kind."""
    looks: Counter[str] = field(default_factory=Counter)
    """Looks at something false."""
    found: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """True statements about the weak students that were made by a session (from 1)."""

    def add(self, term: Term, seed: int) -> None:
        """Play a term, and look after each session."""
        watched, ever, first = Watched(TermClass(term, seed)), set[str](), dict[tuple[str, int], int]()
        for number in range(1, term.sessions + 1):
            watched.play()
            wrong = set()
            for said in watched.said():
                if said.is_false:
                    wrong.add(said.kind)
                else:
                    first.setdefault((said.kind, said.student), number)
            self.looks.update(wrong)
            ever |= wrong
        self.classes += 1
        self.false.update(ever)
        planted = max(len(term.weak), term.drop[0] < term.sessions)
        for (kind, student), number in first.items():
            if student < planted:
                for later in range(number, term.sessions + 1):
                    self.found[kind][later] += 1
