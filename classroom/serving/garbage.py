"""Garbage collection of a server with thousands of open pages."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Literal

_OLDEST = 2
_SLOW_SECONDS = 0.03
_THAW_SECONDS = 600.0


class SlowCollections:
    """Exempts objects from garbage collection for a while after a collection was slow.

    A full collection looks at all objects, and stops all threads. With 3,000 open pages that takes 0.2 to 0.4 s, every
    ten seconds, to find next to nothing: almost all that the server frees is freed at once, without the collector. So
    what survives a slow collection is exempt from the next ones for ten minutes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = 0.0
        self._frozen_since: float | None = None

    def watch(self) -> None:
        """Begin with the next collection."""
        gc.callbacks.append(self._note)

    def unwatch(self) -> None:
        """Stop. What is exempt stays so."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: Literal["start", "stop"], info: dict[str, int]) -> None:
        if info["generation"] < _OLDEST:
            return
        now = self._clock()
        if phase == "start":
            self._began = now
            if self._frozen_since is not None and now - self._frozen_since >= _THAW_SECONDS:
                gc.unfreeze()
                self._frozen_since = None
        elif now - self._began >= _SLOW_SECONDS:
            gc.freeze()
            self._frozen_since = now if self._frozen_since is None else self._frozen_since
