"""What a screen reader says of moves: short sentences with the place, in each language, to each reader."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from classroom.i18n import in_language
from classroom.i18n.languages import LANGUAGES, Language
from classroom.presenters.table.announcement import announcement
from classroom.presenters.table.shared import SharedTable
from classroom.services.play.positions import LogEntry, Progress, position_of
from classroom.services.play.tables import Table, read_table
from classroom.services.settings import TableSettings
from engine import Event, Place, Remove, legal_moves, step
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import current, start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.factories import Cast

MOST_WORDS = 12
PLACE = {"en": r"at row (\d+), column (\d+)", "es": r"fila (\d+), columna (\d+)"}
GAMES = (
    TableSettings(deck="mixed", board="10x10", table_size=4),
    TableSettings(edition="classic", table_size=4),
)


def states(table: Table, progress: Progress, *, moves: int) -> Iterator[tuple[Event, SharedTable]]:
    """Play random moves, a quarter of them wrong if possible. Yield each event and the table after it."""
    rng = random.Random(12)
    for _ in range(moves):
        position = progress.position
        move = rng.choice(legal_moves(position))
        if isinstance(move, Place) and position.setup.has_misses and not rng.randrange(4):
            open_spaces = [space for space in range(position.setup.board.size) if position.open >> space & 1]
            move = Place(move.seat, move.card, rng.choice(open_spaces))
        events, position = step(position, move, rng)
        progress = progress.after([LogEntry(progress.version + at, one) for at, one in enumerate(events, 1)], position)
        yield events[0], SharedTable(table, progress)
        if position.outcome is not None:
            return


@pytest.mark.parametrize("settings", GAMES, ids=lambda one: one.edition)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.tag)
def test_every_sentence_is_short_and_names_the_place(cast: Cast, settings: TableSettings, language: Language) -> None:
    game = current(start(4, settings, school_class=cast.class_7b))
    table = replace(read_table(game), teams={"blue": {"name": "The Quick Foxes"}})
    readers = ["", *(one.student_id or "" for one in table.seated)]
    sentences: list[str] = []
    with in_language(language):
        for event, shown in states(table, Progress(0, position_of(game)), moves=70):
            for reader in readers:
                text = readable(announcement(shown, reader=reader, since=shown.version - 1).text)
                announced = re.split(r"(?<=[.!?]) ", text) if text else []
                sentences += announced
                assert max((len(one.split()) for one in announced), default=0) <= MOST_WORDS, text
                if isinstance(event, Place | Remove):
                    row, column = divmod(event.space, shown.position.setup.board.width)
                    assert re.findall(PLACE[language.tag], text) == [(str(row + 1), str(column + 1))], text
    assert len(sentences) >= 200
