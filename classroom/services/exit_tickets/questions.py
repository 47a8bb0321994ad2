"""The questions of an exit ticket: half of them the session's hardest equations, half spread evenly over the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import Integer, cast, func, select

from classroom.database import db
from classroom.models import Attempt, ClassSession, Game
from classroom.services.settings import TableSettings
from engine.cards import number_of
from engine.equations import describe

SECONDS_A_QUESTION = 2
"""Seconds per question: so few that time, not the number of questions, is the limit."""
_DOUBT = 4
"""Each equation gets one extra miss in four answers, so a single miss does not make it the hardest."""


class Question(NamedTuple):
    """An equation with its answer, which stays on the server until the student has answered."""

    equation: str
    answer: str
    skill: str | None = None
    """The skill that it was dealt for; None on tickets of earlier versions."""


class AskedEquation(NamedTuple):
    """First answers to an equation in the session."""

    question: Question
    trials: int
    missed: int

    @property
    def hardness(self) -> float:
        """Return the proportion of misses, shrunk towards a quarter for few answers."""
        return (self.missed + 1) / (self.trials + _DOUBT)


def questions_for(class_session: ClassSession, *, seconds: int) -> list[Question]:
    """Return the questions for a ticket of this length: equations of the session, then of its deck."""
    wanted = seconds // SECONDS_A_QUESTION
    asked = _asked_equations(class_session.id)
    if len(asked) >= wanted:
        return chosen(asked, wanted)
    known = [one.question for one in asked]
    used = {(one.equation, one.answer) for one in known}
    others = [one for one in _of_deck(class_session) if (one.equation, one.answer) not in used]
    return known + spread(others, wanted - len(known))


def chosen(asked: Sequence[AskedEquation], wanted: int) -> list[Question]:
    """Choose the hardest questions for one half, and evenly spaced ones, by difficulty, for the other."""
    ordered = [one.question for one in sorted(asked, key=lambda one: (-one.hardness, one.question))]
    hardest = ordered[: (wanted + 1) // 2]
    return hardest + spread(ordered[len(hardest) :], wanted - len(hardest))


def spread(questions: Sequence[Question], wanted: int) -> list[Question]:
    """Pick evenly spaced questions; all, if there are no more than `wanted`."""
    if len(questions) <= wanted:
        return list(questions)
    return [questions[(2 * place + 1) * len(questions) // (2 * wanted)] for place in range(wanted)]


def _asked_equations(class_session_id: str) -> list[AskedEquation]:
    rows = db.session.execute(
        select(
            Attempt.equation,
            Attempt.answer,
            func.min(Attempt.skill).label("skill"),
            func.count().label("trials"),
            func.sum(cast(Attempt.is_right, Integer)).label("right"),
        )
        .join(Game, Game.id == Attempt.game_id)
        .where(Game.class_session_id == class_session_id, Attempt.is_first)
        .group_by(Attempt.equation, Attempt.answer)
    )
    return [
        AskedEquation(Question(row.equation, row.answer, row.skill), row.trials, row.trials - row.right)
        for row in rows
        if _can_be_typed(row.answer)
    ]


def _of_deck(class_session: ClassSession) -> list[Question]:
    """List possible equations of the deck: one for each answer, then a second for each, and so on."""
    settings = TableSettings.from_json(class_session.settings)
    deck = settings.deck_object
    answers = [answer for answer in deck.answers(settings.board) if _can_be_typed(answer)]
    skills = settings.skills_of_deck
    faces = [
        [Question(text, answer, describe(text, int(answer), skills).skill) for kind in kinds for text in kind]
        for answer, kinds in ((one, deck.equations[one]) for one in answers)
    ]
    rounds = zip_longest(*faces)
    return list(dict.fromkeys(one for some in rounds for one in some if one is not None))


def _can_be_typed(answer: str) -> bool:
    number = number_of(answer)
    return number is not None and number >= 0
