"""The same seed, the same tests: what the app draws at random comes from `--randomly-seed` and the name of the test.

Python's own `random` and the order of the tests are seeded so by pytest-randomly; Hypothesis takes its examples from
that seed too, and lets each take as long as it takes. What a server in a process of its own draws stays a matter of
luck.
"""

from __future__ import annotations

import random
import secrets
import sys

import hypothesis.core
import pytest
from hypothesis import HealthCheck, settings


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis, before any test is read: by itself it draws again every time, and fails what takes over 200 ms."""
    settings.register_profile("repeatable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("repeatable")
    if hypothesis.core.global_force_seed is None:
        hypothesis.core.global_force_seed = config.getoption("randomly_seed")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Shuffles, ids, codes and passwords of one test, in whatever thread they are drawn."""
    source = random.Random(f"{item.config.getoption('randomly_seed')} {item.nodeid}")
    secrets.choice = source.choice

    def token_bytes(nbytes: int | None = None) -> bytes:
        return source.randbytes(secrets.DEFAULT_ENTROPY if nbytes is None else nbytes)

    secrets.token_bytes = token_bytes
    if "classroom.rng" in sys.modules:
        sys.modules["classroom.rng"]._unseeded = source  # type: ignore[attr-defined]
