"""The warm-up before a game's first answer: a number that is shown is typed, and how long that takes is kept.

It tells "quick" from "types fast". No event of the game, and no answer.
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
"""Numbers to type: two digits each."""
_WEEK = timedelta(days=7)


def number_to_type(*, game_id: str, student_id: str) -> int:
    """Choose a student's number in a game: random like the ids, and the same whenever the page is drawn."""
    drawn = hashlib.sha256(f"{game_id} {student_id}".encode()).digest()
    return LEAST + int.from_bytes(drawn) % (MOST - LEAST + 1)


def is_warm_up_due(*, game_id: str, started_at: datetime, student_id: str, a_week: int) -> bool:
    """Whether a student is to warm up in a game in progress that is solved ahead: once, before the first answer.

    :param a_week: the most in the seven days before the game; those after its deal do not matter, so that what is over
        in a game stays over.
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
    """End a student's warm-up in a game. Where none is due, nothing happens: a form sent twice counts once.

    :param typed: what the student typed for `number`; None: skipped.
    :param milliseconds: how long it took, by the page's clock; kept only for the right number.
    :param a_week: as for `is_warm_up_due`.
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
        notify(game.class_session_id, [student_id])  # a second page of the student


def _solves_ahead(game: Game) -> bool:
    return TableSettings.from_json(game.class_session.settings).solve is SolveMode.AHEAD
