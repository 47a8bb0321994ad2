"""A teacher who looks at the reports after every session of a term seldom reads anything false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.planted.term_looks import TermOutcomes, Watched
from tests.planted.terms import MIXED, Term, TermClass

CLASSES = 12
UNEVEN_DAYS = Term(days=0.5)
"""Equal students, each with better and worse days: a standard deviation of 0.5 logits."""
BAD_LESSONS = replace(UNEVEN_DAYS, class_days=0.5)
KINDS = ("meet", "needs", "needs, 2 weeks", "group")
STARTS_TYPING = Term(spread=0.8, types_from=7, is_dealt=True, decks=(MIXED,))
MANY = replace(UNEVEN_DAYS, size=35, sessions=6)
CAUGHT_UP = Term(weak=(-2.0,), drop=(6, 2.0), sessions=10, is_dealt=True, decks=(MIXED,))
"""The first student is like the others from the seventh session on."""
OWN_CARDS = Term(days=1.0, is_dealt=True, decks=(MIXED,))
"""The app chooses the cards, and the days of each student differ by a logit."""


def looked_at(term: Term, classes: int = CLASSES) -> TermOutcomes:
    outcomes = TermOutcomes()
    for seed in range(classes):
        outcomes.add(term, seed)
    return outcomes


def is_met_at_the_end(term: Term, seed: int) -> bool:
    """Return whether the reports say after the last session that a teacher should meet with the first student."""
    watched = Watched(TermClass(term, seed))
    for _ in range(term.sessions):
        watched.play()
    return any(said.kind == "meet" and said.student == 0 for said in watched.said())


@pytest.mark.nightly
@pytest.mark.parametrize(
    "term",
    [
        pytest.param(UNEVEN_DAYS, id="days of students"),
        pytest.param(BAD_LESSONS, id="days of students and class"),
        pytest.param(replace(UNEVEN_DAYS, size=4), id="four students"),
        pytest.param(replace(UNEVEN_DAYS, level=0.4, learning=0.15), id="a class that rises from 60%"),
    ],
)
def test_better_and_worse_days_lead_to_few_false_statements(term: Term) -> None:
    outcomes = looked_at(term)
    for kind in KINDS:
        assert outcomes.false[kind] <= 3, kind  # in 1 of 10 classes, by chance three of twelve


@pytest.mark.nightly
def test_one_bad_day_among_the_first_names_no_one() -> None:
    assert looked_at(MANY, 24).false["meet"] <= 1


@pytest.mark.nightly
def test_a_class_that_begins_to_type_has_not_dropped() -> None:
    assert looked_at(STARTS_TYPING).false["drop"] <= 1


@pytest.mark.nightly
def test_those_who_caught_up_are_soon_named_no_more() -> None:
    assert sum(is_met_at_the_end(CAUGHT_UP, seed) for seed in range(CLASSES)) <= 5


@pytest.mark.nightly
def test_those_far_below_are_found_although_days_differ() -> None:
    one = looked_at(replace(UNEVEN_DAYS, weak=(-2.0,), sessions=6), 6)
    assert one.found["meet"][6] >= 5
    assert one.found["needs"][6] >= 4
    further = looked_at(replace(UNEVEN_DAYS, weak=(-1.5,), sessions=6), 12)
    assert further.found["needs, 2 weeks"][6] >= 9
    five = looked_at(replace(UNEVEN_DAYS, weak=(-1.7,) * 5, sessions=8), 4)
    assert five.found["group"][8] >= 14


@pytest.mark.nightly
def test_few_members_of_groups_in_ordinary_classes_are_there_by_mistake() -> None:
    assert looked_at(replace(BAD_LESSONS, spread=0.8)).false["group"] <= 4


@pytest.mark.nightly
def test_groups_hold_few_who_only_had_bad_days_although_the_app_chooses_the_cards() -> None:
    assert looked_at(OWN_CARDS).looks["group"] <= 1
    assert looked_at(replace(OWN_CARDS, spread=0.8)).looks["group"] <= 8
