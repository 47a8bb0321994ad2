"""How simulated students move: as bots would that believe wrong answers now and then."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sqlalchemy.orm import Session

from classroom.demo.minds import Mind
from classroom.models import Game
from classroom.services.game_log import append_move, seats_of
from classroom.services.moves import SeatMove, play_move
from classroom.services.positions import keep_position, position_of
from engine import CardId, CardKind, Position, Refused, choose, judge, view

_LOOKS_DEAD = 0.25
"""For the share of cards a wrong answer may be one that has no open space left."""


def next_player(game: Game, minds: Mapping[str, Mind]) -> tuple[int, str] | None:
    """Seat and id of the simulated student who can act now: on turn, or owing or owed a card; else None."""
    position = position_of(game)
    seats = seats_of(game)
    waited_for = [position.turn]
    waited_for += [seat for seat in seats if position.owed[seat] or position.forfeits_due[seat]]
    for seat in waited_for:
        student_id = seats[seat]
        if student_id is not None and student_id in minds:
            return seat, student_id
    return None


def move_for(game: Game, *, seat: int, student_id: str, mind: Mind) -> None:
    """Let a simulated student act, through the same service as everybody."""
    move = simulated_move(position_of(game), seat, mind)
    play_move(
        game_id=game.id, student_id=student_id, move=move, version=game.version, client_key=f"demo-{game.version}"
    )


def log_move_for(session: Session, game: Game, *, seat: int, student_id: str, mind: Mind) -> None:
    """The same within a transaction that holds the whole game: no page asks, so nothing need be checked twice."""
    position = position_of(game)
    move = simulated_move(position, seat, mind)
    client_key = f"demo-{game.version}"
    _, after = append_move(session, game, position, move, student_id=student_id, client_key=client_key)
    keep_position(game.id, game.version, after)


def simulated_move(position: Position, seat: int, mind: Mind) -> SeatMove:
    """What the student does: the best for whoever believes what the student believes."""
    rng = Random(f"{mind.name} {_key(position)} {position.turn_number} {position.misses}")
    try:
        move = choose(view(position, seat), _beliefs(position, seat, mind), mind.strategy, rng)
        judge(position, move)
    except Refused:  # "I cannot play", though one can: look again
        move = choose(view(position, seat), _labels(position, seat), mind.strategy, rng)
    if not isinstance(move, SeatMove):
        raise TypeError(f"no move of a seat: {move}")
    return move


def _labels(position: Position, seat: int) -> dict[CardId, str]:
    """The right answers of the match cards in the hand."""
    held = (position.setup.cards_by_id[card] for card in position.hands[seat])
    return {card.id: card.label for card in held if card.kind is CardKind.MATCH and card.label is not None}


def _beliefs(position: Position, seat: int, mind: Mind) -> dict[CardId, str]:
    """What the student takes for the answers.

    A wrong answer is usually one that can be put on the board; if not, the card looks dead to the student.
    """
    spaces_of = position.setup.board.spaces_of
    can_be_placed = [label for label, spaces in spaces_of.items() if any(position.open >> one & 1 for one in spaces)]
    beliefs = {}
    for card, label in _labels(position, seat).items():
        key = f"{_key(position)} {card}"
        labels = spaces_of if Random(f"{mind.name} {key}").random() < _LOOKS_DEAD else can_be_placed
        face, tries = position.setup.cards_by_id[card].face, 1 + position.missed.count(card)
        beliefs[card] = mind.answers(face, label, labels, tries=tries, key=key)[-1]
    return beliefs


def _key(position: Position) -> str:
    """Names a game by how it was shuffled: with the same chance it is the same game."""
    return str(position.setup.deck[:6])
