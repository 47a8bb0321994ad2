"""The claims of the reports about a simulated class, and the false ones among them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from statistics import fmean, median
from typing import NamedTuple

from classroom.learning import needs
from classroom.learning.attempts import BOARD, NUMBER, FirstAttempt
from classroom.learning.class_evidence import ClassLedgers
from classroom.learning.families import review_key
from classroom.learning.findings import findings
from classroom.learning.grouping import SkillEstimate, shared_needs
from classroom.learning.items import odd_items
from classroom.learning.knowledge import StudentModels, start_level
from classroom.learning.ledger import Channel, Kind, Ledger, Subject
from classroom.learning.wording import (
    MIN_ANSWERS_FOR_SKILL,
    SkillStatus,
    chance_on_reference,
    reference_set,
    wording_of_skill,
)
from engine.equations import SKILLS, Equation
from tests.planted.people import Answered, SimulatedClass
from tests.simulation.planted_class import NOT_SPECIAL

ORDINARY_EQUATION = 0.75
"""An equation that is this much harder or easier than its difficulty says, in logits, is no ordinary one."""
NO_NEED = 0.80
"""Students who truly get this share of a skill's equations right are in no group for it."""
NOT_EASY = 0.90
"""Students who truly get less than this share right are not ready for more."""
NOT_ACCURATE = 0.70


class Claim(NamedTuple):
    """One claim of a report."""

    report: str
    who: str
    """The student's number, or the skill, family, or equation."""
    what: str
    is_false: bool


@dataclass(slots=True)
class Outcomes:
    """The claims about many classes."""

    classes: int = 0
    sessions: int = 0
    flagged: int = 0
    """Sessions after which something stood out."""
    looks: int = 0
    """How often all reports were opened."""
    named: Counter[str] = field(default_factory=Counter)
    """Looks at which a report said something."""
    said: Counter[str] = field(default_factory=Counter)
    """Claims, by report."""
    false: Counter[str] = field(default_factory=Counter)
    classes_with_false: Counter[str] = field(default_factory=Counter)
    """Classes of which a report ever said something that is not so."""
    found: Counter[int] = field(default_factory=Counter)
    """Classes where what was looked for was found, by number of sessions."""
    examples: Counter[str] = field(default_factory=Counter)
    """What was said falsely."""


