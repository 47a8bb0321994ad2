"""The page of a student whose game is over: who won, and separately, the student's answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from classroom.i18n import pgettext
from classroom.models import Attempt, Game, SessionState
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.table.end import ShownEnd, shown_end, who_won, why_over
from classroom.presenters.table.players import team_names
from classroom.services.play.attempts import attempts_of_game
from classroom.services.play.positions import position_of
from engine import EDITIONS, Outcome, view


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer of the student."""

    equation: str
    given: str
    """The label chosen, or "dead card"."""
    is_right: bool
    answer: str


@dataclass(frozen=True, slots=True)
class EndPage:
    """A game that is over. The result of the game and the student's answers are never combined."""

    template: ClassVar[str] = "play/_end.html"

    game_id: str
    end: ShownEnd
    has_answers: bool
    """Whether the cards have equations; playing cards have none."""
    answers: tuple[ShownAnswer, ...]
    right: int
    """Number of correct answers."""
    ending: ShownEnding | None
    """When the games end on a timer."""
    can_go_on: bool
    """Whether the next game may start."""
    is_practice: bool
    """Whether the student plays alone, and may stop."""
    can_practice: bool
    """Whether a game with a bot is offered: the session is over."""


def end_page(game: Game, *, seat: int, student_id: str) -> EndPage:
    """Show a finished game to the student in a seat."""
    seen = view(position_of(game), seat)
    if seen.outcome is None:
        raise ValueError("this game is not over")
    # A shared device shows no answers: they are private to each student.
    attempts = [] if game.is_shared else attempts_of_game(game_id=game.id, student_id=student_id)
    played_in = None if game.is_shared else game.last_seat_of(student_id)  # seats may have been reassigned since
    own_team = None if played_in is None else seen.seats[played_in]
    return EndPage(
        game_id=game.id,
        end=shown_end(
            game,
            seen,
            title=who_won(seen.outcome.winner, own_team=own_team, looks=game.teams),
            text=_text(game, seen.outcome, seen.seats),
        ),
        has_answers=EDITIONS[seen.edition].has_misses and not game.is_shared,
        answers=tuple(map(_answer, attempts)),
        right=sum(attempt.is_right for attempt in attempts),
        ending=shown_ending(game.class_session),
        can_go_on=game.class_session.state == SessionState.PLAYING,
        is_practice=game.class_session.is_practice,
        can_practice=game.class_session.state == SessionState.ENDED and game.class_session.school_class.allows_practice,
    )


def _text(game: Game, outcome: Outcome, teams: tuple[str, ...]) -> str:
    lesson = game.class_session
    is_over = lesson.state == SessionState.ENDED and not lesson.is_practice
    why = why_over(outcome.reason, stopped="" if is_over else pgettext("student", "Your teacher ended the game."))
    has_students = any(one.student_id for one in game.players_at_end if teams[one.seat] == outcome.winner)
    who = over = ""
    if outcome.winner and has_students:
        who = pgettext("student", "Well played, %(names)s!", names=team_names(game, teams, outcome.winner))
    if is_over:
        over = pgettext("student", "The games are over.")
    return " ".join(filter(None, (why, who, over)))


def _answer(attempt: Attempt) -> ShownAnswer:
    return ShownAnswer(
        attempt.equation, attempt.given or pgettext("student", "dead card"), attempt.is_right, attempt.answer
    )
