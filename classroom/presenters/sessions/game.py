"""The teacher's page of a table: board, hands, log, and seats."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import UNDER_WAY, Game, SessionState
from classroom.presenters.sessions.card_reasons import card_reason
from classroom.presenters.sessions.live import ShownWaiting, shown_waiting
from classroom.presenters.sessions.seats import (
    FreeSeat,
    SeatedStudent,
    ShownSeat,
    connections,
    free_seats,
    seated_students,
    shown_seats,
)
from classroom.presenters.sessions.teacher_log import teacher_lines
from classroom.presenters.table.board import ShownBoard
from classroom.presenters.table.card_faces import ShownFace, shown_faces
from classroom.presenters.table.end import shown_outcome
from classroom.presenters.table.hand_overs import hand_overs, lines_since, with_hand_overs
from classroom.presenters.table.shared import shared_table
from classroom.presenters.table.teams import ShownTeam
from classroom.services.attendance import attendances_of
from classroom.services.learning.dealing import choices_of
from classroom.services.play.games import current_games, following_game
from classroom.services.sessions.class_sessions import waiting_students
from classroom.services.settings import TableSettings
from engine import Position, view

LINES_OF_LOG = 20


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A seat with its cards, visible only to teachers."""

    seat: ShownSeat
    cards: tuple[ShownFace, ...]
    discards: tuple[ShownFace, ...]
    """The faces of its discards, newest first."""
    owed: int
    """The number of cards that it can still draw."""
    reasons: tuple[ShownReason, ...]
    """Why these cards were dealt, if equations are chosen for each student."""


@dataclass(frozen=True, slots=True)
class Neighbor:
    number: int
    game_id: str


@dataclass(frozen=True, slots=True)
class GamePage:
    number: int
    round: int
    color_attributes: dict[str, str]
    board: ShownBoard
    hands: tuple[ShownHand, ...]
    sides: tuple[ShownTeam, ...]
    log: tuple[str, ...]
    """The last events in words, newest first."""
    pile_size: int
    turn_number: int
    is_paused: bool
    """Whether this table is paused individually."""
    before: Neighbor | None
    """The previous table."""
    after: Neighbor | None
    free_seats: tuple[FreeSeat, ...]
    """Bots' seats in the session, at all tables."""
    seated: tuple[SeatedStudent, ...]
    """All students at tables of the session, this one first, for swapping seats."""
    waiting: tuple[ShownWaiting, ...]
    """Students without a table, who can take a bot's seat."""
    outcome: str | None
    """How the game ended; None before its end."""
    next_game_id: str | None
    """The next game at this table, if it has begun."""
    state: str
    """Of the session."""
    has_table_talk: bool

    @property
    def can_move(self) -> bool:
        """Return whether moves are possible now."""
        return self.outcome is None and self.state == SessionState.PLAYING and not self.is_paused

    @property
    def can_pause(self) -> bool:
        """Return whether the table can be paused or resumed."""
        return self.outcome is None and self.state in UNDER_WAY

    @property
    def can_skip(self) -> bool:
        """Return whether a bot can play a student's turn now."""
        return self.can_move and self.turn is not None and not self.turn.is_bot

    @property
    def can_move_students(self) -> bool:
        return self.next_game_id is None and self.state in UNDER_WAY

    @property
    def can_deal_again(self) -> bool:
        """Return whether the next game can be dealt."""
        has_students = not all(hand.seat.is_bot for hand in self.hands)
        is_over = self.outcome is not None and self.next_game_id is None
        return is_over and has_students and self.state == SessionState.PLAYING

    @property
    def can_reassign_seats(self) -> bool:
        """Return whether seats can be given to bots and students."""
        return self.next_game_id is None and self.state not in {SessionState.TICKET, SessionState.ENDED}

    @property
    def turn(self) -> ShownSeat | None:
        """Return the active player; None when the game is over."""
        return next((hand.seat for hand in self.hands if hand.seat.is_active), None)


def game_page(game: Game) -> GamePage:
    class_session = game.class_session
    table = shared_table(game)
    position, seen = table.position, table.seen
    present = attendances_of(class_session_id=class_session.id)
    following = following_game(game)
    others = current_games(class_session_id=class_session.id)
    tables = [Neighbor(one.table_number, one.id) for one in others if one.table_number != game.table_number]
    reasons = reasons_by_seat(game, position)
    logged = table.logged[-LINES_OF_LOG:]
    by_version = zip([one.version for one in reversed(logged)], teacher_lines(logged, position), strict=True)
    lines = with_hand_overs(by_version, hand_overs(table.table), since=lines_since(logged, LINES_OF_LOG))
    return GamePage(
        number=game.table_number,
        round=game.round,
        color_attributes=table.color_attributes,
        board=table.board(),
        hands=tuple(
            ShownHand(
                seat=seat,
                cards=shown_faces(seen.edition, (card.face for card in view(position, seat.seat).hand)),
                discards=shown_faces(seen.edition, reversed(seen.discards[seat.seat])),
                owed=seen.owed[seat.seat],
                reasons=reasons.get(seat.seat, ()),
            )
            for seat in shown_seats(table, connections(present))
        ),
        sides=table.teams,
        log=(lines if game.cut is None else (*lines, table.opening()))[:LINES_OF_LOG],
        pile_size=seen.pile_size,
        turn_number=seen.turn_number,
        is_paused=game.paused_at is not None,
        before=next((one for one in reversed(tables) if one.number < game.table_number), None),
        after=next((one for one in tables if one.number > game.table_number), None),
        free_seats=free_seats(others),
        seated=seated_students(sorted(others, key=lambda one: one.table_number != game.table_number)),
        waiting=shown_waiting(waiting_students(class_session_id=class_session.id)),
        outcome=shown_outcome(game, seen),
        next_game_id=following.id if following else None,
        state=class_session.state,
        has_table_talk=TableSettings.from_json(class_session.settings).table_talk,
    )


@dataclass(frozen=True, slots=True)
class ShownReason:
    """A card in a hand, with the reason for its equation."""

    face: str
    text: str
    """Why it was chosen, and how likely a correct answer was."""


def reasons_by_seat(game: Game, position: Position) -> dict[int, tuple[ShownReason, ...]]:
    """Return for each seat why its cards were dealt; printed cards have no reasons."""
    if not position.deals_faces:
        return {}
    choices = choices_of(game_id=game.id)
    return {
        player.seat: tuple(
            ShownReason(held.face, card_reason(choice))
            for held in view(position, player.seat).hand
            if (choice := choices.get((player.student_id, held.id))) and choice["text"] == held.face
        )
        for player in game.players
        if player.student_id is not None and player.left_at_version is None
    }
