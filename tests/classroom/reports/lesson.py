"""A session in which students give the answers that a test needs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from classroom import clock
from classroom.clock import local_day
from classroom.models import AttemptKind, SchoolClass, SessionState, Student
from tests.factories import make_attempt, make_class_session, make_game, make_game_event, together

_LONGEST = timedelta(hours=1)
WRONG_DEAD_CLAIM = "traded in by mistake"


class Lesson:
    """One ended session of a class, with a game that no one plays."""

    def __init__(self, school_class: SchoolClass, *, days_ago: float = 0, hours: float = 0) -> None:
        opened_at = clock.now() - timedelta(days=days_ago, hours=hours)
        if local_day(opened_at) != local_day(opened_at + _LONGEST):  # answers on two days count as two sessions
            opened_at -= _LONGEST
        self._opened_at = opened_at
        self.class_session = make_class_session(
            school_class, state=SessionState.ENDED, opened_at=opened_at, started_at=opened_at, ended_at=opened_at
        )
        self._game = make_game(self.class_session, [None, None])

    def answer(
        self,
        student: Student,
        equation: str,
        answer: str,
        given: str | None = None,
        *,
        try_number: int = 1,
        seconds: float | None = None,
        **more: Any,
    ) -> None:
        """Let a student answer; rightly, unless another answer is given. What has a time was solved ahead."""
        is_dead = given == WRONG_DEAD_CLAIM
        label = answer if given is None else given
        with together():
            event = make_game_event(self._game, {"do": "place"}, student=student)
            make_attempt(
                event,
                student=student,
                kind=AttemptKind.DEAD if is_dead else AttemptKind.PLACE if seconds is None else AttemptKind.SOLVE,
                equation=equation,
                answer=answer,
                given=None if is_dead else label,
                try_number=try_number,
                is_right=given is None,
                seconds=seconds,
                **more,
                at=self._opened_at + timedelta(seconds=event.version),
            )
