"""Many concurrent requests: their rate, and the server's cost per request."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.over_http import LiveServer, PlainBrowser


@dataclass(frozen=True)
class Cost:
    """The cost of a kind of request."""

    per_second: float
    cpu_ms: float
    """CPU time of the server per request."""


def usage(server: LiveServer) -> dict[str, float]:
    """CPU seconds and memory (MB) of the server."""
    browser = server.browser()
    found: dict[str, float] = json.loads(browser.send("GET", "/floor/usage").text)
    browser.close()
    return found


def measure(server: LiveServer, asks: Sequence[Callable[[], bool]], *, seconds: float) -> Cost:
    """Let each of these make requests repeatedly in its own thread, until it returns False."""
    counts = [0] * len(asks)
    deadline = time.perf_counter() + seconds

    def keep_asking(index: int) -> None:
        while time.perf_counter() < deadline and asks[index]():
            counts[index] += 1

    threads = [threading.Thread(target=keep_asking, args=(index,)) for index in range(len(asks))]
    before = usage(server)["cpu"]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - began
    spent = usage(server)["cpu"] - before
    done = sum(counts)
    return Cost(per_second=done / took, cpu_ms=1000 * spent / done)


def asking(browser: PlainBrowser, address: str, status: int = 200) -> Callable[[], bool]:
    """Request one address repeatedly."""

    def ask() -> bool:
        answer = browser.send("GET", address)
        assert answer.status_code == status, f"{address}: {answer.status}"
        return True

    return ask
