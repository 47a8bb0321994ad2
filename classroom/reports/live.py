"""The latest answers at a session's tables, for the teacher's live pages."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Select, bindparam, func, or_, select

from classroom.models import Attempt
from classroom.prepared_statements import PreparedSelect

_CACHE_SIZE = 64
"""Queries for different numbers of games."""


class RecentAnswer(NamedTuple):
    """An answer to an equation in a game shown now."""

    game_id: str
    student_id: str
    equation: str
    given: str | None
    """The label chosen; None if the card was traded in as dead."""
    is_right: bool


def recent_answers(*, game_ids: Collection[str], of_each_student: int) -> list[RecentAnswer]:
    """Return each student's last answers in these games, and each game's last miss; oldest first.

    One query, whatever the number of games.
    """
    named = {f"game_{number}": game_id for number, game_id in enumerate(game_ids)}
    return _recent_in(len(named)).all(**named, of_each_student=of_each_student)


@lru_cache(maxsize=_CACHE_SIZE)
def _recent_in(games: int) -> PreparedSelect:
    """Return the query for a number of games: mostly one, as a live page asks for it after each move."""
    return PreparedSelect(lambda: _recent([f"game_{number}" for number in range(games)]), RecentAnswer)


def _recent(names: Collection[str]) -> Select[str, str, str, str | None, bool]:
    by_student = func.row_number().over(
        partition_by=Attempt.student_id, order_by=(Attempt.at.desc(), Attempt.version.desc())
    )
    by_kind = func.row_number().over(partition_by=(Attempt.game_id, Attempt.is_right), order_by=Attempt.version.desc())
    numbered = (
        select(
            Attempt.game_id,
            Attempt.version,
            Attempt.student_id,
            Attempt.equation,
            Attempt.given,
            Attempt.is_right,
            Attempt.at,
            by_student.label("nth_of_student"),
            by_kind.label("nth_of_kind"),
        )
        .where(Attempt.game_id.in_([bindparam(name, type_=Attempt.game_id.type) for name in names]))
        .subquery()
    )
    answer = numbered.c
    return (
        select(answer.game_id, answer.student_id, answer.equation, answer.given, answer.is_right)
        .where(
            or_(
                answer.nth_of_student <= bindparam("of_each_student"),
                answer.is_right.is_(False) & (answer.nth_of_kind == 1),
            )
        )
        .order_by(answer.at, answer.version)
    )
