"""What an exit ticket asks: equations of the session, half of them the hardest, half spread over all the others."""

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
"""Seconds per question: short enough that the time, not the number of questions, is the limit."""
_DOUBT = 4
"""An equation counts as if it had been missed once in four answers more: one miss alone makes none the hardest."""


class Question(NamedTuple):
    """An equation with its answer, which stays on the server until a student has given one."""

    equation: str
    answer: str
    skill: str | None = None
    """The skill that it was dealt from; None on tickets of earlier versions."""


class Met(NamedTuple):
    """How an equation was answered in the session, at the first try."""

    question: Question
    trials: int
    missed: int

    @property
    def hardness(self) -> float:
        """The share that was missed, drawn towards a quarter where little was tried."""
        return (self.missed + 1) / (self.trials + _DOUBT)


def questions_for(class_session: ClassSession, *, seconds: int) -> list[Question]:
    """Return the questions of a ticket of that length: what the session answered, filled up from its deck."""
    wanted = seconds // SECONDS_A_QUESTION
    met = _met(class_session.id)
    if len(met) >= wanted:
        return chosen(met, wanted)
    known = [one.question for one in met]
    asked = {(one.equation, one.answer) for one in known}
    others = [one for one in _of_deck(class_session) if (one.equation, one.answer) not in asked]
    return known + spread(others, wanted - len(known))


def chosen(met: Sequence[Met], wanted: int) -> list[Question]:
    """Half of the questions are the hardest, the others lie evenly between the next hardest and the easiest."""
    ordered = [one.question for one in sorted(met, key=lambda one: (-one.hardness, one.question))]
    hardest = ordered[: (wanted + 1) // 2]
    return hardest + spread(ordered[len(hardest) :], wanted - len(hardest))


def spread(questions: Sequence[Question], wanted: int) -> list[Question]:
    """Pick questions at even distances; all, if there are no more."""
    if len(questions) <= wanted:
        return list(questions)
    return [questions[(2 * place + 1) * len(questions) // (2 * wanted)] for place in range(wanted)]


def _met(class_session_id: str) -> list[Met]:
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
        Met(Question(row.equation, row.answer, row.skill), row.trials, row.trials - row.right)
        for row in rows
        if _can_be_typed(row.answer)
    ]


def _of_deck(class_session: ClassSession) -> list[Question]:
    """List what the deck could have asked: one equation of each answer, then a second of each, and so on."""
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
