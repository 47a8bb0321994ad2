"""Running sessions for tests of what happens at their tables."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.moves import SeatMove, play_move
from classroom.services.play.positions import position_of
from classroom.services.sessions import lobby
from classroom.services.settings import TableSettings
from engine import BotLevel, CardKind, Place, Team, choose, legal_moves, right_spaces, view
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session

if TYPE_CHECKING:
    from classroom.models import ClassSession, Game, SchoolClass


def start(
    students: int, settings: TableSettings | None = None, *, school_class: SchoolClass | None = None
) -> ClassSession:
    """Start a session with this many students, its games just dealt; by default with table talk."""
    class_session = make_class_session(school_class, settings=settings or TableSettings(table_talk=True))
    join(class_session, students)
    lobby.start_session(class_session_id=class_session.id)
    return class_session


def current(class_session: ClassSession, table: int = 0) -> Game:
    """Return the current game at a table."""
    return games.current_games(class_session_id=class_session.id)[table]


def answer(game: Game, *, rightly: bool = True) -> str:
    """Let the student on turn play a match card. Return the student's ID."""
    position = position_of(game)
    student_id = seats_of(game)[position.turn]
    assert student_id is not None
    places = [move for move in legal_moves(position) if isinstance(move, Place)]
    move = next(one for one in places if position.setup.cards_by_id[one.card].kind is CardKind.MATCH)
    if not rightly:
        right = right_spaces(position, move.card)
        space = next(s for s in range(position.setup.board.size) if position.open >> s & 1 and s not in right)
        move = Place(move.seat, move.card, space)
    play_move(
        game_id=game.id, student_id=student_id, move=move, version=game.version, idempotency_key=f"k{game.version}"
    )
    return student_id


def play_out(game: Game, *, strong: Team, seed: int = 1) -> None:
    """Play the game to its end by the rules; one team plays well, the others randomly."""
    rng = random.Random(seed)
    while game.over_at is None:
        position = position_of(game)
        seat = position.turn
        held = (position.setup.cards_by_id[card] for card in position.hands[seat])
        labels = {card.id: card.label for card in held if card.label is not None}
        level = BotLevel.STRONG if position.setup.seats[seat] is strong else BotLevel.FIRST_STEPS
        move = choose(view(position, seat), labels, level, rng)
        assert isinstance(move, SeatMove)
        student_id = seats_of(game)[seat] or ""
        play_move(
            game_id=game.id, student_id=student_id, move=move, version=game.version, idempotency_key=f"k{game.version}"
        )
