"""What a page may show arriving: all that it does not show yet, wherever that came in the meantime."""

from __future__ import annotations

import random

import pytest

from classroom.presenters.table.news import SignPlace, SpaceNews, news_between
from classroom.services.settings import TableSettings
from engine import CompletedSequence, Position, Team, View, start, view


@pytest.fixture
def position() -> Position:
    """A game of two just dealt on 8×8; Blue sits in seat 0, Green in seat 1."""
    return start(TableSettings(deck="times-tables", board="8x8").new_setup(2, random.Random(7)))


def seen(position: Position, *, blue: str = "", green: str = "", rows: tuple[str, ...] = ()) -> View:
    """Show chips on named spaces; each of ``rows`` is a sequence of Blue."""
    board = position.setup.board
    chips = tuple(
        mask | sum(1 << board.parse(name) for name in names.split())
        for mask, names in zip(position.chips, (blue, green), strict=True)
    )
    sequences = tuple(CompletedSequence(Team.BLUE, tuple(map(board.parse, row.split()))) for row in rows)
    return view(position._replace(tallies=tuple(map(board.tally, chips)), sequences=sequences), None)


def test_nothing_is_new_where_nothing_has_changed(position: Position) -> None:
    news = news_between(seen(position, blue="C4"), seen(position, blue="C4"), None)
    assert (news.spaces, news.sequence, news.is_turn) == ((), None, False)


def test_all_chips_of_skipped_versions_are_new(position: Position) -> None:
    news = news_between(seen(position, blue="C4"), seen(position, blue="C4 D4", green="F6"), None)
    assert dict(news.spaces) == {"D4": SpaceNews(has_landed=True), "F6": SpaceNews(has_landed=True)}


def test_a_removed_chip_is_remembered_with_its_team(position: Position) -> None:
    news = news_between(seen(position, blue="C4", green="F6"), seen(position, blue="C4"), None)
    assert dict(news.spaces) == {"F6": SpaceNews(taken="green")}


def test_a_space_that_was_taken_again_has_a_new_chip(position: Position) -> None:
    news = news_between(seen(position, green="F6"), seen(position, blue="F6"), None)
    assert dict(news.spaces) == {"F6": SpaceNews(has_landed=True)}


def test_chips_of_a_new_sequence_hop_from_end_to_end(position: Position) -> None:
    row = "B3 C3 D3 E3 F3"
    news = news_between(seen(position, blue="B3 C3 D3 F3"), seen(position, blue=row, rows=(row,)), None)
    assert {name: (one.marks, one.is_middle) for name, one in news.spaces} == {
        "B3": ("hop hop-0", False),
        "C3": ("hop hop-1", False),
        "D3": ("hop hop-2", True),
        "E3": ("chip hop hop-3", False),
        "F3": ("hop hop-4", False),
    }
    assert news.sequence is not None
    assert (news.sequence.number, news.sequence.team, news.sequence.name) == (1, "blue", "Blue")


def test_only_sequences_that_the_page_lacks_are_celebrated(position: Position) -> None:
    first, second = "B3 C3 D3 E3 F3", "B4 C5 D6 E7 F8"
    chips = f"{first} {second}"
    news = news_between(
        seen(position, blue=chips, rows=(first,)), seen(position, blue=chips, rows=(first, second)), None
    )
    assert news.old_sequences == 1
    assert [name for name, _ in news.spaces] == second.split()
    assert news.sequence is not None
    assert news.sequence.number == 2


@pytest.mark.parametrize(
    ("row", "sign"),
    [
        ("B2 C2 D2 E2 F2", SignPlace.BOTTOM),
        ("B7 C7 D7 E7 F7", SignPlace.TOP),
        ("A2 A3 A4 A5 A6", SignPlace.BOTTOM),
        ("H3 H4 H5 H6 H7", SignPlace.TOP),
    ],
)
def test_the_sign_covers_no_chip_of_the_sequence(position: Position, row: str, sign: SignPlace) -> None:
    news = news_between(seen(position), seen(position, blue=row, rows=(row,)), None)
    assert news.sequence is not None
    assert news.sequence.sign is sign


def test_without_a_free_row_there_is_no_sign(position: Position) -> None:
    rows = ("C1 C2 C3 C4 C5", "C4 C5 C6 C7 C8")
    news = news_between(seen(position), seen(position, blue=" ".join(rows), rows=rows), None)
    assert news.sequence is not None
    assert news.sequence.sign is None
