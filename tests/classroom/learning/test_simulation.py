"""Simulated students: the app's dealing policy reaches its goals, always with the same seed.

SIMULATION_STUDENTS sets the size of a class; the default suits every run of the tests. `make nightly` has larger ones.
"""

from __future__ import annotations

import os

import pytest

from tests.simulation import facts, mixed_class, reviews
from tests.simulation.boards import FACT_BOARD
from tests.simulation.policies import hardest, random_order

STUDENTS, SEED = int(os.environ.get("SIMULATION_STUDENTS", "20")), 1
UNDEALT_STUDENTS = 40
"""In a class without differences, where nothing has to be chosen: quick, and small ones vary more."""


@pytest.fixture(scope="module")
def own() -> facts.Outcome:
    return facts.simulate(None, FACT_BOARD, students=STUDENTS, seed=SEED)


@pytest.fixture(scope="module")
def lot() -> facts.Outcome:
    return facts.simulate(random_order, FACT_BOARD, students=STUDENTS, seed=SEED)


def test_more_is_remembered_than_with_random_dealing(own: facts.Outcome, lot: facts.Outcome) -> None:
    print(f"own {own.retained:.2f}, at random {lot.retained:.2f} of 45 facts")
    assert own.retained >= lot.retained + 0.5


def test_about_four_in_five_answers_are_right(own: facts.Outcome) -> None:
    assert 0.78 <= own.success <= 0.86


@pytest.mark.nightly
def test_hardest_first_is_worse_than_random(lot: facts.Outcome) -> None:
    worst = facts.simulate(hardest, FACT_BOARD, students=STUDENTS, seed=SEED)
    assert worst.retained < lot.retained


@pytest.mark.nightly
@pytest.mark.parametrize("law", sorted(mixed_class.LAWS))
def test_weak_and_strong_students_are_right_equally_often(law: str) -> None:
    dealt = mixed_class.simulate(law, students=STUDENTS, answers=200, seed=SEED)
    alike = mixed_class.simulate(law, students=UNDEALT_STUDENTS, answers=200, seed=SEED, goal=None)
    print(f"{law}: spread {dealt.spread:.3f}, without differences {alike.spread:.3f}")
    assert dealt.spread < 0.06
    assert alike.spread > 0.15
    assert 0.78 <= dealt.success <= 0.86


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["mixed, 8×8, grades 3–4", "times tables, 8×8, grade 3"])
def test_missed_facts_return_within_three_games_and_success_stays_within_the_band(name: str) -> None:
    """`make dealing-study` measures this and more, with all plans and laws and more students."""
    outcome = reviews.simulate(reviews.SCENARIOS[name], law="from success", students=4, seed=SEED)
    print(outcome)
    assert outcome.returned >= 0.8
    assert outcome.same_text <= 0.02
    assert outcome.outside == 0


@pytest.mark.nightly
def test_other_grades_keep_a_strong_student_within_the_band() -> None:
    strong = reviews.SCENARIOS["times tables, 8×8, grade 3"]._replace(middle=2.0, spread=0.0)
    by_switch = {
        is_on: reviews.simulate(strong, law="from success", students=1, seed=SEED, has_other_grades=is_on)
        for is_on in (True, False)
    }
    assert (by_switch[True].outside, by_switch[False].outside) == (0, 1)
    assert by_switch[True].other_grades > 0.1
    assert by_switch[False].other_grades == 0


def test_the_same_seed_gives_the_same_class() -> None:
    first, second = (mixed_class.simulate("from success", students=3, answers=40, seed=7) for _ in "12")
    assert first == second
