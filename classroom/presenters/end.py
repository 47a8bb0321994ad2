"""The page of a student whose game is over: who won, and apart from that, the own answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from classroom.models import Attempt, Game, SessionState
from classroom.presenters.board import ShownBoard, shown_board
from classroom.presenters.play import ShownTeam, shown_teams, told_teams
from classroom.presenters.seats import team_names
from classroom.services.attempts import attempts_of_game
from classroom.services.positions import position_of
from engine import EDITIONS, Outcome, OutcomeReason, view


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
    title: str
    text: str
    winner: str | None
    """The team; None: a draw."""
    board: ShownBoard
    picture_text: str
    teams: tuple[ShownTeam, ...]
    has_answers: bool
    """Whether there were questions to answer; with playing cards there are none."""
    answers: tuple[ShownAnswer, ...]
    right: int
    """How many of the answers were right."""
    can_go_on: bool
    """Whether the next game may be dealt."""
    is_practice: bool
    """Whether the student plays alone, and may stop."""
    can_practise: bool
    """Whether a game with a bot is offered: the lesson is over."""


def end_page(game: Game, *, seat: int, student_id: str) -> EndPage:
    """Show a finished game to the student in a seat."""
    seen = view(position_of(game), seat)
    if seen.outcome is None:
        raise ValueError("this game is going on")
    attempts = attempts_of_game(game_id=game.id, student_id=student_id)
    teams = shown_teams(seen)
    return EndPage(
        game_id=game.id,
        title=who_won(seen.outcome.winner, own_team=seen.seats[seat]),
        text=_text(game, seen.outcome, seen.seats),
        winner=seen.outcome.winner,
        board=shown_board(seen),
        picture_text=f"The board at the end. {told_teams(teams)}",
        teams=teams,
        has_answers=EDITIONS[seen.edition].has_misses,
        answers=tuple(map(_answer, attempts)),
        right=sum(attempt.is_right for attempt in attempts),
        can_go_on=game.class_session.state == SessionState.PLAYING,
        is_practice=game.class_session.is_practice,
        can_practise=game.class_session.state == SessionState.ENDED and game.class_session.school_class.allows_practice,
    )


def who_won(winner: str | None, *, own_team: str) -> str:
    """How a game ended, told to a member of a team."""
    if winner is None:
        return "A draw"
    return "Your team has won!" if winner == own_team else f"{winner.capitalize()} has won"


def _text(game: Game, outcome: Outcome, teams: tuple[str, ...]) -> str:
    why = {
        OutcomeReason.SEQUENCES: "",
        OutcomeReason.STALLED: "Nobody could play any more.",
        OutcomeReason.STOPPED: "Your teacher has ended the game.",
    }[outcome.reason]
    has_students = any(one.student_id for one in game.players_at_end if teams[one.seat] == outcome.winner)
    who = f"Well played, {team_names(game, teams, outcome.winner)}." if outcome.winner and has_students else ""
    return f"{why} {who}".strip()


def _answer(attempt: Attempt) -> ShownAnswer:
    return ShownAnswer(attempt.equation, attempt.given or "dead", attempt.is_right, attempt.answer)
