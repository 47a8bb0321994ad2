"""Make tests repeatable: the app's random values depend only on `--randomly-seed` and the name of the test.

pytest-randomly seeds Python's `random` and the order of the tests. Hypothesis takes its examples from the same seed,
without a time limit for an example. Random values of servers in their own processes are not seeded.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import hypothesis.core
import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = 100 if os.environ.get("NIGHTLY") else 50
"""The number of examples of a property, unless its test sets another."""


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Configure Hypothesis before tests are collected. By default, it has a random seed and a limit of 200 ms."""
    settings.register_profile(
        "repeatable", deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("repeatable")
    if hypothesis.core.global_force_seed is None:
        hypothesis.core.global_force_seed = config.getoption("randomly_seed")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed the shuffles, ids, codes, and passwords of a test, in all threads."""
    _use(random.Random(f"{item.config.getoption('randomly_seed')} {item.nodeid}"))


@contextmanager
def values_of_their_own(seed: str) -> Iterator[None]:
    """Use other random values for what several tests share, so that it doesn't depend on which test is the first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", secrets.choice)
        patch.setattr(secrets, "token_bytes", secrets.token_bytes)
        if "classroom.rng" in sys.modules:
            patch.setattr("classroom.rng._unseeded", sys.modules["classroom.rng"]._unseeded)
        _use(random.Random(seed))
        yield


def _use(source: random.Random) -> None:
    secrets.choice = source.choice

    def token_bytes(nbytes: int | None = None) -> bytes:
        return source.randbytes(secrets.DEFAULT_ENTROPY if nbytes is None else nbytes)

    secrets.token_bytes = token_bytes
    if "classroom.rng" in sys.modules:
        sys.modules["classroom.rng"]._unseeded = source  # type: ignore[attr-defined]
