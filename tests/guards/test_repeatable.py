"""Property tests don't depend on the machine's speed, and their seed is that of the run."""

from __future__ import annotations

import hypothesis.core
import pytest
from hypothesis import given, settings, strategies

_examples: list[list[int]] = []


@settings(max_examples=5)
@given(number=strategies.integers())
def _record_examples(number: int) -> None:
    _examples[-1].append(number)


def test_examples_have_no_deadline() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None


def test_examples_depend_on_the_seed_of_the_run(request: pytest.FixtureRequest) -> None:
    assert hypothesis.core.global_force_seed == request.config.getoption("randomly_seed")
    for _ in range(2):
        _examples.append([])
        _record_examples()
    assert _examples[0] == _examples[1]
