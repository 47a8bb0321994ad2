"""Hundreds of slow, half-open, and silent connections: clients that send complete requests notice nothing.

SLOW_CLIENTS and SLOW_SECONDS make the tests larger (`make slow-clients`, `make trust-long ONLY=S18`); then page times
have a limit too.
"""

from __future__ import annotations

import os
import select
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.over_http.server import LiveServer
from tests.over_http.slow_clients import BEGINNINGS, slow_clients
from tests.over_http.stage import set_stage
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.over_http.stage import Stage

CLIENTS = int(os.environ.get("SLOW_CLIENTS", "600"))
SECONDS = float(os.environ.get("SLOW_SECONDS", "1"))
IS_MEASURED = SECONDS >= 30
UNNOTICED = 0.05
"""Seconds; a page that loads this fast is acceptable, whatever the usual time."""
ASKERS = 4
STUDENTS = 24
PAGES = 3 * STUDENTS

ATTACKS = [(kind, addresses) for kind in BEGINNINGS for addresses in (1, 9)]

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def stage_and_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, LiveServer]]:
    folder: Path = tmp_path_factory.mktemp("slow")
    stage = set_stage(folder, students=STUDENTS)
    server = LiveServer(folder)
    server.start()
    yield stage, server
    server.stop()
    server.assert_no_faults()


@pytest.mark.parametrize(("kind", "addresses"), ATTACKS)
def test_pages_are_answered_beside_slow_clients(
    stage_and_server: tuple[Stage, LiveServer], kind: str, addresses: int
) -> None:
    stage, server = stage_and_server
    threads_before = _threads(server.pid)
    usual = _p95(_ask_for_pages(stage, server, SECONDS / 3))
    count = CLIENTS // 10 if kind == "slow-reader" else CLIENTS  # each of them requests 250 kB, which takes CPU time
    with slow_clients(server.port, kind=kind, count=count, addresses=addresses):
        times = _ask_for_pages(stage, server, SECONDS)
    assert _threads(server.pid) == threads_before
    p50, p95 = times[len(times) // 2], _p95(times)
    print(
        f"S18 {count} × {kind} from {addresses} address(es) for {SECONDS:.0f} s: {len(times)} pages, "
        f"p50 {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms (without them {usual * 1000:.0f} ms), "
        f"slowest {times[-1] * 1000:.0f} ms"
    )
    if IS_MEASURED:
        check_bar(what="p95 of a page, in seconds", figure=p95, bar=max(UNNOTICED, 2 * usual))


def test_a_school_behind_one_address_is_not_disturbed(stage_and_server: tuple[Stage, LiveServer]) -> None:
    """All students have a stream and load pages from the same address as the slow clients."""
    stage, server = stage_and_server
    with slow_clients(server.port, kind="half-header", count=CLIENTS), ThreadPoolExecutor(20) as pool:
        streams = [_open_stream(server, student.cookie) for student in stage.students]
        browsers = [server.browser(stage.students[number % STUDENTS].cookie) for number in range(PAGES)]
        answers = list(pool.map(lambda one: one.send("GET", "/play").status_code, browsers))
        assert answers == [200] * PAGES
        teacher = server.browser(stage.teacher.cookie)
        teacher.open(f"/sessions/{stage.class_session_id}")
        teacher.submit(form="/pause")
        for stream in streams:
            assert b"event: poke" in stream.recv(4096)
        teacher.submit(form="/resume")
    for stream in streams:
        stream.close()


def _open_stream(server: LiveServer, cookie: str) -> socket.socket:
    """Open a student's stream, and read its first notification."""
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    stream.sendall(f"GET /play/stream HTTP/1.1\r\nHost: x\r\nCookie: classroom={cookie}\r\n\r\n".encode())
    received = b""
    while b"event: poke" not in received:
        data = stream.recv(4096)
        assert data, received
        received += data
    while stream in select.select([stream], [], [], 0.1)[0]:
        stream.recv(4096)
    return stream


def _threads(pid: int) -> int:
    """Return the number of threads of a process, or 0 on systems that don't show it."""
    folder = Path(f"/proc/{pid}/task")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def _ask_for_pages(stage: Stage, server: LiveServer, seconds: float) -> list[float]:
    """Let students load their pages over new and reused connections. Return the sorted times."""
    times: list[float] = []
    faults: list[BaseException] = []
    end = time.monotonic() + seconds

    def ask(number: int) -> None:
        browser = server.browser(stage.students[number].cookie)
        try:
            while time.monotonic() < end:
                started = time.perf_counter()
                answer = browser.send("GET", "/play")
                times.append(time.perf_counter() - started)
                assert answer.status_code == 200
                if number % 2:
                    browser.close()
                time.sleep(0.1)
        except (AssertionError, OSError) as fault:
            faults.append(fault)

    askers = [threading.Thread(target=ask, args=(number,)) for number in range(ASKERS)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert faults == []
    return sorted(times)


def _p95(times: list[float]) -> float:
    return times[int(len(times) * 0.95)]
