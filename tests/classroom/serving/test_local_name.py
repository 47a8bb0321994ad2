"""The name on the local network, announced and resolved by real multicast on this computer's loopback interface."""

from __future__ import annotations

import queue
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from classroom.serving.local_name import LocalName

HERE = "127.0.0.1"
PATIENCE = 20.0


@pytest.mark.slow
def test_a_second_server_gets_another_name() -> None:
    messages: queue.Queue[str] = queue.Queue()
    first = LocalName("doctortest", addresses=[HERE], port=8000, on_ready=messages.put)
    first.start()
    try:
        assert messages.get(timeout=PATIENCE) == "doctortest.local"
        # Another loopback address stands for another computer.
        second = LocalName("doctortest", addresses=["127.0.0.2"], port=8000, on_ready=messages.put)
        second.start()
        assert messages.get(timeout=PATIENCE) == "doctortest-2.local"
        second.stop()
        # In a separate thread, because earlier browser tests may have left an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(looked_up).result() == ("doctortest.local.", [HERE])
    finally:
        first.stop()


def looked_up() -> tuple[str | None, list[str]]:
    """Return what a device on the network finds: the server's name and addresses."""
    with closing(Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only)) as device:
        found = ServiceInfo("_http._tcp.local.", "doctortest._http._tcp.local.")
        assert found.request(device, 3000)
        return found.server, found.parsed_addresses()
