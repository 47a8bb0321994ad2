"""Results of the cards that a student answered: the one definition for all pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import select

from classroom.database import db
from classroom.models import Attempt, GameEvent
from engine import Place


class CardOutcome(StrEnum):
    """How a student answered a card."""

    FIRST_TRY = "first_try"
    LATER_TRY = "later_try"
    SHOWN = "shown"
    """The answer was shown: after the last try, or at the end of the game."""


@dataclass(frozen=True, slots=True)
class CardResult:
    equation: str
    answer: str
    tries: int
    outcome: CardOutcome


def card_results(attempts: Iterable[Attempt]) -> tuple[CardResult, ...]:
    """Return the results of a student's cards in one game, in the order of first answers.

    :param attempts: all of the student's attempts in the game, in order.
    """
    cards: list[list[Attempt]] = []
    for attempt in attempts:
        # Two cards may have the same equation; it does not matter which of them gets a later try.
        card = next((one for one in cards if _continues(attempt, one[-1])), None)
        if card is None:
            cards.append([attempt])
        else:
            card.append(attempt)
    return tuple(CardResult(card[0].equation, card[-1].answer, len(card), _outcome(card)) for card in cards)


def first_tries(results: Iterable[CardResult]) -> int:
    """Count the cards that were correct on the first try."""
    return sum(one.outcome is CardOutcome.FIRST_TRY for one in results)


def results_of_games(*, game_ids: Sequence[str], student_id: str) -> Mapping[str, tuple[CardResult, ...]]:
    """Return the results of a student's cards in several games, by game, without games that have no answers."""
    attempts: dict[str, list[Attempt]] = {}
    for attempt in db.session.execute(
        select(Attempt)
        .where(Attempt.student_id == student_id, Attempt.game_id.in_(game_ids))
        .order_by(Attempt.game_id, Attempt.version)
    ).scalars():
        attempts.setdefault(attempt.game_id, []).append(attempt)
    return {game_id: card_results(own) for game_id, own in attempts.items()}


def chips_placed(*, game_id: str, student_id: str) -> int:
    events = select(GameEvent.event).where(GameEvent.game_id == game_id, GameEvent.student_id == student_id)
    return sum(event["do"] == Place.do for event in db.session.execute(events).scalars())


def _continues(attempt: Attempt, earlier: Attempt) -> bool:
    """Return whether an attempt is the next try at an earlier one's card."""
    is_same = (attempt.equation, attempt.answer) == (earlier.equation, earlier.answer)
    return is_same and not earlier.is_right and attempt.try_number == earlier.try_number + 1


def _outcome(card: Sequence[Attempt]) -> CardOutcome:
    if not card[-1].is_right:
        return CardOutcome.SHOWN
    return CardOutcome.FIRST_TRY if card[-1].is_first else CardOutcome.LATER_TRY
