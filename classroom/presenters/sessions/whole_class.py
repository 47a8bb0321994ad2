"""The page of a whole-class game: before the start, a pause, the board, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from classroom.i18n import pgettext
from classroom.models import ClassSession, Game, SessionState
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.settings_list import SettingLine, settings_list
from classroom.presenters.sessions.whole_class_board import WholeClassBoard, shows_hand, whole_class_board
from classroom.presenters.table.end import ShownEnd, shown_end
from classroom.presenters.table.teams import team_name
from classroom.services.attendance import present_students
from classroom.services.play.positions import position_of
from classroom.services.seating.table_plans import EVERY_TABLE, table_plans_of, teams_at
from classroom.services.sessions.whole_class import whole_class_game
from classroom.services.settings import TableSettings
from engine import OutcomeReason, Team, view


@dataclass(frozen=True, slots=True)
class TeamField:
    """A team that can be named before the start."""

    team: str
    name: str
    """The chosen or typed name; "" for the name of its color."""
    proposed: str


@dataclass(frozen=True, slots=True)
class WholeClassLobby:
    """Before the start."""

    template: ClassVar[str] = "sessions/_whole_class_lobby.html"

    settings: tuple[SettingLine, ...]
    teams: tuple[TeamField, ...]
    present: int
    """The number of students who joined with a device, although no one needs one."""


@dataclass(frozen=True, slots=True)
class WholeClassPause:
    """A pause (eyes up)."""

    template: ClassVar[str] = "sessions/_whole_class_pause.html"


@dataclass(frozen=True, slots=True)
class WholeClassEnd:
    template: ClassVar[str] = "sessions/_whole_class_end.html"

    end: ShownEnd


WholeClassPart: TypeAlias = WholeClassLobby | WholeClassPause | WholeClassBoard | WholeClassEnd


@dataclass(frozen=True, slots=True)
class WholeClassPage:
    """The page of a whole-class game."""

    part: WholeClassPart
    version: PageVersion


def whole_class_page(
    class_session: ClassSession,
    *,
    remembered: str = "",
    typed: Mapping[str, str] | None = None,
    refusal: str | None = None,
    tried_card: int | None = None,
) -> WholeClassPage:
    """Build the page of a whole-class game, before the start or during the games.

    :param remembered: what the device remembers about covering hands.
    :param typed: submitted names of teams that were rejected.
    :param refusal: why the last move was rejected.
    :param tried_card: the card of that move, which stays selected.
    """
    game = whole_class_game(class_session_id=class_session.id)
    is_open = True
    part: WholeClassPart
    if game is None:
        part = _lobby(class_session, typed or {})
    elif game.over_at is not None:
        part = _end(game)
    elif class_session.state == SessionState.PAUSED:
        part = WholeClassPause()
    else:
        is_open = shows_hand(remembered, game)
        part = whole_class_board(game, remembered, refusal=refusal, tried_card=tried_card)
    what, at = (game.id, game.version) if game else (class_session.id, 0)
    return WholeClassPage(part, PageVersion(what, (at, class_session.version, int(is_open)), "whole_class"))


def _lobby(class_session: ClassSession, typed: Mapping[str, str]) -> WholeClassLobby:
    settings = TableSettings.from_json(class_session.settings)
    looks = teams_at(table_plans_of(class_session_id=class_session.id), EVERY_TABLE)
    teams = [team.value for team in tuple(Team)[: settings.as_played.table_size]]
    return WholeClassLobby(
        settings=settings_list(settings),
        teams=tuple(
            TeamField(team, typed.get(team, looks.get(team, {}).get("name", "")), team_name({}, team)) for team in teams
        ),
        present=len(present_students(class_session_id=class_session.id)),
    )


def _end(game: Game) -> WholeClassEnd:
    if game.winner:
        title = pgettext("class screen", "%(team)s won!", team=team_name(game.teams, game.winner))
    else:
        title = pgettext("class screen", "It’s a draw!")
    text = _praise(OutcomeReason(game.outcome_reason or ""))
    return WholeClassEnd(shown_end(game, view(position_of(game), None), title=title, text=text))


def _praise(reason: OutcomeReason) -> str:
    match reason:
        case OutcomeReason.SEQUENCES:
            return pgettext("class screen", "Well played, everyone!")
        case OutcomeReason.STALLED:
            return pgettext("class screen", "No one could move. Well played, everyone!")
        case OutcomeReason.STOPPED:
            return pgettext("class screen", "Your teacher ended the game. Well played, everyone!")