class Watched:
    """A simulated class, and everything that the app knows about it."""

    def __init__(self, one: SimulatedClass) -> None:
        self.one = one
        people = one.plant.people
        self.ledgers = ClassLedgers(Ledger(start=median([start_level(3)] * len(people))))
        self.knowledge = StudentModels(dict.fromkeys(map(str, range(len(people))), 3))
        self.answers: list[Answered] = []
        self.of_skill: defaultdict[tuple[str, str], list[Answered]] = defaultdict(list)

    def play(self) -> None:
        """Play one session."""
        for answered in self.one.play():
            self.answers.append(answered)
            self.of_skill[answered.seen.student, answered.seen.equation.skill].append(answered)
            self.ledgers.observe(answered.seen)
            if answered.seen.channel is not Channel.TICKET:
                self.knowledge.learn(_attempt(answered))

    def claims(self) -> Iterator[Claim]:
        """Return the claims of the reports after the last session."""
        people, day = self.one.plant.people, self.one.day
        for student, some in self.ledgers.errors.patterns(day).items():
            for found in some:
                yield Claim("pattern", student, found.pattern, people[int(student)].habit is not found.pattern)
        for drop in self.ledgers.watch.drops():
            yield Claim("drop", drop.student, "drop", people[int(drop.student)].drops is None)
        for ready in self.ledgers.readiness.students():
            share = self._share(ready.student)
            yield Claim("ready", ready.student, f"{share:.2f}", share < NOT_EASY)
        for item in odd_items(self.ledgers.ledger.items.values()):
            shift = self._shift_of(item.equation)
            is_false = shift > -ORDINARY_EQUATION if item.is_hard else shift < ORDINARY_EQUATION
            yield Claim("equation", item.equation.text, f"{shift:.2f}", is_false)
        yield from self._needs_most()
        yield from self._groups()

    def findings(self) -> Iterator[Claim]:
        """Return the findings about the class."""
        for found in findings(self.ledgers.ledger, self.one.day):
            subject = found.subject
            deviation = self.deviation(subject)
            text = f"{subject.kind} {deviation:.2f} {found.right}/{found.answers} exp {found.expected_right:.1f}"
            yield Claim(f"finding: {subject.kind}", subject.student or subject.name, text, deviation > NOT_SPECIAL)

    def deviation(self, subject: Subject) -> float:
        """Return how far the subject of a finding truly lies from what is ordinary, in logits."""
        if subject.kind is Kind.STUDENT:
            return self._student_deviation(subject.student)
        if subject.kind is Kind.STUDENT_SKILL:
            return self._skill_deviation(subject.student, subject.name)
        if subject.kind is Kind.SKILL:
            return self.one.shift_of("skill", subject.name)
        of_family = {one.seen.equation for one in self.answers if review_key(one.seen.equation) == subject.name}
        return fmean(map(self._shift_of, of_family))

    def _shift_of(self, equation: Equation) -> float:
        """Return how far an equation lies from its difficulty."""
        return self.one.shift_of("family", review_key(equation)) + self.one.shift_of("text", equation.text)

    def _student_deviation(self, student: str) -> float:
        """Compare the true chances of a student with those of the others on the cards that this student had."""
        own = [one for one in self.answers if one.seen.student == student]
        others = [at for at, person in enumerate(self.one.plant.people) if str(at) != student and not person.is_classic]
        by_others = [
            fmean(_logit(self.one.chance(at, one.seen.equation, session=int(one.seen.session))) for at in others)
            for one in own[-60:]
        ]
        return fmean(_logit(one.chance) for one in own[-60:]) - fmean(by_others)

    def _skill_deviation(self, student: str, skill: str) -> float:
        person = self.one.plant.people[int(student)]
        if person.habit or person.guesses:
            own = [one for one in self.answers if one.seen.student == student and one.seen.equation.skill == skill]
            plain = [self.one.chance(int(student), one.seen.equation, session=int(one.seen.session)) for one in own]
            return _logit(fmean(one.chance for one in own)) - _logit(fmean(plain))
        return self.one.own_shift(int(student), skill)

    def _share(self, student: str) -> float:
        person = self.one.plant.people[int(student)]
        if person.guesses:
            return 0.05
        return self.one.mean(lambda card: self.one.chance(int(student), card))

    def _needs_most(self) -> Iterator[Claim]:
        """Return the skill under *Needs most* of each student."""
        in_games = {
            key: [one for one in some if one.seen.channel is not Channel.TICKET]
            for key, some in self.of_skill.items()
            if key[1] in SKILLS
        }
        counts = {key: (sum(one.seen.is_right for one in some), len(some)) for key, some in in_games.items()}
        days: defaultdict[str, defaultdict[date, list[bool]]] = defaultdict(lambda: defaultdict(list))
        for (student, _skill), some in in_games.items():
            for one in some:
                days[student][one.seen.day].append(one.seen.is_right)
        by_kind = {(*key, self.one.plant.is_typed): share for key, share in counts.items()}
        by_day = {student: [(sum(of), len(of)) for of in all_of.values()] for student, all_of in days.items()}
        found = needs.needs_of(needs.Answered(by_kind, by_day))
        for student, skill in found.by_student.items():
            right, answers = counts[student, skill]
            share = fmean(one.chance for one in in_games[student, skill])
            yield Claim("needs most", student, f"{skill} {right}/{answers}", share >= NO_NEED)

    def _groups(self) -> Iterator[Claim]:
        """Return the status of each student's skills on the pages, and the groups derived from it."""
        estimates: dict[str, dict[str, SkillEstimate]] = {}
        for at, person in enumerate(self.one.plant.people):
            student = str(at)
            estimates[student] = {}
            for skill, record in self.knowledge.of(student).skills.items():
                if skill not in SKILLS or person.is_classic or record.answers < MIN_ANSWERS_FOR_SKILL:
                    continue
                known = self.knowledge.of(student)
                chance = chance_on_reference(known.levels, self.knowledge.difficulties, skill)
                estimates[student][skill] = SkillEstimate(chance, record.information, record.answers)
                share = self._true_share(student, skill)
                if wording_of_skill(self.knowledge, known, skill, baseline=None) is SkillStatus.ACCURATE:
                    yield Claim("accurate", student, f"{skill} {share:.2f}", share < NOT_ACCURATE)
        for group in shared_needs(estimates):
            for student in group.students:
                share = self._true_share(student, group.skill)
                yield Claim("group", student, f"{group.skill} {share:.2f}", share >= NO_NEED)

    def _true_share(self, student: str, skill: str) -> float:
        """Return the true proportion of a skill's reference set that a student answers correctly."""
        person = self.one.plant.people[int(student)]
        own = fmean(one.chance for one in self.of_skill[student, skill])
        if person.guesses:
            return own
        share = fmean(self.one.chance(int(student), one) for one in reference_set(skill))
        return min(share, own) if person.habit or self.one.plant.fatigue else share


def _attempt(answered: Answered) -> FirstAttempt:
    seen = answered.seen
    return FirstAttempt(
        *(seen.student, seen.day, seen.equation.text, seen.equation.answer, seen.is_right),
        form=NUMBER if seen.channel is Channel.NUMBER else BOARD,
        goal=None if seen.expected is None else 0.82,
        game=seen.session,
        skill=seen.equation.skill,
    )


def _logit(share: float) -> float:
    share = min(max(share, 0.01), 0.99)
    return math.log(share / (1 - share))


def watch(one: SimulatedClass, outcomes: Outcomes, is_looked_for: Callable[[Claim], bool] | None = None) -> None:
    """Play all sessions of a class, and count what stands out after each, and what all reports say after some."""
    watched, ever, sessions = Watched(one), set[str](), one.plant.sessions
    for number in range(1, sessions + 1):
        watched.play()
        claims = list(watched.findings())
        outcomes.sessions += 1
        outcomes.flagged += bool(claims)
        if number & (number - 1) == 0 or number == sessions:
            further = list(watched.claims())
            outcomes.looks += 1
            outcomes.named.update({claim.report for claim in further})
            claims += further
        for claim in claims:
            outcomes.said[claim.report] += 1
            if claim.is_false:
                outcomes.false[claim.report] += 1
                ever.add(claim.report)
                outcomes.examples[f"{claim.report}: {claim.who} {claim.what}"] += 1
        outcomes.found[number] += is_looked_for is not None and any(map(is_looked_for, claims))
    outcomes.classes += 1
    outcomes.classes_with_false.update(ever)
