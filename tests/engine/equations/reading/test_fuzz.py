"""Any input yields a card or a problem, without delay."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.equations.reading import CardError, ReadCard, read_line, read_lines

CHARACTERS = [
    *"0123456789+-−×÷*/:^()=%√?_□xyn½²³⁵.,\t ",
    "of",
    "double",
    "half of ",
    "squared",
    "1/2",
    "10",
    "999999",
    "x = ",
]
LINES = st.lists(st.sampled_from(CHARACTERS), max_size=24).map("".join)
NUMBERS = st.sampled_from(["3", "12", "40", "½", "3²", "√9", "(7 − 2)", "double 4", "x", "-6", "25%"])
SUMS = st.lists(st.tuples(NUMBERS, st.sampled_from(["+", "-", " x ", "÷", " of ", "="])), max_size=4)


def attempt(line: str) -> ReadCard | None:
    with suppress(CardError):
        return read_line(line)
    return None


@given(line=LINES)
def test_random_signs_make_a_card_or_a_problem(line: str) -> None:
    card = attempt(line)
    assert card is None or 0 <= card.answer <= 999


@given(pairs=SUMS, last=NUMBERS)
def test_a_printed_card_is_read_unchanged(pairs: list[tuple[str, str]], last: str) -> None:
    card = attempt("".join(map("".join, pairs)) + last)
    assert card is None or read_line(f"{card.text}\t{card.answer}") == card


@given(line=st.text(max_size=80))
def test_any_text_makes_a_card_or_a_problem(line: str) -> None:
    card = attempt(line)
    assert card is None or card.text.isprintable()


@given(text=st.text(alphabet=st.sampled_from("7+5= \n\r\t\u2028x\x00"), max_size=60))
def test_any_sheet_is_read_to_its_end(text: str) -> None:
    numbers = [line.number for line in read_lines(text)]
    assert numbers == sorted(set(numbers))


def test_no_line_takes_long() -> None:
    rng = Random(1)
    lines = ["".join(rng.choices(CHARACTERS, k=rng.randint(1, 40))) for _ in range(200)]
    lines += ["9" * 100_000, "(" * 60, "-" * 60, "double " * 8 + "1", "9^12" + "×9^12" * 11, "1 ÷ 999983" + " ÷ 7" * 12]
    slowest = 0.0
    for line in lines:
        times = []
        for _ in range(3):  # the best of three, because of garbage collection
            began = time.thread_time()
            attempt(line)
            times.append(time.thread_time() - began)
        slowest = max(slowest, min(times))
    assert slowest < 0.01
