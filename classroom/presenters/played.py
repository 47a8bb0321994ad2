"""The games that a student has played: who won, and who sat there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.clock import local_day
from classroom.presenters.end import who_won
from classroom.presenters.recap import RecapSide, recap_game
from classroom.presenters.reports.moments import day_text
from classroom.services.settings import TableSettings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.models import Game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over."""

    game_id: str
    day: str
    """When it ended: "Mon 7 September 2026"."""
    name: str
    """"Table 3, game 2"."""
    title: str
    """How it ended for the student: "Your team has won!"."""
    winner: str | None
    """The team; None: a draw."""
    sides: tuple[RecapSide, ...]


def played_games(games: Iterable[Game], *, student_id: str) -> tuple[PlayedGame, ...]:
    """Show games to a student who has held a seat in each of them. None is replayed for it."""
    return tuple(_played(game, student_id) for game in games)


def _played(game: Game, student_id: str) -> PlayedGame:
    recap = recap_game(game, TableSettings.from_json(game.class_session.settings))
    last_held = max((one for one in game.players if one.student_id == student_id), key=lambda one: one.id)
    return PlayedGame(
        game_id=game.id,
        day=day_text(local_day(game.over_at or game.moved_at)),
        name=f"Table {game.table_number}, game {game.round}",
        title=who_won(game.winner, own_team=recap.sides[last_held.seat % len(recap.sides)].team),
        winner=game.winner,
        sides=recap.sides,
    )
