"""CSV files of cards: exports can be imported again, and spreadsheets don't evaluate them."""

from __future__ import annotations

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from classroom.services.decks.content import WrittenCards
from classroom.services.decks.files import csv_of, text_of_csv
from classroom.services.errors import FileErrorCode, ServiceError
from engine.equations.reading import CardError, ReadCard, read_card

WORDS = st.one_of(
    st.text(min_size=1, max_size=60),
    st.text(alphabet="=+-@'\",;\t 7x5×−½", min_size=1, max_size=12),
    st.sampled_from(["7 + 5", '"5"', "a;b", "a,b", "-6 × -4", "double 9", "½ of 24"]),
)


@st.composite
def some_cards(draw: st.DrawFn) -> tuple[ReadCard, ...]:
    """Cards as stored in a deck: each question once."""
    found: dict[str, ReadCard] = {}
    for text, answer in draw(st.lists(st.tuples(WORDS, st.integers(0, 999)), max_size=8)):
        try:
            card = read_card(text, str(answer))
        except CardError:
            continue
        found.setdefault(card.text.casefold(), card)
    assume(found)
    return tuple(found.values())


ODD = tuple(ReadCard(text, 5) for text in ("=SUM(A1)", "+ legs", "- legs", "@home", "'=SUM(A1)", "''twice''", "'once'"))


@example(cards=ODD)
@given(cards=some_cards())
def test_an_exported_file_can_be_imported(cards: tuple[ReadCard, ...]) -> None:
    assert WrittenCards(text_of_csv(csv_of(cards))).cards == cards


@example(cards=ODD)
@given(cards=some_cards())
def test_no_cell_begins_like_a_formula(cards: tuple[ReadCard, ...]) -> None:
    rows = list(csv.reader(io.StringIO(csv_of(cards).decode("utf-8-sig"), newline="")))
    assert rows[0] == ["question", "answer"]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@given(content=st.binary(max_size=300))
def test_any_file_is_read_or_refused(content: bytes) -> None:
    text = ""
    with suppress(ServiceError):
        text = text_of_csv(content)
    assert "\0" not in text
    assert all(line.number >= 1 for line in WrittenCards(text).lines)


TWO_COLUMNS = "question;answer\n½ of 24;12\ndouble 9;18\n1,5 × 4;6\n"


@pytest.mark.parametrize(
    "content",
    [
        TWO_COLUMNS.encode(),
        TWO_COLUMNS.encode("utf-8-sig"),
        TWO_COLUMNS.encode("utf-16"),
        TWO_COLUMNS.encode("utf-16-le"),
        TWO_COLUMNS.encode("utf-16-be"),
        TWO_COLUMNS.encode("cp1252"),
        TWO_COLUMNS.replace("\n", "\r\n").encode("cp1252"),
        TWO_COLUMNS.replace(";", "\t").encode("utf-16"),
        ("sep=;\r\n" + TWO_COLUMNS).encode(),
        'question,answer\n½ of 24,12\ndouble 9,18\n"1,5 × 4",6\n'.encode(),
        "½ of 24\ndouble 9 = 18\n1,5 × 4\n".encode(),
        "½ of 24;12;x\n;;\n\n double 9 ;18;\n1,5 × 4;6;y".encode(),
    ],
)
def test_files_of_spreadsheets_are_read(content: bytes) -> None:
    assert WrittenCards(text_of_csv(content)).cards == (
        ReadCard("½ of 24", 12),
        ReadCard("double 9", 18),
        ReadCard("1,5 × 4", 6),
    )


@pytest.mark.parametrize(
    ("encoding", "lines"),
    [
        ("cp1252", "½ of 24;12\n3 × 4;12\n144 ÷ 6;24\n20 – 8;12\n3²;9"),
        ("cp1252", "½ of 24"),
        ("mac_roman", "144 ÷ 6;24\n20 – 8;12\n3 • 4;12"),
        ("cp850", "½ of 24;12\n144 ÷ 6;24\n3²;9"),
        ("utf-8", "łapy 6 psów;24\n½ of 24;12"),
        ("cp1252", "pattes de l’âne;4\n½ of 24;12"),
    ],
)
def test_equations_reveal_the_encoding(encoding: str, lines: str) -> None:
    text = text_of_csv(lines.encode(encoding))
    assert text.splitlines() == [line.replace(";", "\t") for line in lines.splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        "7 + 5|12\n6 × 8|48\n",
        "12,7 + 5\n48,6 × 8\n",
        "1;7 + 5;12\n2;6 × 8;48\n",
        "7,+,5,=,12\n6,×,8,=,48\n",
        "7\t+\t5\t12\n6\t×\t8\t48\n",
        '7 + 5,"=""12"""\n6 × 8,"=""48"""\n',
        "\u200f7 + 5;12\n\u200e6 × 8;48\n\x1a",
    ],
)
def test_cards_may_stand_in_other_columns(text: str) -> None:
    assert WrittenCards(text_of_csv(text.encode())).cards == (ReadCard("7 + 5", 12), ReadCard("6 × 8", 48))


def test_decimal_commas_are_not_columns() -> None:
    for text in ("1,5 × 4\n0,5 + 3.5", "1,000 − 1", "0,5 + 1,5,2\n2,5 × 4,10"):
        assert text_of_csv(text.encode()).splitlines() == text.splitlines()


def test_lines_that_are_not_cards_are_imported() -> None:
    assert text_of_csv(b"legs of 6 dogs,many\n7 + 5,12\n=1+1,\n\x07 + 5,12").splitlines() == [
        "legs of 6 dogs\tmany",
        "7 + 5\t12",
        "=1+1",
        "\N{REPLACEMENT CHARACTER} + 5\t12",
    ]


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04\x14\x00\x06\x00", b"\x00\x01\x02\x00\x00", b"\xff\xfe\x00", b"7 +\x00\x00"]
)
def test_a_file_that_is_not_text_is_refused(content: bytes) -> None:
    with pytest.raises(ServiceError) as refused:
        text_of_csv(content)
    assert refused.value.code is FileErrorCode.FILE_NOT_READ
