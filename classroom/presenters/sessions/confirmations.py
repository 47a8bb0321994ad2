"""Confirmations of actions that can't be undone: each names the action and what is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.models import ClassSession, Game, SessionState
from classroom.presenters.table.players import name_of
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import all_of, isolated
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.play.tables import table_of
from engine import Team

_IRREVERSIBLE = lazy_gettext("You can’t undo this.")


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A page with two choices: do it, or cancel."""

    title: str
    """"End this session?"."""
    text: tuple[str, ...]
    """What happens, one sentence each."""
    button: str
    """"End session"."""
    fields: dict[str, str | int] = field(default_factory=dict)
    """Hidden fields of the form."""


def confirm_end(class_session: ClassSession) -> Confirmation:
    """Ask whether to end a session, or to close it before a game has started."""
    if class_session.started_at is None:
        lost = _("The planned tables are lost. Reports don’t include this session.")
        return Confirmation(_("Close this session?"), (lost,), _("Close session"), {"unless": "begun"})
    if class_session.state == SessionState.TICKET:
        stopped = _("Students who are still answering are stopped. Their answers so far are kept.")
        return Confirmation(_("End the exit ticket and the session?"), (stopped, str(_IRREVERSIBLE)), _("End session"))
    return Confirmation(_("End this session?"), (*_unfinished(class_session), str(_IRREVERSIBLE)), _("End session"))


def confirm_ticket(class_session: ClassSession, seconds: int) -> Confirmation:
    """Ask whether to end the games with an exit ticket."""
    begins = ngettext(
        "Then each student answers alone for %(num)d second.",
        "Then each student answers alone for %(num)d seconds.",
        seconds,
    )
    text = (*_unfinished(class_session), begins, str(_IRREVERSIBLE))
    return Confirmation(_("End the games with an exit ticket?"), text, _("Start exit ticket"), {"seconds": seconds})


def confirm_stop(game: Game) -> Confirmation:
    """Ask whether to end the game at one table."""
    text = (_("The team with more sequences wins. You can start the next game right away."), str(_IRREVERSIBLE))
    is_only = game.class_session.is_whole_class
    title = _("End this game?") if is_only else _("End the game at table %(table)d?", table=game.table_number)
    return Confirmation(title, text, _("End game"))


def confirm_penalty(game: Game, team: Team) -> Confirmation:
    """Ask whether to give a team the table-talk penalty; pressing the button twice gives one penalty."""
    seats = position_of(game).setup.seats
    table = table_of(game)
    names = all_of([isolated(name_of(table, one)) for one in table.seated if seats[one.seat] is team])
    title = _("Give team %(team)s the table-talk penalty?", team=isolated(team_name(game.teams, team.value)))
    text = (_("Each player on the team gives up a card: %(names)s.", names=names), str(_IRREVERSIBLE))
    fields: dict[str, str | int] = {"team": team.value, "since": game.version}
    return Confirmation(title, text, _("Give penalty"), fields)


def _unfinished(class_session: ClassSession) -> Iterable[str]:
    games = current_games(class_session_id=class_session.id)
    unfinished = sum(game.over_at is None for game in games)
    if unfinished:
        yield ngettext(
            "%(num)d unfinished game stops, and the team with more sequences wins.",
            "%(num)d unfinished games stop, and the team with more sequences wins.",
            unfinished,
        )
    yield _("All answers are kept.")
