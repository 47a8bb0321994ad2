from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classroom.learning.accuracy import (
    MIN_VARIANCE,
    PRIOR_VARIANCE,
    AbilityEstimates,
    Asked,
    Difficulties,
    observe,
    predict,
    success,
)

ASKED = Asked("6 × 8", "mul:6x8", "mul-tables", "number", 0.5)
OTHERS = [ASKED, Asked("8 × 6", "mul:6x8", "mul-tables"), Asked("7 + 5", "add:5+7", "add-20"), Asked("x", "x", "own")]


def test_a_right_answer_raises_and_a_wrong_one_lowers() -> None:
    for is_right in (True, False):
        levels, difficulties = AbilityEstimates(), Difficulties()
        before = predict(levels, difficulties, ASKED)
        assert observe(levels, difficulties, ASKED, is_right=is_right) == pytest.approx(before)
        assert (predict(levels, difficulties, ASKED) > before) is is_right
        assert (difficulties.of(ASKED)[0] < 0.5) is is_right


def test_certain_estimates_change_less() -> None:
    levels, difficulties = AbilityEstimates(), Difficulties()
    steps = []
    for _ in range(20):
        before, _ = levels.of(("overall",))
        observe(levels, difficulties, ASKED, is_right=True, learns_difficulty=False)
        steps.append(levels.of(("overall",))[0] - before)
    assert steps == sorted(steps, reverse=True)
    assert difficulties.beliefs == {}


def test_an_answer_affects_other_skills_less_than_its_own() -> None:
    levels, difficulties = AbilityEstimates(), Difficulties()
    fresh = {asked: predict(AbilityEstimates(), Difficulties(), asked) for asked in OTHERS}
    observe(levels, difficulties, ASKED, is_right=True)
    gains = [predict(levels, difficulties, asked) - fresh[asked] for asked in OTHERS[:3]]
    assert gains[0] > gains[1] > gains[2] > 0


def test_start_values_matter() -> None:
    easy, hard = ASKED._replace(difficulty=-1.0), ASKED._replace(difficulty=1.0)
    assert predict(AbilityEstimates(), Difficulties(), easy) > 0.5 > predict(AbilityEstimates(), Difficulties(), hard)
    assert predict(AbilityEstimates(1.0), Difficulties(), hard) == pytest.approx(0.5)


def test_waiting_increases_variance_up_to_the_start_value() -> None:
    levels = AbilityEstimates()
    for _ in range(30):
        observe(levels, Difficulties(), ASKED, is_right=True)
    mean, narrow = levels.of(("skill", "mul-tables"))
    levels.wait(7)
    assert levels.of(("skill", "mul-tables"))[1] == pytest.approx(narrow + 7 * 0.006)
    levels.wait(10_000)
    assert levels.of(("skill", "mul-tables")) == (mean, PRIOR_VARIANCE["skill"])


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(OTHERS), st.booleans()), max_size=40))
def test_probabilities_stay_within_bounds_and_variances_positive(answers: list[tuple[Asked, bool]]) -> None:
    levels, difficulties = AbilityEstimates(2.0), Difficulties()
    for asked, is_right in answers:
        assert 0 < observe(levels, difficulties, asked, is_right=is_right) < 1
    assert all(0 < variance <= PRIOR_VARIANCE[key[0]] for key, (_, variance) in levels.beliefs.items())
    assert all(variance >= MIN_VARIANCE for _, variance in difficulties.beliefs.values())


def test_uncertainty_pulls_predictions_toward_one_half() -> None:
    assert 0.5 < success(2.0, 4.0) < success(2.0, 1.0) < success(2.0, 0.0)
    assert success(-2.0, 1.0) == pytest.approx(1 - success(2.0, 1.0))
