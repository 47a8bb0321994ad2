from __future__ import annotations

from random import Random

import pytest

from engine import Layout, SetupError, answers_on, numbers_setup
from engine.deck_making import built_in_deck, deck_of_cards, deck_of_skills, grade_deck, grade_decks
from engine.decks import BOARD_SIZES, sizes_filled
from engine.equations import GRADES, Range, select
from engine.equations.reading import ReadCard
from tests.engine.equations.evaluator import is_answer


def cards_of(count: int, each: int = 1) -> list[ReadCard]:
    """Return cards for a number of answers, from 10 up."""
    return [
        ReadCard(f"{answer} + {0} + {number}", answer) for number in range(each) for answer in range(10, 10 + count)
    ]


@pytest.mark.parametrize("grade", GRADES)
def test_the_deck_of_a_grade_fills_every_board_with_two_equations_for_each_answer(grade: int) -> None:
    deck = grade_deck(grade)
    assert deck.sizes == BOARD_SIZES
    for size in BOARD_SIZES:
        answers = deck.answers(size)
        assert len(answers) == answers_on(size)
        assert max(map(int, answers)) <= 100
        for answer in answers:
            assert len(set(deck.faces(answer, 2, Random(1)))) == 2


@pytest.mark.parametrize("grade", GRADES)
def test_the_cards_of_a_grade_have_the_answers_listed_for_them(grade: int) -> None:
    setup = numbers_setup(deck=grade_deck(grade), size="10x10", layout=Layout.MIXED, players=4, rng=Random(grade))
    for card in setup.cards:
        assert card.label is None or is_answer(card.face, int(card.label)), card.face


def test_the_deck_of_a_grade_practices_that_grade_first() -> None:
    products = {str(a * b) for a in range(2, 11) for b in range(2, 11)}
    assert set(grade_deck(4).answers("6x6")) & products
    assert len(set(grade_deck(3).answers("8x8")) - products) <= 5


def test_grade_decks_are_found_by_their_keys() -> None:
    assert [deck.key for deck in grade_decks()] == [f"grade-{grade}" for grade in range(1, 9)]
    assert all(built_in_deck(deck.key) is deck for deck in grade_decks())
    found = built_in_deck("mixed")
    assert found is not None
    assert found.title == "All four operations"
    assert built_in_deck("grade-0") is built_in_deck("grade-12") is built_in_deck("") is None


def test_a_range_narrows_a_deck_of_skills() -> None:
    deck = deck_of_skills("own", "Fives", {"mul-tables": Range(tables=frozenset({5}))})
    assert set(deck.equations) == {str(5 * other) for other in range(2, 11)}
    assert deck.sizes == ()
    with pytest.raises(SetupError):
        deck.answers("6x6")


def test_two_cards_of_one_skill_are_of_different_fact_families_if_possible() -> None:
    deck = deck_of_skills("own", "Tables", select(["mul-tables"]))
    for seed in range(20):
        faces = {frozenset(face.split(" × ")) for face in deck.faces("24", 2, Random(seed))}
        assert faces == {frozenset({"4", "6"}), frozenset({"3", "8"})}


def test_answers_with_one_equation_are_used_last() -> None:
    deck = deck_of_skills("own", "Roots", select(["roots"]))
    assert all(len(deck.equations[answer]) >= 2 for answer in deck.answers("6x6"))


def test_an_answers_only_card_is_dealt_twice() -> None:
    deck = deck_of_cards("own", "Sixteen", cards_of(16))
    setup = numbers_setup(deck=deck, size="6x6", layout=Layout.IN_ORDER, players=2, rng=Random(1))
    faces = [card.face for card in setup.cards if card.label == "10"]
    assert faces == ["10 + 0 + 0"] * 2


def test_small_boards_use_answers_with_two_cards() -> None:
    cards = [*cards_of(20), *(ReadCard(f"{answer} × 1", answer) for answer in range(14, 30))]
    assert deck_of_cards("own", "Some", cards).answers("6x6") == tuple(map(str, range(14, 30)))


@pytest.mark.parametrize(
    ("answers", "sizes"), [(0, ()), (15, ()), (16, ("6x6",)), (29, ("6x6",)), (47, ("6x6", "8x8")), (48, BOARD_SIZES)]
)
def test_boards_are_filled_by_the_number_of_answers(answers: int, sizes: tuple[str, ...]) -> None:
    assert sizes_filled(answers) == sizes
    assert deck_of_cards("own", "Some", cards_of(answers)).sizes == sizes
