"""Create decks: from skills in the catalog, from teachers' cards, and one for each grade."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from engine.decks import BUILT_IN_DECKS, Deck, Faces, sizes_filled
from engine.equations import GRADES, LARGEST_ANSWER, Equation, Selection, candidates, select, skills_of_grade
from engine.equations.reading import ReadCard

_GRADE = "grade-"
_USUAL = 100
"""Larger answers are used only if a board has too few others."""
# With this stride, any prefix of the answers is spread evenly over their range.
_STRIDE, _ROUND = 58, LARGEST_ANSWER + 1


def deck_of_skills(key: str, title: str, selection: Selection) -> Deck:
    """Create a deck of every equation in a selection. Small boards use the answers that most skills have.

    :raises KeyError: if a key of the selection belongs to no skill
    """
    by_answer = {answer: candidates(answer, selection) for answer in range(LARGEST_ANSWER + 1)}
    answers = sorted((answer for answer, some in by_answer.items() if some), key=lambda one: _rank(one, by_answer[one]))
    return Deck(
        key=key,
        title=title,
        sizes=sizes_filled(len(answers)),
        equations={str(answer): _kinds(by_answer[answer]) for answer in answers},
    )


def deck_of_cards(key: str, title: str, cards: Iterable[ReadCard]) -> Deck:
    """Create a deck of single cards. Small boards use the answers with two cards first, then in order of writing."""
    texts: dict[int, list[str]] = {}
    for card in cards:
        texts.setdefault(card.answer, []).append(card.text)
    answers = sorted(texts, key=lambda answer: len(texts[answer]) < 2)
    return Deck(
        key=key,
        title=title,
        sizes=sizes_filled(len(answers)),
        equations={str(answer): tuple((text,) for text in texts[answer]) for answer in answers},
    )


@cache
def grade_deck(grade: int) -> Deck:
    """Return the deck of a grade: its skills and those of the previous grade, which together fill every board."""
    return deck_of_skills(f"{_GRADE}{grade}", f"Grade {grade}", select(skills_of_grade(grade)))


def built_in_deck(key: str) -> Deck | None:
    """Return the built-in deck with this key, or None."""
    if key in BUILT_IN_DECKS:
        return BUILT_IN_DECKS[key]
    grade = grade_of_deck(key)
    return None if grade is None else grade_deck(grade)


def grade_of_deck(key: str) -> int | None:
    """Return the grade of the grade deck with this key, or None.

    >>> grade_of_deck("grade-3"), grade_of_deck("grade-9"), grade_of_deck("mixed")
    (3, None, None)
    """
    grades = {f"{_GRADE}{grade}": grade for grade in GRADES}
    return grades.get(key)


def grade_decks() -> tuple[Deck, ...]:
    """Return the decks of all grades. The first call enumerates every equation."""
    return tuple(map(grade_deck, GRADES))


def _rank(answer: int, some: list[Equation]) -> tuple[bool, bool, int, int]:
    skills = len({equation.skill for equation in some})
    return len(some) < 2, answer > _USUAL, -skills, _STRIDE * answer % _ROUND


def _kinds(some: list[Equation]) -> tuple[Faces, ...]:
    """Group equations that are alike: by skill, or within a single skill by fact family."""
    is_lone = len({equation.skill for equation in some}) == 1
    kinds: Mapping[str, list[str]] = defaultdict(list)
    for equation in some:
        kinds[equation.fact_key if is_lone else equation.skill].append(equation.text)
    return tuple(map(tuple, kinds.values()))
