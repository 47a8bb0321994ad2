from __future__ import annotations

import re
from random import Random

import pytest

from engine import BUILT_IN_DECKS, Deck, SetupError, SetupReason, answers_on

OPERATIONS = {
    "+": lambda a, b: a + b,
    "\N{MINUS SIGN}": lambda a, b: a - b,
    "\N{MULTIPLICATION SIGN}": lambda a, b: a * b,
    "\N{DIVISION SIGN}": lambda a, b: a / b,
}
DECKS = list(BUILT_IN_DECKS.values())


def by_key(deck: Deck) -> str:
    return deck.key


def test_the_built_in_decks_and_their_boards() -> None:
    assert {key: deck.sizes for key, deck in BUILT_IN_DECKS.items()} == {
        "add-sub-20": ("6x6",),
        "times-tables": ("6x6", "8x8"),
        "add-sub-100": ("6x6", "8x8", "10x10"),
        "mixed": ("6x6", "8x8", "10x10"),
    }
    assert all(deck.key == key and deck.title for key, deck in BUILT_IN_DECKS.items())


@pytest.mark.parametrize("deck", DECKS, ids=by_key)
def test_every_equation_has_the_answer_listed_for_it(deck: Deck) -> None:
    for answer, kinds in deck.equations.items():
        faces = [face for kind in kinds for face in kind]
        assert len(faces) == len(set(faces)) >= 2, answer
        for face in faces:
            a, sign, b = re.fullmatch(r"(\d+) ([+\u2212\u00d7\u00f7]) (\d+)", face).groups()  # type: ignore[union-attr]
            assert OPERATIONS[sign](int(a), int(b)) == int(answer), face


@pytest.mark.parametrize("deck", DECKS, ids=by_key)
def test_a_deck_fills_the_boards_that_it_is_offered_for(deck: Deck) -> None:
    for size in deck.sizes:
        answers = deck.answers(size)
        assert len(answers) == len(set(answers)) == answers_on(size)
        assert list(answers) == sorted(answers, key=int)


@pytest.mark.parametrize(
    ("key", "signs", "largest"),
    [
        ("add-sub-20", "+\N{MINUS SIGN}", 20),
        ("times-tables", "\N{MULTIPLICATION SIGN}", 10),
        ("add-sub-100", "+\N{MINUS SIGN}", 100),
        ("mixed", "+\N{MINUS SIGN}\N{MULTIPLICATION SIGN}\N{DIVISION SIGN}", 100),
    ],
)
def test_equations_match_the_title_of_their_deck(key: str, signs: str, largest: int) -> None:
    faces = [face for kinds in BUILT_IN_DECKS[key].equations.values() for kind in kinds for face in kind]
    assert {face.split()[1] for face in faces} == set(signs)
    assert max(int(number) for face in faces for number in face.split()[::2]) <= largest


@pytest.mark.parametrize(("key", "size"), [("add-sub-20", "8x8"), ("times-tables", "10x10"), ("times-tables", "8x9")])
def test_a_board_that_a_deck_cannot_fill_is_refused(key: str, size: str) -> None:
    with pytest.raises(SetupError) as refused:
        BUILT_IN_DECKS[key].answers(size)
    assert refused.value.reason is SetupReason.DECK_CANNOT_FILL_BOARD


@pytest.mark.parametrize("deck", DECKS, ids=by_key)
@pytest.mark.parametrize("seed", range(5))
def test_equations_for_one_answer_differ_as_much_as_possible(deck: Deck, seed: int) -> None:
    for answer, kinds in deck.equations.items():
        one, other = deck.faces(answer, 2, Random(seed))
        assert one != other
        if len(kinds) > 1:
            assert not any({one, other} <= set(kind) for kind in kinds)


def test_equations_are_chosen_at_random() -> None:
    deck = BUILT_IN_DECKS["mixed"]
    assert len({deck.faces("24", 2, Random(seed)) for seed in range(20)}) > 5
    assert deck.faces("24", 2, Random(3)) == deck.faces("24", 2, Random(3))


def test_answers_of_small_boards_are_spread_over_the_range_of_the_deck() -> None:
    answers = [int(answer) for answer in BUILT_IN_DECKS["add-sub-100"].answers("6x6")]
    assert len({answer // 10 for answer in answers}) >= 8
