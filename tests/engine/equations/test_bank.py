from __future__ import annotations

import re
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine import BUILT_IN_DECKS
from engine.equations import (
    EVERYTHING,
    GRADES,
    LARGEST_ANSWER,
    OWN,
    SKILLS,
    Equation,
    Range,
    Selection,
    candidates,
    describe,
    draw,
    equations_of,
    find,
    select,
    skills_of_grade,
)
from engine.equations.reading import read_card
from tests.engine.equations.evaluator import is_answer

SHAPES = set((Path(__file__).parent / "shapes.txt").read_text(encoding="utf-8").splitlines())
UNITS = "in ft yd weeks days h gal qt lb oz cm mm m min s years months".split()
A = range(1, 49)
B = [4, 6, 7, 8, 9, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 34, 35, 36, 38, 40, 42, 44, 45, 46]
B += [48, 49, 50, 51, 54, 56, 60, 63, 64, 66, 70, 72, 77, 80, 81, 84, 88, 96]
TABLES = {a * b for a in range(2, 11) for b in range(2, 11)}
NOT_EXPRESSIONS = {"money", "units", "units-metric", "gcf-lcm", "evaluate"}


def every(skill: str) -> list[Equation]:
    return [equation for some in equations_of(skill).values() for equation in some]


def numberless(text: str) -> str:
    return re.sub(r"\d+", "#", re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", "^", text))


def shape(text: str) -> str:
    """Return the text with its numbers, powers, coins, and units replaced by placeholders."""
    found = re.sub(rf"(?<=# )({'|'.join(UNITS)}) = \? ({'|'.join(UNITS)})$", "unit = ? unit", text)
    found = re.sub(r"# (quarter|dime|nickel|penny|pennie)s?\b", "#", found)
    return re.sub(r"# \+ # \+ #(?= = \? ¢)", "# + #", found)


@pytest.mark.parametrize("skill", SKILLS)
def test_an_independent_evaluator_agrees_on_every_equation(skill: str) -> None:
    wrong = [one for one in every(skill) if not is_answer(one.text, one.answer)]
    assert wrong == []


@pytest.mark.parametrize("skill", SKILLS)
def test_every_equation_of_the_bank_is_well_formed(skill: str) -> None:
    equations = every(skill)
    assert equations
    assert max(Counter(one.text for one in equations).values()) == 1
    for value, some in equations_of(skill).items():
        assert 0 <= value <= LARGEST_ANSWER
        for one in some:
            assert type(one.answer) is int
            assert one.answer == value
            assert (one.skill, one.size >= value) == (skill, True)
            assert one.fact_key
            assert 0 <= one.level <= 3
            assert "-" not in one.text  # a minus is U+2212
            assert "*" not in one.text  # times is U+00D7
            assert len(one.text) <= 60


def test_every_equation_has_a_reviewed_shape() -> None:
    # None of the shapes is ambiguous.
    texts = {numberless(one.text) for skill in SKILLS for one in every(skill)}
    assert {shape(text) for text in texts} == SHAPES


@pytest.mark.parametrize("skill", sorted(set(SKILLS) - NOT_EXPRESSIONS))
def test_the_card_parser_reads_equations_of_the_bank_unchanged(skill: str) -> None:
    equations = every(skill)
    for one in Random(1).sample(equations, min(30, len(equations))):
        card = read_card(one.text)
        assert (card.text, card.answer) == (one.text, one.answer)


@pytest.mark.parametrize("skill", SKILLS)
def test_speech_and_distractors_of_every_skill(skill: str) -> None:
    equations = every(skill)
    for one in Random(2).sample(equations, min(40, len(equations))):
        assert re.fullmatch(r"[a-zA-Z0-9 :]+", one.speech), one.speech
        assert one.answer not in set().union(*one.distractors.values())
        assert all(wrong >= 0 for some in one.distractors.values() for wrong in some)


def test_numbers_stay_within_the_range_of_their_skill() -> None:
    limits = {"add-10": 10, "sub-10": 10, "add-20": 20, "sub-20": 20, "missing-addend-20": 20, "add-2-digit": 99}
    limits |= {"add-100-carry": 100, "sub-100": 99, "sub-100-borrow": 100, "mul-tables": 100, "div-tables": 100}
    limits |= {"mul-0-1": 12, "sub-1000": 995, "mul-2-by-1": 144, "div-1-digit": 999, "div-2-digit": 999}
    assert {skill: max(one.size for one in every(skill)) for skill in limits} == limits
    assert {one.answer for one in every("div-tables")} == set(range(2, 11))
    assert {one.answer % 5 for one in every("sub-1000")} == {0}
    assert min(one.answer for one in every("div-1-digit")) == 11


def test_carries_and_borrows_have_their_marks() -> None:
    def marked(skill: str, mark: str) -> set[bool]:
        return {mark in one.features for one in every(skill)}

    assert marked("add-2-digit", "carry") == marked("sub-100", "borrow") == {False}
    assert marked("add-100-carry", "carry") == marked("sub-100-borrow", "borrow") == {True}
    assert all((one.level > 1) == ("zero" in one.features) for one in every("sub-100-borrow"))


def test_every_order_of_operations_equation_has_a_trap() -> None:
    for one in every("order"):
        plain = re.sub("[()]", "", one.text)
        numbers = [int(number) for number in re.findall(r"\d+", plain)]
        assert len(numbers) == 3
        wrong = one.error_patterns[0][1]
        assert wrong != one.answer


def test_grades_together_reach_every_usual_answer() -> None:
    for grade in GRADES:
        both = select(skills_of_grade(grade))
        usual = [*A, *B, *(TABLES if grade > 1 else ())]
        assert [value for value in usual if not candidates(value, both)] == [], grade


def test_candidates_have_each_unused_text_once() -> None:
    both = select(["add-20", "add-2-digit-easy"])
    texts = [one.text for one in candidates(15, both)]
    assert texts.count("12 + 3") == 1
    assert "12 + 3" not in [one.text for one in candidates(15, both, used={"12 + 3"})]
    with pytest.raises(KeyError):
        candidates(15, {"no-such-skill": Range()})
    with pytest.raises(KeyError):
        select(["no-such-skill"])


def test_a_range_narrows_a_skill() -> None:
    def texts(value: int, skill: str, within: Range) -> set[str]:
        return {one.text for one in candidates(value, {skill: within})}

    assert texts(24, "mul-tables", Range(tables=frozenset({8}))) == {"3 × 8", "8 × 3"}
    assert texts(8, "div-tables", Range(largest=30)) == {"16 ÷ 2", "24 ÷ 3"}
    assert texts(5, "add-10", Range(easiest=0, hardest=0)) == {"0 + 5", "5 + 0"}
    assert texts(27, "fraction-of", Range(hardest=1, largest=60)) == {"1/2 of 54"}
    assert texts(12, "add-20", Range(tables=frozenset({3}))) == set()


def test_equations_are_drawn_at_random_and_without_repeats() -> None:
    used: set[str] = set()
    rng = Random(5)
    tables = select(["mul-tables"])
    while (one := draw(24, tables, rng, used=used)) is not None:
        assert one.text not in used
        used.add(one.text)
    assert used == {"3 × 8", "8 × 3", "4 × 6", "6 × 4"}
    again = [draw(24, tables, Random(seed)) for seed in range(4) for _ in range(2)]
    assert again[::2] == again[1::2]
    assert draw(24, {"mul-tables": Range(largest=20)}, rng) is None


@pytest.mark.parametrize("deck", BUILT_IN_DECKS.values(), ids=lambda deck: deck.key)
def test_every_card_of_the_built_in_decks_is_in_the_bank(deck: object) -> None:
    assert hasattr(deck, "equations")
    for answer, kinds in deck.equations.items():
        for face in {face for kind in kinds for face in kind}:
            known = find(face)
            assert known is not None, face
            assert known.answer == int(answer)


def test_drawing_gives_each_skill_an_equal_chance() -> None:
    selection = select(["mul-tables", "two-step"])
    rng = Random(3)
    drawn = [draw(24, selection, rng) for _ in range(200)]
    multiplications = [one for one in drawn if one and one.skill == "mul-tables"]
    assert 70 < len(multiplications) < 130
    assert len(candidates(24, select(["two-step"]))) > 10 * len(candidates(24, select(["mul-tables"])))
    assert draw(91, select(["mul-tables"]), rng) is None


def test_finding_and_describing() -> None:
    found = find("12 + 3")
    assert found is not None
    assert (found.skill, found.fact_key) == ("add-2-digit-easy", "add:3+12")
    assert find("no such card") is None
    assert describe("12 + 3", 15) is found
    own = describe("legs of 6 dogs", 24)
    assert (own.skill, own.fact_key, own.answer) == (OWN, "own:legs of 6 dogs", 24)
    assert describe("12 + 3", 99).skill == OWN


def test_a_text_of_several_skills_belongs_to_the_dealt_skill() -> None:
    assert describe("47 + 30", 77).skill == "add-2-digit-easy"
    assert describe("47 + 30", 77, select(["sub-100", "add-2-digit"])).skill == "add-2-digit"
    both = select(["add-2-digit", "add-2-digit-easy"])
    assert describe("47 + 30", 77, both).skill == candidates_with("47 + 30", both).skill == "add-2-digit"
    assert describe("47 + 30", 77, {"add-2-digit": Range(largest=50)}).skill == "add-2-digit-easy"
    assert describe("47 + 30", 77, {"gone": EVERYTHING}).skill == "add-2-digit-easy"


def candidates_with(text: str, selection: Selection) -> Equation:
    return next(one for one in candidates(77, selection) if one.text == text)


def test_equations_of_one_fact_family_share_a_key() -> None:
    texts = ["6 × 8", "8 × 6", "48 ÷ 6", "6 × ? = 48", "? × 6 = 48", "? ÷ 6 = 8", "−6 × −8", "6x = 48"]
    assert {one.fact_key for one in map(find, texts) if one} == {"mul:6x8"}
    assert {one.fact_key for one in map(find, ["7 + 5", "12 − 5", "5 + ? = 12"]) if one} == {"add:5+7"}


def seconds_to_make(skill: str) -> float:
    """Return the best of three, because of garbage collection."""
    times = []
    for _ in range(3):
        began = time.process_time()
        equations_of.__wrapped__(skill)  # bypassing the cache
        times.append(time.process_time() - began)
    return min(times)


def test_the_whole_bank_is_enumerated_quickly() -> None:
    seconds = [seconds_to_make(skill) for skill in SKILLS]
    limit = 5 if sys.gettrace() else 1  # counting branches takes time itself
    assert max(seconds) < 0.05 * limit
    assert sum(seconds) < 0.5 * limit
