"""A small board as a drawing: which chip has left since a page last asked."""

from __future__ import annotations

import random

import pytest

from classroom.presenters.table.miniature import Miniature, miniature
from classroom.services.settings import TableSettings
from engine import Place, Position, Remove, start, view


@pytest.fixture(scope="module")
def position() -> Position:
    """A game of three teams that was just dealt."""
    return start(TableSettings(deck="times-tables", board="8x8", table_size=3).new_setup(3, random.Random(7)))


def drawn(position: Position, *chips: str, last: str, is_removal: bool = False) -> Miniature:
    """Draw the chips of each team after a move on the last space."""
    board = position.setup.board
    masks = (sum(1 << board.parse(name) for name in names.split()) for names in chips)
    tallies = tuple(board.tally(mask | board.free_mask) for mask in masks)
    event = (Remove if is_removal else Place)(0, position.hands[0][0], board.parse(last))
    return miniature(view(position._replace(tallies=tallies, last_event=event), None))


def test_a_removed_chip_is_drawn_for_pages_that_still_show_it(position: Position) -> None:
    before = drawn(position, "B2", "C2", "D4", last="D4")
    after = drawn(position, "B2", "C2", "", last="D4", is_removal=True)
    removed = after.removed_since(before.state)
    assert removed is not None
    assert removed.team == "red"
    assert removed.rows[0].startswith("M3 3m")
    assert after.removed_since(after.state) is None
    assert before.removed_since(before.state) is None


@pytest.mark.parametrize("seen", [None, "", "x", "1.2.3", "1.1-1-²2.0", "1.1-1-" + "9" * 5000 + ".0", "...", "1.1-1.0"])
def test_a_page_with_another_state_shows_no_removed_chip(position: Position, seen: str | None) -> None:
    assert drawn(position, "B2", "C2", "", last="D4", is_removal=True).removed_since(seen) is None
