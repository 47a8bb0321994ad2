"""The one board of a whole class, where teams play together and the teacher taps for them.

Only the hand of the team on turn is ever shown; on a device that covers hands not even that one until it is asked for.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from classroom.presenters.student.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.student.hand import ShownCard, shown_hand
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.log import LOG_LINES, LOOKED_BACK, last_space, logged_events, said
from classroom.presenters.table.opening import opening
from classroom.presenters.table.players import ShownPlayer, shown_players
from classroom.presenters.table.teams import ShownTeam, shown_teams, team_name, worn
from classroom.presenters.table.turn import ShownDeed, ShownTurn, own_turn, shown_deeds
from classroom.services.play.positions import position_of
from classroom.services.play.records import last_events
from engine import EDITIONS, view

if TYPE_CHECKING:
    from classroom.models import Game
    from classroom.presenters.table.log import LoggedEvent
    from engine import Position, View

COVERED = "covered"
"""What a device that covers hands remembers; with `uncovered` at its end once it shows the hand of one turn."""


@dataclass(frozen=True, slots=True)
class FrontBoard:
    """A game going on. Its first fields are those of a student's `TablePage` that the form for a move reads."""

    template: ClassVar[str] = "sessions/_whole_class_board.html"

    client_key: str
    """New with every answer, so that a second tap on the same page counts for nothing."""
    board: ShownBoard
    deeds: tuple[ShownDeed, ...]
    move_version: str
    """What the form sends as its version: "game.7"."""
    seat: int
    """The seat on turn: a form that comes twice still means this one."""
    turn: ShownTurn
    notice: ShownNotice | None
    worn: dict[str, str]
    hand: tuple[ShownCard, ...] | None
    """Of the team on turn; None while it is covered."""
    hand_size: int
    covers: bool
    """Whether this device covers hands until they are asked for."""
    uncovered: str
    """What a device remembers that shows the hand of this turn."""
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    log: tuple[str, ...]
    pile_size: int
    has_numbers: bool
    solves_ahead: ClassVar[bool] = False


def front_board(game: Game, remembered: str, *, refusal: str | None, tried_card: int | None) -> FrontBoard:
    """Show a game going on to the class. The parameters are those of `whole_class_page`."""
    position = position_of(game)
    seat = position.turn
    seen = view(position, seat)
    logged = logged_events(game, position, last_events(game, LOOKED_BACK))
    lines = said(logged, position, reader="")
    began = opening(game)
    moves = [one for one in logged if getattr(one.event, "seat", None) is not None]
    chosen = tried_card if tried_card is not None else chosen_card(moves, position, student_id=None)
    is_open = shows_hand(remembered, game)
    return FrontBoard(
        client_key=secrets.token_urlsafe(12),
        board=shown_board(seen, last_space=last_space(logged), looks=game.teams),
        deeds=tuple(
            ShownDeed(deed.do, "We cannot play" if deed.do == "pass" else deed.text, deed.is_open)
            for deed in shown_deeds(seen, seat)
        ),
        move_version=f"{game.id}.{game.version}",
        seat=seat,
        turn=_turn(game, seen, lines[0] if lines else began),
        notice=ShownNotice(refusal, "bad") if refusal else _feedback(moves, position),
        worn=worn(game.teams),
        hand=shown_hand(seen, chosen=chosen, solving=None) if is_open else None,
        hand_size=len(seen.hand),
        covers=remembered.startswith(COVERED),
        uncovered=_uncovered(game, position),
        teams=shown_teams(seen, game.teams),
        players=shown_players(game.players, seen, None),
        log=(*lines, began)[:LOG_LINES],
        pile_size=seen.pile_size,
        has_numbers=EDITIONS[seen.edition].has_misses,
    )


def _turn(game: Game, seen: View, happened: str) -> ShownTurn:
    title = f"{team_name(game.teams, seen.seats[seen.turn].value)}, your turn"
    return own_turn(seen, title=title, hint=happened)


def _feedback(moves: list[LoggedEvent], position: Position) -> ShownNotice | None:
    """How the last answer was, whichever team gave it: the class has seen it."""
    if not moves:
        return None
    seat = getattr(moves[-1].event, "seat", 0)
    return feedback(moves, position, seat=seat, student_id=None)


def shows_hand(remembered: str, game: Game) -> bool:
    """Whether a device shows the hand on turn: always, or where hands are covered, if it was asked for in this turn."""
    return not remembered.startswith(COVERED) or remembered == _uncovered(game, position_of(game))


def _uncovered(game: Game, position: Position) -> str:
    return f"{COVERED}.{game.id}.{position.turn_number}"
