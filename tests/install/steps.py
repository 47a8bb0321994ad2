"""The steps of a trial with their durations, as a table."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Steps:
    """The finished steps."""

    def __init__(self, way: str) -> None:
        self._way = way
        self._done: list[tuple[str, float]] = []

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time a block, and print its duration."""
        began = time.monotonic()
        yield
        self._done.append((name, time.monotonic() - began))
        print(f"{self._way}: {name}: {self._done[-1][1]:.1f} s", flush=True)

    def table(self) -> str:
        """Return the rows for docs/install.md."""
        return "\n".join(f"| {self._way} | {name} | {seconds:.1f} |" for name, seconds in self._done)
