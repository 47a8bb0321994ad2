"""Counts the answers again, from the logs, independently of the app: no engine, no attempts table.

The rules that it uses: an answer is a match card that a student placed, turned in as dead, or missed; a card leaves the
hand when it is placed, turned in, given up, or missed in the last try of a turn. If cards are solved ahead, an answer
is a number, and a card leaves the hand after its last wrong number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from classroom.database import db
from classroom.models import ClassSession, Game, GameEvent


@dataclass(frozen=True)
class CountedAnswer:
    """One answer according to the log."""

    game_id: str
    version: int
    student_id: str
    equation: str
    answer: str
    given: str | None
    try_number: int
    is_right: bool


def answers_in_logs(class_id: str) -> list[CountedAnswer]:
    """Return every answer in the logs of a class."""
    setups = db.session.execute(
        select(Game.id, Game.setup).join(ClassSession).where(ClassSession.class_id == class_id)
    ).all()
    return [answer for game_id, setup in setups for answer in _answers_of(game_id, setup)]


def _answers_of(game_id: str, setup: dict[str, Any]) -> list[CountedAnswer]:
    labels = {
        f"{chr(ord('A') + column)}{row}": label
        for row, line in enumerate(setup["board"], start=1)
        for column, label in enumerate(line)
    }
    equations = {card["id"]: card for card in setup["cards"] if card["kind"] == "match"}
    is_ahead = setup["rules"].get("solve") == "ahead"
    kinds = {"solve"} if is_ahead else {"place", "exchange", "miss"}
    missed: Counter[int] = Counter()
    misses_of_turn = 0
    answers = []
    log = select(GameEvent).where(GameEvent.game_id == game_id).order_by(GameEvent.version)
    for row in db.session.execute(log).scalars():
        event = row.event
        do, card_id = event["do"], event.get("card", -1)
        card = equations.get(card_id)
        is_wrong = do == "miss" or (do == "solve" and card is not None and str(event["answer"]) != card["label"])
        if do in kinds and card and row.student_id:
            given = str(event["answer"]) if is_ahead else labels[event["space"]] if event.get("space") else None
            answers.append(
                CountedAnswer(
                    game_id,
                    row.version,
                    row.student_id,
                    card["face"],
                    card["label"],
                    given,
                    missed[card_id] + 1,
                    not is_wrong,
                )
            )
        if is_wrong:
            misses_of_turn += not is_ahead
            missed[card_id] += 1
        has_left = is_ahead and is_wrong and missed[card_id] == setup["rules"]["tries"]
        has_left |= do in {"place", "remove", "exchange", "forfeit"} or misses_of_turn == setup["rules"]["tries"]
        if has_left:
            del missed[card_id]
        if do in {"place", "remove", "pass"} or misses_of_turn == setup["rules"]["tries"]:
            misses_of_turn = 0
    return answers


def first_answers_by_student(answers: list[CountedAnswer]) -> dict[str, tuple[int, int]]:
    """Return for each student the number of right first answers and of all."""
    counts: dict[str, tuple[int, int]] = {}
    for one in answers:
        if one.try_number == 1:
            right, tried = counts.get(one.student_id, (0, 0))
            counts[one.student_id] = (right + one.is_right, tried + 1)
    return counts


def first_answers_by_equation(answers: list[CountedAnswer]) -> dict[str, tuple[int, int, Counter[str | None]]]:
    """Return for each equation the number of right first answers, of all, and the wrong ones."""
    tried: Counter[str] = Counter(one.equation for one in answers if one.try_number == 1)
    wrong: dict[str, Counter[str | None]] = defaultdict(Counter)
    for one in answers:
        if one.try_number == 1 and not one.is_right:
            wrong[one.equation][one.given] += 1
    return {name: (tried[name] - wrong[name].total(), tried[name], wrong[name]) for name in tried}
