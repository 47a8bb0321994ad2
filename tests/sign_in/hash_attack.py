"""The slowdown of pages while thirty threads try passwords of unknown teachers: `make hash-attack`."""

from __future__ import annotations

import re
import statistics
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.over_http import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from tests.over_http import PlainBrowser

THREADS = 30
SECONDS = 15.0


def main() -> None:
    """Print the median time of /play alone and next to the attack, and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        server = LiveServer(Path(folder))
        stage = set_stage(Path(folder), students=4)
        server.start()
        try:
            student = server.browser(stage.students[0].cookie)
            alone = _median_ms(student)
            statuses, stop = Counter[int](), threading.Event()
            threads = [threading.Thread(target=_guess, args=(server, statuses, stop, one)) for one in range(THREADS)]
            for thread in threads:
                thread.start()
            attacked = _median_ms(student)
            stop.set()
            for thread in threads:
                thread.join()
        finally:
            server.stop()
    print(f"/play: {alone:.1f} ms alone, {attacked:.1f} ms attacked, ratio {attacked / alone:.1f}")
    print(f"wrong passwords: {statuses.total() / SECONDS:.0f} per second, {dict(statuses)}")


def _median_ms(browser: PlainBrowser) -> float:
    took, deadline = [], time.perf_counter() + SECONDS
    while time.perf_counter() < deadline:
        began = time.perf_counter()
        assert browser.send("GET", "/play").status_code == 200
        took.append(1000 * (time.perf_counter() - began))
        time.sleep(0.02)
    return statistics.median(took)


def _guess(server: LiveServer, statuses: Counter[int], stop: threading.Event, number: int) -> None:
    browser = server.browser()
    page = browser.send("GET", "/sign-in").text
    token = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', page)[0]
    browser.cookies.pop("device", None)
    while not stop.is_set():
        fields = {"csrf_token": token, "name": f"Unknown {number} {time.time()}", "password": "wrong password"}
        statuses[browser.send("POST", "/sign-in", fields).status_code] += 1
        browser.cookies.pop("device", None)


if __name__ == "__main__":
    main()
