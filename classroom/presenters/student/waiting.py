"""The page of a student who does not sit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from classroom.i18n import pgettext
from classroom.models import Attendance, ClassSession, SessionState
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.services.settings import TableSettings
from engine import SolveMode


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """Why there is nothing to play at the moment."""

    template: ClassVar[str] = "play/_waiting.html"

    title: str
    text: str
    table: str | None
    """The table planned so far: "Table 3"."""
    has_rules: bool
    """Whether there is time to read the rules."""
    can_practice: bool = False
    """Whether a game with a bot is offered."""
    has_numbers: bool = True
    """Whether equations are played, not playing cards."""
    solves_ahead: bool = False
    """Whether cards are solved on the number pad before they are played."""
    ending: ShownEnding | None = None
    """When the games of the others end, if that is set."""


def waiting_page(
    class_session: ClassSession | None, attendance: Attendance | None, *, can_practice: bool
) -> WaitingPage:
    """Tell a student what they are waiting for.

    :param can_practice: whether the student's class lets them play with a bot meanwhile, if no session is open.
    """
    if class_session is None or (class_session.is_practice and class_session.state == SessionState.ENDED):
        return _no_session(can_practice=can_practice)
    if class_session.state == SessionState.ENDED:
        return _session_over(class_session, can_practice=can_practice)
    settings = TableSettings.from_json(class_session.settings)
    has_numbers = settings.has_numbers
    if class_session.is_whole_class:
        return WaitingPage(
            pgettext("student", "Look at the class screen"),
            pgettext("student", "Your class plays one game together."),
            table=None,
            has_rules=True,
            has_numbers=has_numbers,
            ending=shown_ending(class_session),
        )
    text, table_number = _what_for(class_session, attendance)
    return WaitingPage(
        pgettext("student", "You're in!"),
        text,
        table=None if table_number is None else pgettext("student", "Table %(table)s", table=table_number),
        has_rules=True,
        has_numbers=has_numbers,
        solves_ahead=has_numbers and settings.solve is SolveMode.AHEAD,
        ending=shown_ending(class_session),
    )


def _no_session(*, can_practice: bool) -> WaitingPage:
    return WaitingPage(
        pgettext("student", "Your class isn't playing yet"),
        pgettext("student", "Wait here. Your game will open on this page."),
        table=None,
        has_rules=can_practice,
        can_practice=can_practice,
    )


def _session_over(class_session: ClassSession, *, can_practice: bool) -> WaitingPage:
    return WaitingPage(
        pgettext("student", "The games are over"),
        pgettext("student", "Great work today!")
        if class_session.started_at
        else pgettext("student", "Your teacher closed the waiting room."),
        table=None,
        has_rules=False,
        can_practice=can_practice,
    )


def _what_for(class_session: ClassSession, attendance: Attendance | None) -> tuple[str, int | None]:
    """Say what happens next, and give the number of the student's table if it is known."""
    if class_session.state == SessionState.LOBBY:
        number = attendance.table_number if attendance else None
        return pgettext("student", "Wait for your teacher."), number
    joins = attendance.next_table if attendance else None
    if joins is None:
        return pgettext("student", "Your teacher will find you a seat."), None
    return pgettext("student", "You'll play here in the next game."), joins
