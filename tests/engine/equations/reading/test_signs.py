"""Equations with any digits, signs, and spaces: read as displayed, or refused."""

from __future__ import annotations

import re
import sys
import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.equations.reading import CardError, CardProblem, ReadCard, read_line

EVERY_CHARACTER = [*map(chr, range(sys.maxunicode + 1))]
DIGITS = [sign for sign in EVERY_CHARACTER if sign.isdecimal()]
OF_DIGIT = {str(value): [sign for sign in DIGITS if unicodedata.decimal(sign) == value] for value in range(10)}
SPACES = [sign for sign in EVERY_CHARACTER if sign.isspace() and unicodedata.category(sign) == "Zs"]
INVISIBLE = ["", "", "", "\u200b", "\ufeff", "\u2060", "\u200e"]
MINUSES = [*"-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\u05be\u2500\u2796\u30fc\ufe58\ufe63\uff0d\uff70"]
VARIANTS = OF_DIGIT | {
    " ": SPACES,
    "+": [*"+\u2795\ufb29\ufe62\uff0b"],
    "-": MINUSES,
    "x": [*"x\u0445\uff58\u00d7*\u2217\uff0a\u22c5\u00b7\u2219\u2022\u2715\u2716\u2a09\u30fb"],
    "÷": [*"÷/:\u2044\u2215\u2236\u2797\uff0f\uff1a"],
    "=": [*"=\uff1d\ufe66"],
    "?": [*"?\uff1f\u2026_\uff3f", "___", "..."],
    "%": [*"%\uff05\u066a"],
    "(": [*"(\uff08"],
    ")": [*")\uff09"],
    ";": [*";\uff1b\u037e"],
}
PLAIN = [
    "7 + 5",
    "20 - 8",
    "12 x 4",
    "144 ÷ 6",
    "6 x ? = 48",
    "(9 - 4) x 3",
    "25% of 60",
    "1 000 - 250 = 750",
    "10 - (2 + 3) =",
    "3 + 4; 7",
    "90 ÷ (15 - 6) ; 10",
]


def attempt(line: str) -> ReadCard | CardProblem:
    try:
        return read_line(line)
    except CardError as error:
        return error.problem


@given(data=st.data(), line=st.sampled_from(PLAIN))
def test_other_characters_for_the_same_equation_make_the_same_card(data: st.DataObject, line: str) -> None:
    disguised = "".join(
        data.draw(st.sampled_from(VARIANTS.get(sign, [sign]))) + data.draw(st.sampled_from(INVISIBLE)) for sign in line
    )
    assert attempt(disguised) == read_line(line)


@pytest.mark.parametrize("minus", MINUSES, ids=unicodedata.name)
def test_every_minus_sign_is_read(minus: str) -> None:
    for line in (f"12 {minus} 5", f"12{minus}5"):
        assert read_line(line) == ReadCard("12 − 5", 7)
    assert read_line(f"{minus}5 + 12") == ReadCard("−5 + 12", 7)


def test_every_unicode_dash_is_a_minus_sign_or_refused() -> None:
    dashes = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Pd"]
    assert len(dashes) >= 25
    for dash in [*dashes, "\u00ad", "\u207b", "\u208b"]:
        read = attempt(f"12 {dash} 5")
        assert read in {ReadCard("12 − 5", 7), CardProblem.UNKNOWN_SIGN, CardProblem.INVISIBLE_SIGN}, hex(ord(dash))


MEANINGS = {
    "12 − 4 + 1": re.compile("HYPHEN|DASH|MINUS|MAQAF|BOX DRAWINGS|PROLONGED SOUND|HORIZONTAL BAR"),
    "12 + 4 + 1": re.compile("PLUS"),
    "12 × 4 + 1": re.compile(
        "MULTIPLICATION|ASTERISK|TIMES|MIDDLE DOT|BULLET|DOT OPERATOR|HYPHENATION|ANO TELEIA|CROSS"
    ),
    "12 ÷ 4 + 1": re.compile("DIVISION|SOLIDUS|SLASH|COLON|RATIO"),
}


def test_every_sign_between_two_numbers_means_what_its_name_says() -> None:
    """Every Unicode character: those read as operations have such names, and none is silently dropped."""
    unseen = {"\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\u2066", "\u2068", "\u2069", "\ufeff"}
    styles = {"\u20e3", "\ufe0e", "\ufe0f"}
    signs = [chr(code) for code in range(sys.maxunicode + 1) if chr(code) != "√"]
    signs = [sign for sign in signs if unicodedata.category(sign) not in {"Lo", "Co", "Cs", "Cn", "Nd"}]
    for sign in signs:
        with suppress(CardError):
            card = read_line(f"12{sign}4 + 1")
            if card.text in MEANINGS:
                assert MEANINGS[card.text].search(_name(sign)), _name(sign)
            elif card.text == "124 + 1":
                assert sign in unseen | styles, _name(sign)
            else:
                assert (card.text, card.answer) == ("12 × 4 + 1", 49), _name(sign)


def _name(sign: str) -> str:
    """Return a character's name; letters that look like x count as crosses."""
    return "CROSS" if sign in "xX\u0445\u0425" or _is_x(sign) else unicodedata.name(sign, hex(ord(sign)))


def _is_x(sign: str) -> bool:
    return unicodedata.normalize("NFKC", sign) in {"x", "X"}


@pytest.mark.parametrize("space", SPACES, ids=unicodedata.name)
def test_every_space_may_stand_before_three_digits(space: str) -> None:
    assert read_line(f"1{space}000 - 1") == ReadCard("1000 − 1", 999)
    assert attempt(f"1{space}00 - 1") is CardProblem.INCOMPLETE


ODD = [one for some in VARIANTS.values() for one in some if len(one) == 1]
ODD += [*"½⅓²³⁰₁\u00ad\u200c\u200f\u202e\u20e3\ufe0f,.'x√ ;\t"]
SIGNS = st.characters(categories=["N", "P", "S", "Z", "C"])


@given(line=st.text(alphabet=st.sampled_from(ODD), max_size=30) | st.text(alphabet=SIGNS, max_size=10))
def test_random_lines_make_a_card_that_is_read_unchanged_or_a_problem(line: str) -> None:
    card = attempt(line)
    if isinstance(card, ReadCard):
        assert card.text.isprintable()
        assert read_line(f"{card.text}\t{card.answer}") == card
