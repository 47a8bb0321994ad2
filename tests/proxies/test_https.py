"""The files in docs/https with the real proxies: certificates, streams, redirects, headers, and silent connections."""

from __future__ import annotations

import os
import socket
import statistics
import time
from typing import TYPE_CHECKING

import pytest

from classroom.services.doctor.probe import Place, Reply, ask
from tests.over_http import LiveServer
from tests.proxies.proxy import HOST, Proxy, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

SILENT_ROUNDS = int(os.environ.get("SILENT_ROUNDS", "10"))
PAGES_A_ROUND = 15


@pytest.fixture(scope="module", params=["Caddyfile.internal", "nginx.conf"])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The app behind a real proxy, as described in docs/https.md."""
    program = "nginx" if request.param.startswith("nginx") else "caddy"
    if reason := why_not(program):
        pytest.skip(reason)
    settings = {"CLASSROOM_HTTPS": "1", "CLASSROOM_PROXIES": "1", "CLASSROOM_HOSTS": HOST}
    server = LiveServer(tmp_path_factory.mktemp("server"), settings=settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveServer, "_answers", _is_open)  # it answers to its name only
        server.start()
    one = Proxy(tmp_path_factory.mktemp("proxy"), server, request.param)
    yield one
    one.stop()
    server.stop()
    server.assert_no_faults()


def _is_open(server: LiveServer) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", server.port)) == 0


def test_pages_come_with_hsts_and_plain_http_is_redirected(proxy: Proxy) -> None:
    status, headers, body = proxy.open("/check")
    assert status == 200
    assert headers["Strict-Transport-Security"].startswith("max-age=")
    assert f"https://{HOST}:{proxy.port}/check" in body  # the scheme came through
    status, headers, _ = proxy.open(f"http://{HOST}:{proxy.plain_port}/check")
    assert status in {301, 308}
    assert headers["Location"].startswith(f"https://{HOST}")


def test_only_pages_are_redirected_from_plain_http(proxy: Proxy) -> None:
    plain = f"http://{HOST}:{proxy.plain_port}"
    assert proxy.open(f"{plain}/sign-in", form=b"password=secret")[0] == 403
    assert [proxy.open(plain + path)[0] for path in ("/metrics", "/ready", "/health")] == [403] * 3


def test_events_arrive_immediately(proxy: Proxy) -> None:
    began = time.monotonic()
    with proxy.trust.wrap_socket(socket.create_connection((HOST, proxy.port)), server_hostname=HOST) as line:
        line.settimeout(10)
        line.sendall(f"GET /check/stream HTTP/1.1\r\nHost: {HOST}:{proxy.port}\r\n\r\n".encode())
        received = b""
        while b"event: poke" not in received:
            received += line.recv(4096)
    assert time.monotonic() - began < 2


def test_the_doctor_reports_an_untrusted_authority(proxy: Proxy) -> None:
    assert ask(Place(proxy.address)).reply is Reply.UNTRUSTED


def test_a_client_cannot_fake_its_address(proxy: Proxy) -> None:
    """The check page would note another device."""
    head = f"GET /check HTTP/1.1\r\nHost: {HOST}:{proxy.port}\r\nX-Forwarded-For: 192.0.2.77\r\n"
    with proxy.trust.wrap_socket(socket.create_connection((HOST, proxy.port)), server_hostname=HOST) as line:
        line.sendall(f"{head}Connection: close\r\n\r\n".encode())
        while line.recv(65536):
            pass
    assert not (proxy.server.folder / "other_device").exists()


def test_silent_connections_do_not_block_others(proxy: Proxy) -> None:
    """Rounds with them and without take turns, so that whatever else the computer does slows both alike."""
    alone: list[float] = []
    beside: list[float] = []
    page_times(proxy, 20)  # the first pages take longer
    for number in range(SILENT_ROUNDS):
        for is_beside in (number % 2 == 0, number % 2 == 1):
            silent = [socket.create_connection((HOST, proxy.port)) for _ in range(50 if is_beside else 0)]
            (beside if is_beside else alone).extend(page_times(proxy, PAGES_A_ROUND))
            for line in silent:
                line.close()
    print(f"{proxy.program}: {median_and_p95(alone)} alone, {median_and_p95(beside)} beside 50 silent connections")
    assert max(beside) < 5  # seconds: each page was answered; the printed line says how fast


def page_times(proxy: Proxy, count: int) -> list[float]:
    """Open a page repeatedly, each time with a new connection. Return the seconds."""
    times = []
    for _ in range(count):
        began = time.perf_counter()
        assert proxy.open("/check")[0] == 200
        times.append(time.perf_counter() - began)
    return times


def median_and_p95(times: list[float]) -> str:
    """Write the median and the 95th percentile."""
    return f"median {1000 * statistics.median(times):.2f} ms, p95 {1000 * statistics.quantiles(times, n=20)[-1]:.2f}"
