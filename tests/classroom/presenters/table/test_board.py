"""The board of a page."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from classroom.presenters.table.board import Band, ShownBoard, ShownSpace, shown_band, shown_board
from classroom.presenters.table.families import families
from classroom.services.settings import TableSettings
from engine import CompletedSequence, Position, Team, start, view
from engine.deck_making import grade_decks
from engine.decks import BUILT_IN_DECKS, Deck


@pytest.fixture
def position() -> Position:
    """A game of two, just dealt on 8×8; Blue sits in seat 0, Green in seat 1."""
    return start(TableSettings(deck="times-tables", board="8x8").new_setup(2, random.Random(7)))


def with_chips(position: Position, *, blue: str = "", green: str = "", made: tuple[str, ...] = ()) -> Position:
    """Put chips on named spaces; ``made`` is a sequence of Blue."""
    board = position.setup.board
    chips = tuple(
        mask | sum(1 << board.parse(name) for name in names.split())
        for mask, names in zip(position.chips, (blue, green), strict=True)
    )
    spaces = tuple(board.parse(name) for name in made)
    sequences = (CompletedSequence(Team.BLUE, spaces),) if made else ()
    return position._replace(tallies=tuple(map(board.tally, chips)), sequences=sequences)


def space(shown: ShownBoard, name: str) -> ShownSpace:
    """Return the space with that name."""
    return next(one for row in shown.rows for one in row if one.name == name)


def test_the_board_has_every_space_in_reading_order(position: Position) -> None:
    shown = shown_board(view(position, 0))
    assert (shown.width, shown.height) == (8, 8)
    assert [one.name for one in shown.rows[2]] == ["A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3"]


def test_every_space_has_its_place_and_chip_as_its_name(position: Position) -> None:
    shown = shown_board(
        view(with_chips(position, blue="B2", green="C2"), 0), last_space=position.setup.board.parse("C2")
    )
    label = {name: position.setup.board.labels[position.setup.board.parse(name)] for name in ("B2", "C2", "D2")}
    assert space(shown, "A1").spoken == "Row 1, column 1, free corner"
    assert space(shown, "B2").spoken == f"Row 2, column 2, {label['B2']}, taken by Blue circle"
    assert space(shown, "C2").spoken == f"Row 2, column 3, {label['C2']}, taken by Green square, last move"
    assert space(shown, "D2").spoken == f"Row 2, column 4, {label['D2']}, open"


def test_a_space_is_closed_if_no_card_can_be_played_there(position: Position) -> None:
    board = with_chips(position, blue="B2 B4 C4 D4 E4 F4", green="C2", made=("B4", "C4", "D4", "E4", "F4"))
    shown = [shown_board(view(board, None), own=team) for team in (Team.BLUE, Team.GREEN, None)]
    closed = {name: [space(one, name).is_closed for one in shown] for name in ("A1", "B2", "C2", "D2", "B4")}
    assert closed == {
        "A1": [True, True, True],
        "B2": [True, False, False],
        "C2": [False, True, False],
        "D2": [False, False, False],
        "B4": [True, True, True],
    }


def test_a_sequence_is_named_and_drawn(position: Position) -> None:
    shown = shown_board(view(with_chips(position, blue="B4 C4 D4 E4 F4", made=("B4", "C4", "D4", "E4", "F4")), 0))
    assert space(shown, "D4").spoken.endswith("taken by Blue circle, in a sequence")
    assert shown.bands == (Band("blue", 1.5, 3.5, 5.5, 3.5),)


def test_a_slanted_band_goes_from_its_first_space_to_its_last() -> None:
    assert shown_band(CompletedSequence(Team.RED, (7, 14, 21, 28, 35)), 8) == Band("red", 7.5, 0.5, 3.5, 4.5)


def test_numbers_of_one_family_share_a_tint(position: Position) -> None:
    shown = shown_board(view(position, None))
    tints: dict[str, set[int]] = {}
    for row in shown.rows:
        for one in row:
            tints.setdefault(one.label, set()).add(one.family)
    assert all(len(found) == 1 for found in tints.values())
    by_number = [min(tints[label]) for label in sorted(filter(None, tints), key=int)]
    assert by_number == sorted(by_number)
    assert len(set(by_number)) in range(5, 11)


@pytest.mark.parametrize("deck", [*BUILT_IN_DECKS.values(), *grade_decks()], ids=lambda deck: deck.key)
def test_boards_use_five_to_ten_families(deck: Deck) -> None:
    for size in deck.sizes:
        labels = deck.answers(size)
        found = families(labels)
        assert 5 <= len(set(found)) <= 10
        for one, other in combinations(zip(labels, found, strict=True), 2):
            assert (int(one[0]) <= int(other[0])) == (one[1] <= other[1]) or one[1] == other[1]
