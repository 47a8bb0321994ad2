"""What a signed-in student sees: the waiting room, the table or the end of a game, whatever is true now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from classroom.database import db
from classroom.models import Attendance, ClassSession, Game, SessionState, Student
from classroom.presenters.end import EndPage, end_page
from classroom.presenters.play import TablePage, table_page
from classroom.presenters.waiting import WaitingPage, waiting_page
from classroom.reports.attendance import last_session_of
from classroom.services.baselines import is_warm_up_due
from classroom.services.class_sessions import game_to_show
from classroom.services.classes import open_session_of
from classroom.services.moves import seat_of

StudentPage: TypeAlias = WaitingPage | TablePage | EndPage
"""Each has a ``template``."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a student is."""

    student_id: str
    class_session: ClassSession | None
    """The session that the student joined last, going on or ended; None: none yet."""
    game: Game | None
    """The latest game at the table where the student sits, over or not; None: the student waits."""
    warms_up: bool = False
    """Whether a number is to be typed before the first card of the game is solved."""

    @property
    def version(self) -> str:
        """All that the student's page depends on, in a word: "what.3.7". Later numbers are newer."""
        if self.class_session is None:
            return "none.0.0"
        if self.game is None:
            return f"{self.class_session.id}.{self.class_session.version}.0"
        return f"{self.game.id}.{self.game.version}.{self.class_session.version}.{int(not self.warms_up)}"


def whereabouts(student_id: str, *, baselines_a_week: int = 0) -> Whereabouts:
    """Find a student.

    :param baselines_a_week: how often a student warms up at most; 0: never, as for whoever does not show the page.
    """
    class_session = last_session_of(student_id=student_id)
    if class_session is None:
        return Whereabouts(student_id, None, None)
    game = game_to_show(class_session_id=class_session.id, student_id=student_id)
    warms_up = game is not None and is_warm_up_due(game, student_id=student_id, a_week=baselines_a_week)
    return Whereabouts(student_id, class_session, game, warms_up)


def is_called(student_id: str, class_id: str) -> bool:
    """Whether there is something to play: the student's own game, or a session not joined yet."""
    where = whereabouts(student_id)
    if where.game is not None and where.game.over_at is None:
        return True
    open_session = open_session_of(class_id=class_id)
    return open_session is not None and open_session != where.class_session


def student_page(where: Whereabouts, *, refusal: str | None = None, tried_card: int | None = None) -> StudentPage:
    """Show a student where they are.

    :param refusal: the sentence for a move that was just refused.
    :param tried_card: the card of that move, which stays chosen.
    """
    student_id, class_session, game = where.student_id, where.class_session, where.game
    has_stopped = class_session is not None and class_session.is_practice and class_session.state == SessionState.ENDED
    if game is None or class_session is None or has_stopped:
        attendance = db.session.get(Attendance, (class_session.id, student_id)) if class_session else None
        can_practise = db.session.get_one(Student, student_id).school_class.allows_practice
        return waiting_page(class_session, attendance, can_practise=can_practise)
    seat = seat_of(game=game, student_id=student_id)
    if game.over_at is not None:
        return end_page(game, seat=seat, student_id=student_id)
    return table_page(
        game, seat=seat, student_id=student_id, warms_up=where.warms_up, refusal=refusal, tried_card=tried_card
    )
