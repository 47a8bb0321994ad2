"""A table as one of its students sees it: whose turn, the hand, the others, what just happened."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from classroom.models import Game
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.student.hand import ShownCard, ShownPad, ShownWarmUp, shown_coming, shown_hand, shown_pad
from classroom.presenters.student.turn_time import ShownTurnTime, shown_turn_time
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.hand_overs import hand_overs, told_since, with_hand_overs
from classroom.presenters.table.log import LOG_LINES, LOOKED_BACK, last_space, logged_events, numbered, said
from classroom.presenters.table.opening import opening
from classroom.presenters.table.players import ShownPlayer, shown_players
from classroom.presenters.table.teams import ShownTeam, shown_teams, worn
from classroom.presenters.table.turn import ShownDeed, ShownTurn, own_turn, paused_turn, shown_deeds
from classroom.presenters.words import isolated
from classroom.services.play.baselines import number_to_type
from classroom.services.play.positions import position_of
from classroom.services.play.records import last_events
from engine import EDITIONS, Solve, SolveMode, View, view


@dataclass(frozen=True, slots=True)
class TablePage:
    """The page for play."""

    template: ClassVar[str] = "play/_board.html"

    client_key: str
    """New with every answer, so that a form sent twice counts once."""
    turn: ShownTurn
    notice: ShownNotice | None
    worn: dict[str, str]
    """Attributes that paint the teams (`teams.worn`)."""
    board: ShownBoard
    hand: tuple[ShownCard, ...]
    coming: str | None
    """What comes for cards that could not be solved."""
    pad: ShownPad | None
    warm_up: ShownWarmUp | None
    """In place of `pad`: the warm-up comes first."""
    deeds: tuple[ShownDeed, ...]
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    log: tuple[str, ...]
    """The last events, newest first."""
    pile_size: int
    has_numbers: bool
    """Whether numbers are on the board; else playing cards."""
    solves_ahead: bool
    """Whether cards are solved before they are played."""
    time: ShownTurnTime | None
    """What is left of the own turn, where turns are timed."""
    ending: ShownEnding | None
    """When the games end by themselves."""
    holder_id: str | None = None
    """Whose hand the one device of a table shows; None where every student has a device."""


def table_page(
    game: Game,
    *,
    seat: int,
    student_id: str,
    warms_up: bool = False,
    refusal: str | None = None,
    tried_card: int | None = None,
) -> TablePage:
    """Show a game going on to the student in a seat.

    :param warms_up: whether a number is to be typed before the first card.
    :param refusal: the answer to a move that was just refused.
    :param tried_card: the card of that move, which stays chosen.
    """
    position = position_of(game)
    seen = view(position, seat)
    logged = logged_events(game, position, last_events(game, LOOKED_BACK))
    told = numbered(logged, position, reader=student_id, is_brief=True)
    since = told_since(logged, LOOKED_BACK)
    lines = with_hand_overs(told, hand_overs(game, reader=student_id), since=since)
    happened = said([one for one in logged if not isinstance(one.event, Solve)], position, reader=student_id)
    began = opening(game, reader=student_id)
    notice = ShownNotice(refusal, "bad") if refusal else feedback(logged, position, seat=seat, student_id=student_id)
    chosen = tried_card if tried_card is not None else chosen_card(logged, position, student_id=student_id)
    is_paused = game.is_paused
    pad = None if is_paused else shown_pad(seen, notice)
    warm_up = None
    if pad and warms_up:
        pad, warm_up = None, ShownWarmUp(number_to_type(game_id=game.id, student_id=student_id))
    players = shown_players((one for one in game.players if one.left_at_version is None), seen, student_id)
    return TablePage(
        client_key=secrets.token_urlsafe(12),
        turn=_turn(seen, players, happened[0] if happened else None, began, pad or warm_up, is_paused=is_paused),
        notice=None if pad and pad.said else notice,
        worn=worn(game.teams),
        board=shown_board(seen, last_space=last_space(logged), looks=game.teams),
        hand=shown_hand(seen, chosen=chosen, solving=pad.card if pad else None),
        coming=shown_coming(seen),
        pad=pad,
        warm_up=warm_up,
        deeds=() if is_paused else shown_deeds(seen, seat),
        teams=shown_teams(seen, game.teams),
        players=players,
        log=(lines if game.cut is None else (*lines, began))[:LOG_LINES],
        pile_size=seen.pile_size,
        has_numbers=EDITIONS[seen.edition].has_misses,
        solves_ahead=seen.rules.solve is SolveMode.AHEAD,
        time=None if is_paused else shown_turn_time(game, position, seat=seat),
        ending=shown_ending(game.class_session),
    )


def _turn(
    seen: View,
    players: tuple[ShownPlayer, ...],
    last: str | None,
    began: str,
    pad: ShownPad | ShownWarmUp | None,
    *,
    is_paused: bool,
) -> ShownTurn:
    """Say whose turn it is.

    :param last: what happened last, if anything did; else `began` is told
    :param pad: the number pad, if there is something to solve
    """
    team = seen.seats[seen.turn].value
    if is_paused:
        return paused_turn(team)
    if seen.turn != seen.seat:
        name = next(player.name for player in players if player.is_on_turn)
        return ShownTurn(team, is_mine=False, title=f"{isolated(name)} is playing", hint=last or began, tries=None)
    first = "Answer your cards, then play one of them." if pad else "Choose a card, then a space on the board."
    happened = last or first
    if seen.forfeits_due[seen.turn]:
        happened = "Your team talked about the game. First give up a card."
    return own_turn(seen, title="Your turn", hint=happened)
