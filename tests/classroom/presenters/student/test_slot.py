"""The box with the last move: what it says when a draw shuffles the played cards right after that move."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.student.slot import shown_slot
from classroom.presenters.table.shared import SharedTable
from classroom.rng import seeded
from classroom.services.play.positions import LogEntry, Progress, position_of
from classroom.services.play.tables import read_table
from classroom.services.settings import TableSettings
from engine import Place, Reshuffle, Seat, legal_moves, step
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import current, start

if TYPE_CHECKING:
    from tests.factories import Cast


def until_shuffled(cast: Cast) -> tuple[SharedTable, Seat]:
    """Play correct moves until one of them shuffles the played cards. Return the table and who made the move."""
    with seeded(1):  # such a game lasts long enough
        game = current(start(2, TableSettings(deck="times-tables", board="6x6"), school_class=cast.class_7b))
    progress, rng = Progress(0, position_of(game)), random.Random(4)
    while True:
        position = progress.position
        move = rng.choice(legal_moves(position))
        events, position = step(position, move, rng)
        progress = progress.after([LogEntry(progress.version + at, one) for at, one in enumerate(events, 1)], position)
        if isinstance(move, Place) and any(isinstance(one, Reshuffle) for one in events):
            return SharedTable(read_table(game), progress), move.seat


def test_a_shuffle_does_not_replace_the_move_before_it(cast: Cast) -> None:
    table, seat = until_shuffled(cast)
    mover, other = sorted(table.table.seated, key=lambda one: one.seat != seat)
    assert mover.student_id
    assert other.student_id
    praise = ShownNotice("Yes! 6 × 7 = 42.", "good")
    own = shown_slot(table, praise, reader=mover.student_id, tries=None)
    assert (own.kind, own.message) == ("good", praise.text)
    seen = shown_slot(table, None, reader=other.student_id, tries=None)
    assert seen.seat == seat
    assert "played" in readable(seen.happened)
    assert "shuffled" in readable(table.log(other.student_id)[0]), "the list of moves has it"
