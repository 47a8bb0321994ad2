"""What came of a session: who played, how the games ended, how many first answers were right."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.clock import local_time
from classroom.learning.plans import Dealing
from classroom.presenters.lobby import rules_text
from classroom.presenters.reports.words import list_text
from classroom.presenters.seats import name_of
from classroom.presenters.words import isolated
from classroom.reports.spans import Span
from classroom.reports.statistics import Share
from classroom.reports.students import student_lines
from classroom.services.class_sessions import attendances_of
from classroom.services.games import all_games
from classroom.services.settings import TableSettings
from engine import OutcomeReason, Team

if TYPE_CHECKING:
    from classroom.models import ClassSession, Game


@dataclass(frozen=True, slots=True)
class RecapSide:
    """A team at the end of a game."""

    team: str
    names: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class RecapGame:
    """One game and how it ended."""

    game_id: str
    table_number: int
    round: int
    sides: tuple[RecapSide, ...]
    ending: str
    """"Blue won", "A draw", "Stopped: Green was ahead"."""


@dataclass(frozen=True, slots=True)
class RecapPage:
    """A session that has ended."""

    day: str
    """When it was: "21 November"."""
    cards: str
    """Deck, board and rules in a line."""
    games: tuple[RecapGame, ...]
    students: tuple[str, ...]
    """Who was there, by name."""
    has_numbers: bool
    """Whether equations were answered; with playing cards there is nothing to report on."""
    has_own_levels: bool
    """Whether equations were chosen for each student."""
    first: Share
    """First answers of the whole class."""

    @property
    def games_finished(self) -> int:
        """How many games were played to the end."""
        return sum(not game.ending.startswith("Stopped") for game in self.games)


def recap_page(class_session: ClassSession) -> RecapPage:
    """Read what came of a session. No game is replayed for it."""
    settings = TableSettings.from_json(class_session.settings)
    opened_at = local_time(class_session.opened_at)
    lines = student_lines(Span(class_session.class_id, class_session_id=class_session.id))
    return RecapPage(
        day=f"{opened_at.day} {opened_at:%B}",
        cards=rules_text(settings),
        games=tuple(recap_game(game, settings) for game in all_games(class_session_id=class_session.id)),
        students=tuple(one.student.name for one in attendances_of(class_session_id=class_session.id)),
        has_numbers=settings.has_numbers,
        has_own_levels=settings.has_numbers and settings.dealing is not Dealing.SAME,
        first=sum((line.first for line in lines), Share()),
    )


def recap_game(game: Game, settings: TableSettings) -> RecapGame:
    """Tell how a game ended, without replaying it."""
    players = game.players_at_end
    teams = tuple(Team)[: settings.teams_for(len(players))]
    members: dict[Team, list[str]] = defaultdict(list)
    for player in players:
        members[teams[player.seat % len(teams)]].append(isolated(name_of(player)))
    return RecapGame(
        game_id=game.id,
        table_number=game.table_number,
        round=game.round,
        sides=tuple(RecapSide(team.value, list_text(members[team]), team == game.winner) for team in teams),
        ending=_ending(game),
    )


def _ending(game: Game) -> str:
    winner = game.winner.capitalize() if game.winner else None
    if game.outcome_reason == OutcomeReason.STOPPED:
        return f"Stopped: {winner} was ahead" if winner else "Stopped: a draw"
    return f"{winner} won" if winner else "A draw"
