"""How a game ended, for every page that tells of it: with its board, in a sentence, and without replaying it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from classroom.models import Game
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.players import names_at_end, team_names
from classroom.presenters.table.teams import ShownTeam, TeamStyles, shown_teams, team_name, teams_text, worn
from classroom.presenters.words import all_of, ended
from classroom.services.play.game_row import TableRow
from classroom.services.settings import TableSettings
from engine import OutcomeReason, Team, View


@dataclass(frozen=True, slots=True)
class ShownEnd:
    """A game that is over, with its board, to those who have played it."""

    title: str
    text: str
    winner: str | None
    """The team; None: a draw."""
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    board: ShownBoard
    picture_text: str
    teams: tuple[ShownTeam, ...]


@dataclass(frozen=True, slots=True)
class SideAtEnd:
    """A team at the end of a game."""

    team: str
    name: str
    """What it is called."""
    members: tuple[str, ...]
    has_won: bool

    @property
    def names(self) -> str:
        """Its members in a line."""
        return all_of(self.members)


@dataclass(frozen=True, slots=True)
class GameAtEnd:
    """One game and how it ended."""

    game_id: str
    table_number: int
    round: int
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    sides: tuple[SideAtEnd, ...]
    ending: str
    """"Blue won", "A draw", "Stopped: Green was ahead"."""


def shown_end(game: Game, seen: View, *, title: str, text: str) -> ShownEnd:
    """Show what stands on the table at the end; what is said about it, each page says in its own words."""
    teams = shown_teams(seen, game.teams)
    return ShownEnd(
        title=title,
        text=text,
        winner=game.winner,
        worn=worn(game.teams),
        board=shown_board(seen, looks=game.teams),
        picture_text=f"The board at the end. {teams_text(teams)}",
        teams=teams,
    )


def why_over(reason: OutcomeReason, *, stopped: str) -> str:
    """Why nobody plays on; nothing where a team has its sequences.

    :param stopped: how a page says that the teacher stopped the game.
    """
    return {
        OutcomeReason.SEQUENCES: "",
        OutcomeReason.STALLED: "Nobody could play any more.",
        OutcomeReason.STOPPED: stopped,
    }[reason]


def who_won(winner: str | None, *, own_team: str | None, looks: TeamStyles) -> str:
    """How a game ended, told to a member of a team; None: to the whole table."""
    if winner is None:
        return "A draw"
    return "Your team has won!" if winner == own_team else f"{team_name(looks, winner)} has won"


def shown_outcome(game: Game | TableRow, seen: View) -> str | None:
    """How a game ended, in a sentence; None while it goes on."""
    if seen.outcome is None:
        return None
    why = why_over(seen.outcome.reason, stopped="Stopped.")
    winner = seen.outcome.winner
    if winner is None:
        return f"{why} A draw.".strip()
    names = team_names(game, seen.seats, winner)
    return ended(f"{why} {team_name(game.teams, winner.value)} won: {names}".strip())


def game_at_end(game: Game, settings: TableSettings) -> GameAtEnd:
    """Tell how a game ended, without replaying it."""
    names = names_at_end(game)
    teams = tuple(Team)[: settings.teams_for(len(names))]
    members: dict[Team, list[str]] = defaultdict(list)
    for seat, name in names.items():
        members[teams[seat % len(teams)]].append(name)
    return GameAtEnd(
        game_id=game.id,
        table_number=game.table_number,
        round=game.round,
        worn=worn(game.teams),
        sides=tuple(
            SideAtEnd(team.value, team_name(game.teams, team.value), tuple(members[team]), team == game.winner)
            for team in teams
        ),
        ending=_ending(game),
    )


def _ending(game: Game) -> str:
    winner = team_name(game.teams, game.winner) if game.winner else None
    if game.outcome_reason == OutcomeReason.STOPPED:
        return f"Stopped: {winner} was ahead" if winner else "Stopped: a draw"
    return f"{winner} won" if winner else "A draw"
