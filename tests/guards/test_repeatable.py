"""The result of a property test depends neither on the machine's speed nor on an unknown seed."""

from __future__ import annotations

import hypothesis.core
import pytest
from hypothesis import given, settings, strategies

_met: list[list[int]] = []


@settings(max_examples=5)
@given(number=strategies.integers())
def _meet(number: int) -> None:
    _met[-1].append(number)


def test_examples_may_take_as_long_as_they_take() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None


def test_the_seed_of_the_run_decides_which_examples_there_are(request: pytest.FixtureRequest) -> None:
    assert hypothesis.core.global_force_seed == request.config.getoption("randomly_seed")
    for _ in range(2):
        _met.append([])
        _meet()
    assert _met[0] == _met[1]
