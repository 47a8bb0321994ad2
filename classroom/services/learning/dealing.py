"""Deal equations: what each student sees on the cards just drawn, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sqlalchemy import bindparam, select

from classroom import clock
from classroom.clock import local_day
from classroom.database import after_rollback, db
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan, Prediction
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.plans import plan_of
from classroom.models import ClassSession, DealtFace, Game, Player, SchoolClass, Student
from classroom.prepared_statements import PreparedSelect, Row
from classroom.rng import rng
from classroom.services.learning.knowledge import drop_knowledge, known
from classroom.services.settings import TableSettings
from engine import Face, Position
from engine.equations import EVERYTHING, describe, find

_LOOKED_BACK = 80
"""Maximum number of choices to read: more than the cards that a student draws in a game."""

_FOLDED_IN_A_MOVE = 100
"""Maximum number of answers to fold while others wait for the move. After a restart, estimates lag behind at first."""

_SEED_BITS = 128
"""To weigh equations, a generator seeded once is enough, and far faster than the system's."""


_HOLDER = PreparedSelect(
    lambda: (
        select(Student.id, Student.level, ClassSession.settings, SchoolClass.has_other_grades)
        .join(Player, Player.student_id == Student.id)
        .join(Game, Game.id == Player.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .join(SchoolClass, SchoolClass.id == ClassSession.class_id)
        .where(
            Player.game_id == bindparam("game_id", type_=Game.id.type),
            Player.seat == bindparam("seat", type_=Player.seat.type),
            Player.left_at_version.is_(None),
        )
    )
)


def choose_faces(game_id: str, position: Position) -> Iterator[tuple[Face, DealtFace]]:
    """Choose equations for the cards that students have just drawn, with reasons. Writes nothing.

    Bots, and students without a plan, see the printed equation. The version of each `DealtFace` is not set yet.
    """
    if position.outcome is not None:
        return
    after_rollback(drop_knowledge)  # it just learned the answer that is being written
    with known(most=_FOLDED_IN_A_MOVE) as knowledge:
        dealer = _Dealer(game_id, knowledge)
        for seat, drawn in _drawn_values(position):
            holder = _HOLDER.one_or_none(game_id=game_id, seat=seat)
            plan = None if holder is None else _plan_for(holder)
            if holder is not None and plan is not None:
                yield from dealer.deal(seat, drawn, holder.id, plan)


def _drawn_values(position: Position) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield each seat that drew cards, with these cards and their numbers, in the order in which they were drawn."""
    cards = position.setup.cards_by_id
    for seat, hand in enumerate(position.hands):
        labels = [(card, cards[card].label) for card in position.fresh if card in hand]
        if values := [(card, int(label)) for card, label in labels if label is not None]:
            yield seat, values


def _plan_for(holder: Row) -> Plan | None:
    settings = TableSettings.from_json(holder.settings)
    is_open = settings.may_leave_grades and holder.has_other_grades
    return plan_of(settings.dealing, level=holder.level, skills=settings.skills, has_other_grades=is_open)


_PREDICTION = PreparedSelect(
    lambda: (
        select(DealtFace.goal, DealtFace.choice)
        .where(
            DealtFace.game_id == bindparam("game_id"),
            DealtFace.student_id == bindparam("student_id"),
            DealtFace.card == bindparam("card"),
        )
        .order_by(DealtFace.version.desc())
        .limit(1)
    )
)


def prediction_of(*, game_id: str, student_id: str, card: int) -> Prediction | None:
    """Return the prediction made when a card's equation was chosen; None if it was printed."""
    row = _PREDICTION.one_or_none(game_id=game_id, student_id=student_id, card=card)
    return None if row is None else prediction_from(row.goal, row.choice)


def prediction_from(goal: float, choice: dict[str, Any]) -> Prediction:
    """Return the prediction stored with a choice."""
    return Prediction(goal, choice["p"], choice.get("skill", ""), choice.get("version"))


def choices_of(*, game_id: str) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the reasons for the equations of a game, by student and card, the latest for each."""
    rows = db.session.execute(
        select(DealtFace.student_id, DealtFace.card, DealtFace.choice)
        .where(DealtFace.game_id == game_id)
        .order_by(DealtFace.version)
    )
    return {(student_id, card): choice for student_id, card, choice in rows}


@dataclass(frozen=True, slots=True)
class _Dealer:
    """A table where cards were just drawn."""

    game_id: str
    knowledge: StudentModels

    def deal(
        self, seat: int, drawn: list[tuple[int, int]], student_id: str, plan: Plan
    ) -> Iterator[tuple[Face, DealtFace]]:
        """Choose a student's equations for the drawn cards, each with its number."""
        student, now = self.knowledge.of(student_id), clock.now()
        earlier = _earlier_choices(student_id)
        so_far, floor = self._so_far(earlier, student)
        chance = Random(rng.getrandbits(_SEED_BITS))  # noqa: S311 (its numbers stay here)
        for card, value in drawn:
            chosen = deal(value, student, self.knowledge.difficulties, plan, so_far, day=local_day(now), rng=chance)
            if chosen is None:
                continue
            so_far = replace(
                so_far,
                used={*so_far.used, chosen.equation.text},
                recent=[*so_far.recent, chosen.equation],
                dealt=so_far.dealt + 1,
            )
            choice = {**chosen.to_json(), "fact": chosen.equation.fact_key, "floor": floor}
            yield (
                Face(seat, card, chosen.equation.text),
                DealtFace(
                    game_id=self.game_id, student_id=student_id, card=card, goal=chosen.goal, at=now, choice=choice
                ),
            )

    def _so_far(self, earlier: list[tuple[str, dict[str, Any]]], student: StudentKnowledge) -> tuple[GameSoFar, float]:
        """Return what the student was dealt earlier, and the minimum level for the game."""
        in_game = [choice for game_id, choice in earlier if game_id == self.game_id]
        overall, _ = student.levels.of(("overall",))
        floor = float(in_game[0]["floor"]) if in_game else overall
        used = {choice["text"] for choice in in_game}
        latest = ((find(choice["text"]), choice["skill"]) for _, choice in earlier[-CARDS_BETWEEN_TEXTS:])
        recent = [describe(one.text, one.answer, {skill: EVERYTHING}) for one, skill in latest if one is not None]
        return GameSoFar(self.game_id, used, recent, len(in_game), floor), floor


_EARLIER_CHOICES = PreparedSelect(
    lambda: (
        select(DealtFace.game_id, DealtFace.choice)
        .where(DealtFace.student_id == bindparam("student_id"))
        .order_by(DealtFace.at.desc(), DealtFace.version.desc())
        .limit(_LOOKED_BACK)
    )
)


def _earlier_choices(student_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Return a student's latest choices, oldest first. The limit exceeds the cards of a game."""
    return [(row.game_id, row.choice) for row in reversed(_EARLIER_CHOICES.all(student_id=student_id))]
