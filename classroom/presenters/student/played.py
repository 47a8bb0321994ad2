"""A student's past games: who won, and who played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from classroom.clock import local_day
from classroom.i18n import pgettext
from classroom.models import Game
from classroom.presenters.moments import day_text
from classroom.presenters.student.own_result import marks, praise
from classroom.presenters.table.end import SideAtEnd, game_at_end, who_won
from classroom.presenters.table.teams import color_attributes
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.play.card_results import CardOutcome, CardResult, results_of_games
from classroom.services.settings import TableSettings


@dataclass(frozen=True, slots=True)
class PlayedGame:
    game_id: str
    day: str
    """When it ended: "Mon, Sep 7, 2026"."""
    name: str
    """"Table 3, game 2"."""
    praise: str
    """What the student did: "12 of 13 right the first time"; "" without answers."""
    marks: tuple[CardOutcome, ...]
    """The result of each of the student's cards, if there are not too many."""
    title: str
    """The outcome for the student: "You won!"."""
    winner: str | None
    """The winning team; None for a draw."""
    color_attributes: dict[str, str]
    sides: tuple[SideAtEnd, ...]


@dataclass(frozen=True, slots=True)
class GameAnswers:
    """The results of a student's cards in a game."""

    name: str
    """"Table 3, game 2"."""
    day: str
    """When it ended: "Mon, Sep 7, 2026"."""
    praise: str
    """"12 of 13 right the first time"."""
    results: tuple[CardResult, ...]


def game_answers(game: Game, *, student_id: str) -> GameAnswers:
    """Show a student their own answers in a game.

    :raises ServiceError: GAME_NOT_OVER: a card may still be in their hand.
    """
    if game.over_at is None:
        raise ServiceError(PlayErrorCode.GAME_NOT_OVER)
    results = results_of_games(game_ids=[game.id], student_id=student_id).get(game.id, ())
    return GameAnswers(_name(game), _day(game), praise(results, chips=None), results)


def played_games(games: Iterable[Game], *, student_id: str) -> tuple[PlayedGame, ...]:
    """List games for a student who played in all of them, without replaying them."""
    games = list(games)
    results = results_of_games(game_ids=[one.id for one in games if not one.is_shared], student_id=student_id)
    return tuple(_played(game, student_id, results.get(game.id, ())) for game in games)


def _played(game: Game, student_id: str, results: Sequence[CardResult]) -> PlayedGame:
    recap = game_at_end(game, TableSettings.from_json(game.class_session.settings))
    seat = game.last_seat_of(student_id)
    own_team = None if seat is None else recap.sides[seat % len(recap.sides)].team
    return PlayedGame(
        game_id=game.id,
        day=_day(game),
        name=_name(game),
        praise=praise(results, chips=None) if results else "",
        marks=marks(results),
        title=who_won(game.winner, own_team=own_team, looks=game.teams),
        winner=game.winner,
        color_attributes=color_attributes(game.teams),
        sides=recap.sides,
    )


def _name(game: Game) -> str:
    return pgettext("student", "Table %(table)s, game %(game)s", table=game.table_number, game=game.round)


def _day(game: Game) -> str:
    return day_text(local_day(game.over_at or game.moved_at))
