"""The device that goes round at a table: hands are covered until the student on turn taps the own name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from classroom.models import Game, Player
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.feedback import ShownNotice, feedback
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.hand_overs import hand_overs, told_since, with_hand_overs
from classroom.presenters.table.log import (
    DEALT,
    LOG_LINES,
    LOOKED_BACK,
    LoggedEvent,
    last_space,
    logged_events,
    numbered,
)
from classroom.presenters.table.players import ShownPlayer, name_of, shown_players
from classroom.presenters.table.teams import ShownTeam, shown_teams, worn
from classroom.presenters.table.turn import ShownTurn, paused_turn
from classroom.presenters.words import isolated
from classroom.services.play.positions import position_of
from classroom.services.play.records import last_events
from engine import Position, Solve, view


@dataclass(frozen=True, slots=True)
class ShownOwed:
    """A student who has a card to take."""

    name: str
    student_id: str


@dataclass(frozen=True, slots=True)
class CoveredPage:
    """A table as everybody around it may see it: no hand."""

    template: ClassVar[str] = "play/_covered.html"

    game_id: str
    turn: ShownTurn
    name: str | None
    """Who is to take the device; None while a bot plays or the games are paused."""
    turn_number: int
    """What the button gives back: it uncovers the cards in this turn only."""
    owed: tuple[ShownOwed, ...]
    notice: ShownNotice | None
    """How the answer was that ended the turn before."""
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    board: ShownBoard
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    log: tuple[str, ...]
    pile_size: int
    ending: ShownEnding | None
    """When the games end by themselves."""
    refusal: str | None


def covered_page(game: Game, *, refusal: str | None = None) -> CoveredPage:
    """Show a game going on to whoever stands around the device.

    :param refusal: why what was just wanted did not happen.
    """
    position = position_of(game)
    seen = view(position, None)
    logged = logged_events(game, position, last_events(game, LOOKED_BACK))
    told = numbered([one for one in logged if not isinstance(one.event, Solve)], position, reader="", is_brief=True)
    lines = with_hand_overs(told, hand_overs(game), since=told_since(logged, LOOKED_BACK))
    holders = [one for one in game.players if one.left_at_version is None]
    on_turn = next(one for one in holders if one.seat == position.turn)
    is_paused = game.is_paused
    return CoveredPage(
        game_id=game.id,
        turn=_turn(on_turn, seen.seats[position.turn].value, told, is_paused=is_paused),
        name=None if is_paused or on_turn.student is None else on_turn.student.name,
        turn_number=position.turn_number,
        owed=() if is_paused else _owed(holders, position),
        notice=_last_answer(logged, position),
        worn=worn(game.teams),
        board=shown_board(seen, last_space=last_space(logged), looks=game.teams),
        teams=shown_teams(seen, game.teams),
        players=shown_players(holders, seen, None),
        log=lines[:LOG_LINES],
        pile_size=seen.pile_size,
        ending=shown_ending(game.class_session),
        refusal=refusal,
    )


def _turn(on_turn: Player, team: str, told: list[tuple[int, str]], *, is_paused: bool) -> ShownTurn:
    if is_paused:
        return paused_turn(team)
    happened = told[0][1] if told else DEALT
    title = (
        f"{isolated(name_of(on_turn))} is playing"
        if on_turn.student is None
        else f"{isolated(name_of(on_turn))}’s turn"
    )
    return ShownTurn(team, is_mine=False, title=title, hint=happened, tries=None)


def _owed(holders: list[Player], position: Position) -> tuple[ShownOwed, ...]:
    return tuple(
        ShownOwed(one.student.name, one.student.id) for one in holders if one.student and position.owed[one.seat]
    )


def _last_answer(logged: list[LoggedEvent], position: Position) -> ShownNotice | None:
    """How the answer was that ended the last turn. Within a turn it would tell of a card still in a hand."""
    last = next((one for one in reversed(logged) if one.student_id), None)
    seat = getattr(last.event, "seat", None) if last else None
    if last is None or last.student_id is None or seat is None or seat == position.turn:
        return None
    card = getattr(last.event, "card", None)
    if card in position.hands[seat]:
        return None
    told = feedback(logged, position, seat=seat, student_id=last.student_id)
    return replace(told, text=f"{isolated(last.name)}: {told.text}") if told else None
