"""Deal equations: what each student sees on the cards just drawn, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, select

from classroom import clock
from classroom.clock import local_day
from classroom.database import after_rollback, db
from classroom.learning.dealing import CARDS_BETWEEN_TEXTS, GameSoFar, deal
from classroom.learning.deals import Plan, Prediction
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.plans import plan_of
from classroom.models import DealtFace, Game
from classroom.prepared_statements import PreparedSelect
from classroom.rng import rng
from classroom.services.learning.knowledge import drop_knowledge, known
from classroom.services.settings import TableSettings
from engine import Face, Position
from engine.equations import EVERYTHING, describe, find

_LOOKED_BACK = 80
"""Maximum number of choices to read: more than the cards that a student draws in a game."""

_FOLDED_IN_A_MOVE = 100
"""Maximum number of answers to fold while others wait for the move. After a restart, estimates lag behind at first."""


def choose_faces(game: Game, position: Position, *, deals_faces: bool) -> Iterator[tuple[Face, DealtFace]]:
    """Choose equations for the cards that students have just drawn, with reasons. Writes nothing.

    Bots, and students without a plan, see the printed equation. The version of each `DealtFace` is not set yet.

    :param deals_faces: whether the session chooses equations for each student.
    """
    if not deals_faces or not position.fresh or position.outcome is not None:
        return
    settings = TableSettings.from_json(game.class_session.settings)
    skills, dealing = settings.skills, settings.dealing
    after_rollback(drop_knowledge)  # it just learned the answer that is being written
    with known(most=_FOLDED_IN_A_MOVE) as knowledge:
        dealer = _Dealer(game, position, knowledge)
        is_open = settings.may_leave_grades and game.class_session.school_class.has_other_grades
        for player in game.players:
            if player.student is None or player.left_at_version is not None:
                continue
            plan = plan_of(dealing, level=player.student.level, skills=skills, has_other_grades=is_open)
            if plan is not None:
                yield from dealer.deal(player.seat, player.student.id, plan)


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

    game: Game
    position: Position
    knowledge: StudentModels

    def deal(self, seat: int, student_id: str, plan: Plan) -> Iterator[tuple[Face, DealtFace]]:
        """Choose a student's equations, in the order in which the cards were drawn."""
        values = self._drawn_values(seat)
        if not values:
            return
        student, now = self.knowledge.of(student_id), clock.now()
        earlier = _earlier_choices(student_id)
        so_far, floor = self._so_far(earlier, student)
        for card, value in values:
            chosen = deal(value, student, self.knowledge.difficulties, plan, so_far, day=local_day(now), rng=rng)
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
                    game_id=self.game.id, student_id=student_id, card=card, goal=chosen.goal, at=now, choice=choice
                ),
            )

    def _drawn_values(self, seat: int) -> list[tuple[int, int]]:
        hand, cards = self.position.hands[seat], self.position.setup.cards_by_id
        drawn = ((card, cards[card].label) for card in self.position.fresh if card in hand)
        return [(card, int(label)) for card, label in drawn if label is not None]

    def _so_far(self, earlier: list[tuple[str, dict[str, Any]]], student: StudentKnowledge) -> tuple[GameSoFar, float]:
        """Return what the student was dealt earlier, and the minimum level for the game."""
        in_game = [choice for game_id, choice in earlier if game_id == self.game.id]
        overall, _ = student.levels.of(("overall",))
        floor = float(in_game[0]["floor"]) if in_game else overall
        used = {choice["text"] for choice in in_game}
        latest = ((find(choice["text"]), choice["skill"]) for _, choice in earlier[-CARDS_BETWEEN_TEXTS:])
        recent = [describe(one.text, one.answer, {skill: EVERYTHING}) for one, skill in latest if one is not None]
        return GameSoFar(self.game.id, used, recent, len(in_game), floor), floor


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
