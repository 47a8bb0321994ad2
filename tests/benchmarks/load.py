"""Many requests at once: how many a second, and what one of them costs the server."""

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
    """What a kind of request costs."""

    per_second: float
    cpu_ms: float
    """CPU time of the server for each."""


def usage(server: LiveServer) -> dict[str, float]:
    """CPU seconds and memory (MB) of the server."""
    browser = server.browser()
    found: dict[str, float] = json.loads(browser.send("GET", "/floor/usage").text)
    browser.close()
    return found


def measure(server: LiveServer, asks: Sequence[Callable[[], bool]], *, seconds: float) -> Cost:
    """Let each of these ask again and again, in a thread of its own; one that gives False has no more to ask."""
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
    """Ask for one address again and again."""

    def ask() -> bool:
        answer = browser.send("GET", address)
        assert answer.status_code == status, f"{address}: {answer.status}"
        return True

    return ask
