"""How a game ended: with its board or in a sentence, without replaying it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from classroom.i18n import _, pgettext
from classroom.models import Game
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.players import names_at_end, team_names
from classroom.presenters.table.teams import ShownTeam, TeamStyles, color_attributes, shown_teams, team_name, teams_text
from classroom.presenters.words import all_of
from classroom.services.play.game_row import TableRow
from classroom.services.settings import TableSettings
from engine import OutcomeReason, Team, View


@dataclass(frozen=True, slots=True)
class ShownEnd:
    """A finished game with its board, for its players."""

    title: str
    text: str
    winner: str | None
    """The winning team; None for a draw."""
    color_attributes: dict[str, str]
    board: ShownBoard
    picture_text: str
    teams: tuple[ShownTeam, ...]


@dataclass(frozen=True, slots=True)
class SideAtEnd:
    """A team at the end of a game."""

    team: str
    name: str
    members: tuple[str, ...]
    has_won: bool

    @property
    def names(self) -> str:
        """Return the list of members."""
        return all_of(self.members)


@dataclass(frozen=True, slots=True)
class GameAtEnd:
    """A game and how it ended."""

    game_id: str
    table_number: int
    round: int
    color_attributes: dict[str, str]
    sides: tuple[SideAtEnd, ...]
    ending: str
    """"Blue won", "A draw", "Stopped: Green was ahead"."""


def shown_end(game: Game, seen: View, *, title: str, text: str) -> ShownEnd:
    """Build the table at the end, with the page's title and text."""
    teams = shown_teams(seen, game.teams)
    return ShownEnd(
        title=title,
        text=text,
        winner=game.winner,
        color_attributes=color_attributes(game.teams),
        board=shown_board(seen, looks=game.teams),
        picture_text=" ".join([_("The board at the end."), teams_text(teams)]),
        teams=teams,
    )


def why_over(reason: OutcomeReason, *, stopped: str) -> str:
    """Return why a game is over; "" if a team has its sequences.

    :param stopped: the page's text for a game stopped by the teacher.
    """
    match reason:
        case OutcomeReason.SEQUENCES:
            return ""
        case OutcomeReason.STALLED:
            return _("No one could move.")
        case OutcomeReason.STOPPED:
            return stopped


def who_won(winner: str | None, *, own_team: str | None, looks: TeamStyles) -> str:
    """Return how a game ended, for a member of a team; None for the whole table."""
    if winner is None:
        return _("It’s a draw!")
    if winner == own_team:
        return pgettext("student", "You won!")
    return _("%(team)s won!", team=team_name(looks, winner))


def shown_outcome(game: Game | TableRow, seen: View) -> str | None:
    """Return how a game ended; None before its end."""
    if seen.outcome is None:
        return None
    why = why_over(seen.outcome.reason, stopped=_("The game was stopped."))
    winner = seen.outcome.winner
    if winner is None:
        result = _("It’s a draw.")
    else:
        names = team_names(game, seen.seats, winner)
        result = _("%(team)s won: %(names)s.", team=team_name(game.teams, winner.value), names=names)
    return f"{why} {result}".strip()


def game_at_end(game: Game, settings: TableSettings) -> GameAtEnd:
    """Build the end of a game, without replaying it."""
    names = names_at_end(game)
    teams = tuple(Team)[: settings.teams_for(len(names))]
    members: dict[Team, list[str]] = defaultdict(list)
    for seat, name in names.items():
        members[teams[seat % len(teams)]].append(name)
    return GameAtEnd(
        game_id=game.id,
        table_number=game.table_number,
        round=game.round,
        color_attributes=color_attributes(game.teams),
        sides=tuple(
            SideAtEnd(team.value, team_name(game.teams, team.value), tuple(members[team]), team == game.winner)
            for team in teams
        ),
        ending=_ending(game),
    )


def _ending(game: Game) -> str:
    is_stopped = game.outcome_reason == OutcomeReason.STOPPED
    if not game.winner:
        return _("Stopped: a draw") if is_stopped else _("A draw")
    team = team_name(game.teams, game.winner)
    return _("Stopped: %(team)s was ahead", team=team) if is_stopped else _("%(team)s won", team=team)
