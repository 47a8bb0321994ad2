"""The page of a student who does not sit at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

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
    """Whether there is time to read how the game goes."""
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

    :param can_practice: whether the student's class lets them play with a bot meanwhile, if there is no lesson.
    """
    if class_session is None or (class_session.is_practice and class_session.state == SessionState.ENDED):
        return WaitingPage(
            "Not playing now",
            "When your teacher opens the next session, this page will take you there.",
            table=None,
            has_rules=can_practice,
            can_practice=can_practice,
        )
    if class_session.state == SessionState.ENDED:
        text = "Well done today!" if class_session.started_at else "Your teacher has closed it."
        return WaitingPage("The session is over", text, table=None, has_rules=False, can_practice=can_practice)
    settings = TableSettings.from_json(class_session.settings)
    has_numbers, ending = settings.has_numbers, shown_ending(class_session)
    if class_session.is_whole_class:
        title, text = "Look at the board at the front", "Your whole class plays there together."
        return WaitingPage(title, text, table=None, has_rules=True, has_numbers=has_numbers, ending=ending)
    solves_ahead = has_numbers and settings.solve is SolveMode.AHEAD
    if class_session.state != SessionState.LOBBY:
        joins = attendance.next_table if attendance else None
        text = (
            "The games are going on. Your teacher will give you a seat."
            if joins is None
            else "You play here in the next game. Please wait."
        )
        return WaitingPage(
            "You are in",
            text,
            table=None if joins is None else f"Table {joins}",
            has_rules=True,
            has_numbers=has_numbers,
            solves_ahead=solves_ahead,
            ending=ending,
        )
    number = attendance.table_number if attendance else None
    return WaitingPage(
        "You are in",
        "Wait for your teacher to start the games.",
        table=None if number is None else f"Table {number}",
        has_rules=True,
        has_numbers=has_numbers,
        solves_ahead=solves_ahead,
    )
