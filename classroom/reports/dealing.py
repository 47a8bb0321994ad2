"""Follow-up of equations chosen for students: whether missed ones came back, and which repeated too soon."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from classroom.database import db
from classroom.learning.families import review_key
from classroom.models import Attempt, ClassSession
from classroom.reports.counts import first_answers
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from engine.equations import dealt_equation

SESSIONS_TO_RETURN, CARDS_APART = 3, 20


class DealtAnswer(NamedTuple):
    """The first answer to a card whose equation was chosen for the student."""

    session: int
    """The student's session in the span, counted from 0."""
    text: str
    family: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class DealtAudit:
    back: Proportion
    """Missed families that came back in the same session or the next three, of those that had three sessions."""
    waiting: int
    """Missed families with fewer than three sessions since, which have not come back yet. Those that have don't count
    in `back`: otherwise, nearly all would seem to come back."""
    soon: Proportion
    """Cards whose text was among the previous 20, of all cards."""


def dealt_audits(span: DateRange) -> dict[str, DealtAudit]:
    """Audit each student's cards, by ID, in one query."""
    query = (
        first_answers(
            span,
            *(Attempt.student_id, ClassSession.id, Attempt.equation, Attempt.answer, Attempt.skill, Attempt.is_right),
        )
        .where(Attempt.goal.is_not(None))
        .order_by(Attempt.student_id, Attempt.at, Attempt.game_id, Attempt.version)
    )
    answers: dict[str, list[DealtAnswer]] = {}
    sessions: dict[str, dict[str, int]] = {}
    for student_id, session_id, text, answer, skill, is_right in db.session.execute(query):
        seen = sessions.setdefault(student_id, {})
        number = seen.setdefault(session_id, len(seen))
        answers.setdefault(student_id, []).append(DealtAnswer(number, text, _family(text, answer, skill), is_right))
    return {student_id: audit(some) for student_id, some in answers.items()}


def audit(answers: Sequence[DealtAnswer]) -> DealtAudit:
    """Audit one student's cards, in the order in which they were answered."""
    following: dict[str, int] = {}
    last = answers[-1].session if answers else 0
    back = due = waiting = 0
    for one in reversed(answers):
        if not one.is_right:
            again = following.get(one.family)
            is_back = again is not None and again <= one.session + SESSIONS_TO_RETURN
            if last >= one.session + SESSIONS_TO_RETURN:  # earlier, only those that came back would count
                back += is_back
                due += 1
            else:
                waiting += not is_back
        following[one.family] = one.session
    before: deque[str] = deque(maxlen=CARDS_APART)
    soon = 0
    for one in answers:
        soon += one.text in before
        before.append(one.text)
    return DealtAudit(Proportion(back, due), waiting, Proportion(soon, len(answers)))


@lru_cache(maxsize=8192)
def _family(text: str, answer: str, skill: str) -> str:
    return review_key(dealt_equation(text, int(answer), skill))
