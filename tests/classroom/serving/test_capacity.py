"""The number of connections and streams that a computer can hold."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from classroom.serving import capacity


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")
@pytest.mark.parametrize(("soft", "hard"), [(64, 700), (700, 700)])
def test_the_descriptor_limit_is_raised(soft: int, hard: int) -> None:
    code = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        "from classroom.serving import capacity\n"
        "print(capacity.most_connections(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == [str(700 - 128), "700", "700"]


def test_a_small_computer_has_room_for_a_school(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "raise_descriptor_limit", lambda: 1_000_000)
    monkeypatch.setattr(capacity, "_room_in_memory", lambda: 1024**3 // 4 // capacity._CONNECTION_BYTES)
    assert capacity.most_streams() > 5000


def test_a_large_one_has_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "raise_descriptor_limit", lambda: 1_000_000)
    monkeypatch.setattr(capacity, "_room_in_memory", lambda: 10_000_000)
    assert capacity.most_connections() == capacity._MOST_CONNECTIONS
    assert capacity.most_streams() < capacity.most_connections() * 0.7, "pages ask for more than their stream"


def test_at_least_one_stream_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "raise_descriptor_limit", lambda: 64)
    assert capacity.most_connections() == 1
