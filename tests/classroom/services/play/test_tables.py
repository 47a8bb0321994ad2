"""Cached tables: those that someone is viewing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import Game, SessionState
from classroom.services.play import positions, tables
from classroom.services.play.tables import Table, kept_table, table_of
from tests.factories import make_class_session, make_game, make_student
from tests.process_caches import clear_process_caches

if TYPE_CHECKING:
    from tests.frozen_clock import FrozenClock


def kept(game: Game) -> Table | None:
    """Return what is cached for a game's table."""
    return kept_table(game.id, session_version=game.class_session.version)


def test_the_cache_has_room_for_ten_thousand_students() -> None:
    """A table that does not fit is rebuilt from its log at each move (`make flat`)."""
    assert min(positions._IN_PROGRESS, tables.MOST_CACHED_TABLES) >= 2500


@pytest.mark.usefixtures("db_session")
def test_a_table_is_dropped_once_no_one_has_looked_at_it_for_five_minutes(frozen_clock: FrozenClock) -> None:
    clear_process_caches()
    class_session = make_class_session(state=SessionState.PLAYING)
    watched, left, *others = (make_game(class_session, [make_student(), make_student()]) for _ in range(4))
    for game in (left, watched):
        table_of(game)
    frozen_clock.move_on(minutes=4)
    assert kept(watched) is table_of(watched)
    frozen_clock.move_on(minutes=2)
    table_of(others[0])
    assert (kept(left), kept(watched) is not None) == (None, True)
    frozen_clock.move_on(minutes=6)
    table_of(others[1])
    assert kept(watched) is None
