"""One table enlarged: board, hands, what happened, and the seats to hand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.models import SessionState
from classroom.presenters.board import ShownBoard, shown_board
from classroom.presenters.faces import ShownFace, shown_faces
from classroom.presenters.host_log import said_to_host
from classroom.presenters.live import ShownSide, ShownWaiting, shown_outcome, shown_sides, shown_waiting
from classroom.presenters.log import last_space, logged_events
from classroom.presenters.opening import opening
from classroom.presenters.reasons import ShownReason, reasons_by_seat
from classroom.presenters.seats import ShownSeat, connections, shown_seats
from classroom.services.class_sessions import attendances_of, waiting_students
from classroom.services.games import following_game, last_events
from classroom.services.positions import position_of
from classroom.services.settings import TableSettings
from engine import view

if TYPE_CHECKING:
    from classroom.models import Game

LINES_OF_LOG = 20


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A seat with its cards, which only the host may see."""

    seat: ShownSeat
    cards: tuple[ShownFace, ...]
    """Faces."""
    discards: tuple[ShownFace, ...]
    """Faces, the newest first."""
    owed: int
    """Cards that it may still take."""
    forfeits_due: int
    """Cards that it has to give up."""
    reasons: tuple[ShownReason, ...]
    """Why its cards are what they are, where equations are chosen for each student."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """Everything on the page of one table."""

    number: int
    round: int
    board: ShownBoard
    hands: tuple[ShownHand, ...]
    sides: tuple[ShownSide, ...]
    log: tuple[str, ...]
    """The last events in words, newest first."""
    pile_size: int
    waiting: tuple[ShownWaiting, ...]
    """Students without a table, who can take a bot's seat."""
    outcome: str | None
    """How the game ended; None while it goes on."""
    next_game_id: str | None
    """The next game at this table, if it has begun."""
    state: str
    """The session's."""
    has_table_talk: bool

    @property
    def is_going_on(self) -> bool:
        """Whether moves are possible now."""
        return self.outcome is None and self.state == SessionState.PLAYING

    @property
    def can_deal_again(self) -> bool:
        """Whether the next game can be dealt."""
        return self.outcome is not None and self.next_game_id is None and self.state == SessionState.PLAYING

    @property
    def can_hand_on(self) -> bool:
        """Whether seats can be handed on."""
        return self.next_game_id is None and self.state != SessionState.ENDED

    @property
    def turn(self) -> ShownSeat | None:
        """Who is on turn; None when the game is over."""
        return next((hand.seat for hand in self.hands if hand.seat.is_on_turn), None)


def game_page(game: Game) -> GamePage:
    """Read one table."""
    class_session = game.class_session
    position = position_of(game)
    seen = view(position, None)
    present = attendances_of(class_session_id=class_session.id)
    following = following_game(game)
    reasons = reasons_by_seat(game, position)
    logged = logged_events(game, position, last_events(game, LINES_OF_LOG))
    lines = said_to_host(logged, position)
    return GamePage(
        number=game.table_number,
        round=game.round,
        board=shown_board(seen, last_space=last_space(logged)),
        hands=tuple(
            ShownHand(
                seat=seat,
                cards=shown_faces(seen.edition, (card.face for card in view(position, seat.seat).hand)),
                discards=shown_faces(seen.edition, reversed(seen.discards[seat.seat])),
                owed=seen.owed[seat.seat],
                forfeits_due=seen.forfeits_due[seat.seat],
                reasons=reasons.get(seat.seat, ()),
            )
            for seat in shown_seats(game, seen, connections(present))
        ),
        sides=shown_sides(seen),
        log=lines if game.cut is None else (*lines, opening(game))[:LINES_OF_LOG],
        pile_size=seen.pile_size,
        waiting=shown_waiting(waiting_students(class_session_id=class_session.id)),
        outcome=shown_outcome(game, seen),
        next_game_id=following.id if following else None,
        state=class_session.state,
        has_table_talk=TableSettings.from_json(class_session.settings).table_talk,
    )
