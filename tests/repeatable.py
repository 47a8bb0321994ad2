"""The same seed, the same tests: what the app draws by lot comes from `--randomly-seed` and the name of the test.

Python's own `random` and the order of the tests are seeded so by pytest-randomly. What a server in a process of its own
draws stays a matter of luck.
"""

from __future__ import annotations

import random
import secrets
import sys

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Shuffles, ids, codes and passwords of one test, in whatever thread they are drawn."""
    source = random.Random(f"{item.config.getoption('randomly_seed')} {item.nodeid}")
    secrets.choice = source.choice

    def token_bytes(nbytes: int | None = None) -> bytes:
        return source.randbytes(secrets.DEFAULT_ENTROPY if nbytes is None else nbytes)

    secrets.token_bytes = token_bytes
    if "classroom.chance" in sys.modules:
        sys.modules["classroom.chance"]._unseeded = source  # type: ignore[attr-defined]
