"""Simulation S6: evidence ledgers of classes dealt by the app's own policy."""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from random import Random

from classroom.learning.accuracy import success
from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan
from classroom.learning.families import review_key
from classroom.learning.findings import Finding, findings
from classroom.learning.knowledge import StudentModels, start_level
from classroom.learning.ledger import Kind, Ledger, Observation, Subject
from engine.deck_making import built_in_deck
from engine.equations import Equation, Selection, difficulty
from tests.simulation.planted_class import DAYS_BETWEEN, START, Outcomes, Plant, Spread

GRADE = 3
_USUAL_SESSIONS = 4
"""Games before anything is planted, so that the app knows its students, as during a school year."""


class DealtClass:
    """A class of simulated students whose equations the app chooses. After some sessions, a drop is planted."""

    def __init__(
        self, values: list[int], skills: Selection, plant: Plant, spread: Spread, *, seed: str, students: int = 24
    ) -> None:
        self._values, self._plan, self._plant, self._spread = values, Plan(skills), plant, spread
        self._rng = Random(seed)
        self._levels = [start_level(GRADE) + self._rng.gauss(0, spread.student) for _ in range(students)]
        self._shifts: dict[tuple[str, ...], float] = {}
        self._models = StudentModels({str(student): GRADE for student in range(students)})
        self._recent: list[deque[Equation]] = [deque(maxlen=CARDS_BETWEEN_TEXTS) for _ in range(students)]
        self.ledger, self.day, self._games = Ledger(start=start_level(GRADE)), START, 0
        self._is_planted = False

    def warm_up(self, answers: int) -> None:
        """Play until the app knows its students, then plant the deviation."""
        for _ in range(_USUAL_SESSIONS):
            self.play(answers)
        self._is_planted = True

    def play(self, answers: int) -> tuple[Finding, ...]:
        """Let everyone play one game, and return the findings after it."""
        self.day += timedelta(days=DAYS_BETWEEN)
        self._games += 1
        for student in range(len(self._levels)):
            self._play(student, answers)
        return findings(self.ledger, self.day)

    def deviation(self, finding: Finding) -> float:
        """Return the true deviation of a finding's subject, in logits."""
        subject, plant = finding.subject, self._plant
        if subject.kind is Kind.STUDENT:
            return plant.students.get(int(subject.student), 0.0)
        if subject.kind is Kind.STUDENT_SKILL:
            own = plant.student_skills.get((int(subject.student), subject.name), 0.0)
            return own + self._shift(self._spread.profile, "profile", subject.student, subject.name)
        planted = (plant.skills if subject.kind is Kind.SKILL else plant.families).get(subject.name, 0.0)
        spread = self._spread.skill if subject.kind is Kind.SKILL else self._spread.family
        return planted + self._shift(spread, subject.kind, subject.name)

    def _play(self, student: int, answers: int) -> None:
        name, recent, used = str(student), self._recent[student], set[str]()
        floor, _ = self._models.of(name).levels.of(("overall",))
        for number, value in enumerate(self._rng.sample([*self._values, *self._values], answers)):
            so_far = GameSoFar(str(self._games), used, tuple(recent), number, floor)
            known = self._models.of(name)
            dealt = deal(value, known, self._models.difficulties, self._plan, so_far, day=self.day, rng=self._rng)
            if dealt is None:
                continue
            equation = dealt.equation
            used.add(equation.text)
            recent.append(equation)
            is_right = self._rng.random() < success(self._logit(student, equation))
            logged = dealt.to_json()["p"]
            seen = Observation(name, equation, is_right, self.day, expected=logged, session=str(self.day))
            self.ledger.observe(seen)
            self._models.learn(
                FirstAttempt(
                    *(name, self.day, equation.text, equation.answer, is_right),
                    goal=dealt.goal,
                    game=str(self._games),
                    skill=equation.skill,
                )
            )

    def _logit(self, student: int, equation: Equation) -> float:
        skill, family, spread = equation.skill, review_key(equation), self._spread
        level = self._levels[student] - difficulty(equation)
        level += self._shift(spread.profile, "profile", str(student), skill)
        level += self._shift(spread.skill, Kind.SKILL, skill) + self._shift(spread.family, Kind.FAMILY, family)
        level += self._shift(spread.text, "text", equation.text)
        if not self._is_planted:
            return level
        plant = self._plant
        level += plant.students.get(student, 0.0) + plant.skills.get(skill, 0.0) + plant.families.get(family, 0.0)
        return level + plant.student_skills.get((student, skill), 0.0)

    def _shift(self, spread: float, *key: str) -> float:
        if spread and key not in self._shifts:
            self._shifts[key] = Random(f"{self._levels[0]} {key}").gauss(0, spread)
        return self._shifts.get(key, 0.0)


def simulate(
    deck: tuple[str, str],
    skills: Selection,
    plant: Plant,
    spread: Spread,
    *,
    classes: int,
    sessions: int = 4,
    answers: int = 16,
    subject: Subject | None = None,
) -> Outcomes:
    """Play in many classes, after warm-up sessions.

    :param deck: a built-in deck and board size, which determine the values
    :param skills: the skills of the plan
    :param subject: the subject to look for
    """
    made = built_in_deck(deck[0])
    if made is None:
        raise ValueError(f"There is no deck {deck[0]}.")
    values, outcomes = [int(answer) for answer in made.answers(deck[1])], Outcomes()
    for number in range(classes):
        one = DealtClass(values, skills, plant, spread, seed=f"dealt {deck} {number}")
        one.warm_up(answers)
        outcomes.add(one, sessions=sessions, answers=answers, subject=subject)
    return outcomes
