"""The page of a student whose game is over: who won, and apart from that, the own answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from classroom.models import Attempt, Game, SessionState
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.table.end import ShownEnd, shown_end, who_won, why_over
from classroom.presenters.table.players import team_names
from classroom.presenters.words import ended
from classroom.services.play.attempts import attempts_of_game
from classroom.services.play.positions import position_of
from engine import EDITIONS, Outcome, view


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer of the student."""

    equation: str
    given: str
    """The label chosen, or "dead"."""
    is_right: bool
    answer: str


@dataclass(frozen=True, slots=True)
class EndPage:
    """A game that is over. Winning and knowing are never added up."""

    template: ClassVar[str] = "play/_end.html"

    game_id: str
    end: ShownEnd
    has_answers: bool
    """Whether there were questions to answer; with playing cards there are none."""
    answers: tuple[ShownAnswer, ...]
    right: int
    """How many of the answers were right."""
    ending: ShownEnding | None
    """When the games end by themselves."""
    can_go_on: bool
    """Whether the next game may be dealt."""
    is_practice: bool
    """Whether the student plays alone, and may stop."""
    can_practice: bool
    """Whether a game with a bot is offered: the lesson is over."""


def end_page(game: Game, *, seat: int, student_id: str) -> EndPage:
    """Show a finished game to the student in a seat."""
    seen = view(position_of(game), seat)
    if seen.outcome is None:
        raise ValueError("this game is going on")
    # On a device for the whole table nobody's answers are shown: they are each student's own.
    attempts = [] if game.is_shared else attempts_of_game(game_id=game.id, student_id=student_id)
    played_in = None if game.is_shared else game.last_seat_of(student_id)  # seats may be given otherwise since
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
    why = why_over(outcome.reason, stopped="" if is_over else "Your teacher has ended the game.")
    has_students = any(one.student_id for one in game.players_at_end if teams[one.seat] == outcome.winner)
    who = ended(f"Well played, {team_names(game, teams, outcome.winner)}") if outcome.winner and has_students else ""
    return " ".join(filter(None, (why, who, "The session is over." if is_over else "")))


def _answer(attempt: Attempt) -> ShownAnswer:
    return ShownAnswer(attempt.equation, attempt.given or "dead", attempt.is_right, attempt.answer)
