"""The board of a whole-class game, where teams play together and the teacher taps for them.

It only ever shows the hand of the active team; a device that covers hands shows it only on request.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from classroom.i18n import pgettext
from classroom.models import Game
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.student.hand import ShownCard, shown_hand
from classroom.presenters.student.play import MoveFormPage
from classroom.presenters.table.log import LOG_LINES, LoggedEvent, log_lines
from classroom.presenters.table.shared import shared_table
from classroom.presenters.table.teams import team_name
from classroom.presenters.table.turn import ShownTurn, card_actions, own_turn
from classroom.services.play.positions import position_of
from engine import Position, View, view

COVERED = "covered"
"""Values of the cookie of a device that covers hands; `uncovered` with a turn's number while it shows that turn's
hand."""


@dataclass(frozen=True, slots=True)
class WholeClassBoard(MoveFormPage):
    """A game in progress. Seat and team are those of the active player."""

    template: ClassVar[str] = "sessions/_whole_class_board.html"

    move_version: PageVersion
    """The version in the form: only the game's."""
    notice: ShownNotice | None
    hand: tuple[ShownCard, ...] | None
    """The active team's hand; None while it is covered."""
    hand_size: int
    covers: bool
    """Whether this device covers hands until someone shows them."""
    uncovered: str
    """The cookie's value that shows this turn's hand."""
    log: tuple[str, ...]


def whole_class_board(game: Game, remembered: str, *, refusal: str | None, tried_card: int | None) -> WholeClassBoard:
    """Build the board of a game in progress. For the parameters, see `whole_class_page`."""
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
        actions=card_actions(seen, seat),
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
    title = pgettext("class screen", "%(team)s, your turn", team=team_name(game.teams, seen.seats[seen.turn].value))
    return own_turn(seen, title=title, hint=happened)


def _feedback(moves: list[LoggedEvent], position: Position) -> ShownNotice | None:
    """Return feedback on the last answer of any team: the class has seen it."""
    if not moves:
        return None
    seat = getattr(moves[-1].event, "seat", 0)
    return feedback(moves, position, seat=seat, student_id=None)


def shows_hand(remembered: str, game: Game) -> bool:
    """Return whether a device shows the active hand: if it covers hands, only on request in this turn."""
    return not remembered.startswith(COVERED) or remembered == _uncovered(game, position_of(game))


def _uncovered(game: Game, position: Position) -> str:
    return f"{COVERED}.{game.id}.{position.turn_number}"
