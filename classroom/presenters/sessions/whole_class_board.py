"""The one board of a whole class, where teams play together and the teacher taps for them.

Only the hand of the team on turn is ever shown; on a device that covers hands not even that one until it is asked for.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from classroom.models import Game
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.student.hand import ShownCard, shown_hand
from classroom.presenters.student.play import MoveFormPage
from classroom.presenters.table.log import LOG_LINES, LoggedEvent, log_lines
from classroom.presenters.table.shared import shared_table
from classroom.presenters.table.teams import team_name
from classroom.presenters.table.turn import CardAction, ShownTurn, card_actions, own_turn
from classroom.services.play.positions import position_of
from engine import Position, View, view

COVERED = "covered"
"""What a device that covers hands remembers; with `uncovered` at its end once it shows the hand of one turn."""


@dataclass(frozen=True, slots=True)
class WholeClassBoard(MoveFormPage):
    """A game in progress. Seat and team are those on turn."""

    template: ClassVar[str] = "sessions/_whole_class_board.html"

    move_version: PageVersion
    """What the form sends as its version: the game's alone."""
    hand: tuple[ShownCard, ...] | None
    """Of the team on turn; None while it is covered."""
    hand_size: int
    covers: bool
    """Whether this device covers hands until they are asked for."""
    uncovered: str
    """What a device remembers that shows the hand of this turn."""
    log: tuple[str, ...]


def whole_class_board(game: Game, remembered: str, *, refusal: str | None, tried_card: int | None) -> WholeClassBoard:
    """Show a game going on to the class. The parameters are those of `whole_class_page`."""
    table = shared_table(game)
    position, seat = table.position, table.position.turn
    seen = view(position, seat)
    lines = tuple(log_lines(table.logged, position, reader=""))
    moves = [one for one in table.logged if getattr(one.event, "seat", None) is not None]
    chosen = tried_card if tried_card is not None else chosen_card(moves, position, student_id=None)
    is_open = shows_hand(remembered, game)
    return WholeClassBoard(
        idempotency_key=secrets.token_urlsafe(12),
        table=table,
        team=seen.seats[seat],
        actions=tuple(
            CardAction(action.do, "We cannot play" if action.do == "pass" else action.text, action.is_open)
            for action in card_actions(seen, seat)
        ),
        move_version=PageVersion(game.id, (table.version,)),
        seat=seat,
        turn=_turn(game, seen, lines[0] if lines else table.opening()),
        notice=ShownNotice(refusal, "bad") if refusal else _feedback(moves, position),
        hand=shown_hand(seen, chosen=chosen, solving=None) if is_open else None,
        hand_size=len(seen.hand),
        covers=remembered.startswith(COVERED),
        uncovered=_uncovered(game, position),
        log=(*lines, table.opening())[:LOG_LINES],
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
