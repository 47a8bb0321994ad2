"""The warm-up before a game's first answer: the student types a number, and the time is recorded.

It separates quick thinking from fast typing. It is neither an event of the game nor an answer.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import exists, func, select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Attempt, Baseline, Game
from classroom.services.locks import locked_game
from classroom.services.notifications import notify
from classroom.services.play.timing import LONGEST, SHORTEST
from classroom.services.settings import TableSettings
from engine import SolveMode

LEAST, MOST = 11, 99
"""Numbers to type, of two digits each."""
_WEEK = timedelta(days=7)


def number_to_type(*, game_id: str, student_id: str) -> int:
    """Choose a student's number in a game: random like the IDs, but the same for every request."""
    drawn = hashlib.sha256(f"{game_id} {student_id}".encode()).digest()
    return LEAST + int.from_bytes(drawn) % (MOST - LEAST + 1)


def is_warm_up_due(*, game_id: str, started_at: datetime, student_id: str, a_week: int) -> bool:
    """Return whether a student has to warm up in a game in progress with solving ahead: once, before the first answer.

    :param a_week: the maximum in the seven days before the deal. Later warm-ups don't count, so a game's warm-up stays
        done.
    """
    if a_week <= 0:
        return False
    own = Baseline.student_id == student_id
    before = started_at - _WEEK
    query = select(
        exists().where(own, Baseline.game_id == game_id),
        exists().where(Attempt.game_id == game_id, Attempt.student_id == student_id),
        select(func.count()).where(own, Baseline.at > before, Baseline.at <= started_at).scalar_subquery(),
    )
    is_done, has_answered, lately = db.session.execute(query).one()
    return not is_done and not has_answered and lately < a_week


def note_baseline(
    *, game_id: str, student_id: str, number: int, typed: int | None, milliseconds: int | None, a_week: int
) -> None:
    """Finish a student's warm-up in a game. Idempotent: does nothing if none is due.

    :param typed: the number typed for `number`; None if skipped.
    :param milliseconds: the time by the page's clock; stored only for the correct number.
    :param a_week: as in `is_warm_up_due`.
    """
    with transaction() as session:
        game = locked_game(session, game_id)
        is_asked = game.over_at is None and _solves_ahead(game)
        if not is_asked or not is_warm_up_due(
            game_id=game_id, started_at=game.started_at, student_id=student_id, a_week=a_week
        ):
            return
        is_measured = typed == number and milliseconds is not None and SHORTEST <= milliseconds <= LONGEST
        session.add(
            Baseline(
                game_id=game_id,
                student_id=student_id,
                at=clock.now(),
                number=number,
                milliseconds=milliseconds if is_measured else None,
            )
        )
        notify(game.class_session_id, [student_id])  # another page of the student was first


def _solves_ahead(game: Game) -> bool:
    return TableSettings.from_json(game.class_session.settings).as_played.solve is SolveMode.AHEAD
