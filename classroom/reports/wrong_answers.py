"""Wrong first answers and their alternatives: which of them are common in a class."""

from __future__ import annotations

from collections import defaultdict

from classroom.database import db
from classroom.learning.common_answers import CommonAnswer, WrongAnswer, common_answer
from classroom.models import Attempt
from classroom.reports.counts import first_answers
from classroom.reports.spans import DateRange


def common_answers(span: DateRange) -> dict[tuple[str, str], CommonAnswer]:
    """Return the most frequent wrong answer to each equation, by its text and answer, in one query.

    Cards traded in by mistake don't count, because they have no answer.
    """
    columns = (Attempt.equation, Attempt.answer, Attempt.student_id, Attempt.given, Attempt.open_labels)
    query = first_answers(span, *columns).where(~Attempt.is_right, Attempt.given.is_not(None))
    wrong: defaultdict[tuple[str, str], list[WrongAnswer]] = defaultdict(list)
    for equation, answer, student_id, given, open_labels in db.session.execute(query):
        wrong[equation, answer].append(WrongAnswer(student_id, given, _chance(given, open_labels)))
    found = ((key, common_answer(answers)) for key, answers in wrong.items())
    return {key: one for key, one in found if one is not None}


def _chance(given: str, open_labels: str | None) -> float | None:
    labels = open_labels.split() if open_labels else []
    return labels.count(given) / len(labels) if labels else None
