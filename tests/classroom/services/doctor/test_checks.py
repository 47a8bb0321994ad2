"""The doctor's findings that need no separate network: ports, files, and the messages about them."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.instance.other_devices import (
    clock_ahead_of_other,
    note_other_clock,
    note_other_device,
    other_device_seen_at,
)
from classroom.presenters.doctor import shown_examination
from classroom.services.doctor import Finding, Level, Setup, Subject, Verdict, examine
from classroom.services.doctor.addresses import is_own_address, network_addresses
from classroom.services.doctor.checks import ends_soon
from classroom.services.doctor.probe import Place, Reply, Validity, ask, first_event_after
from classroom.services.doctor.storage import check_database, newest_entry

if TYPE_CHECKING:
    from pathlib import Path

    from tests.shared_server import SharedServer

FACTS = {
    "address": "http://10.0.0.5:8000",
    "addresses": ("http://10.0.0.5:8000",),
    "host": "game",
    "ip": "169.254.1.1",
    "port": 8000,
    "command": "c",
    "database": "d",
    "why": "w",
    "folder": "f",
    "free": 5_000_000,
    "now": "n",
    "newest": "m",
    "ms": 5,
    "until": clock.now(),
    "version": "1",
    "minutes": 60,
    "encoding": "SQL_ASCII",
    "at": clock.now(),
}


@pytest.fixture
def free_port() -> int:
    """Return a port on which nothing listens."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_each_verdict_has_a_sentence_for_its_facts() -> None:
    shown = shown_examination(Finding(verdict, FACTS) for verdict in Verdict)
    assert len({one.text for one in shown.findings}) == len(Verdict)
    assert [one.text for one in shown.findings if "%(" in one.text or not one.title] == []


def test_problems_come_first_and_then_what_matters_most() -> None:
    mixed = [Verdict.VERSION, Verdict.DISK_LOW, Verdict.DEVICE_NOT_TRIED, Verdict.NO_NETWORK, Verdict.RUNNING]
    found = sorted((Finding(one) for one in mixed), key=lambda one: one.place)
    assert [one.verdict for one in found] == [
        *(Verdict.NO_NETWORK, Verdict.DISK_LOW, Verdict.DEVICE_NOT_TRIED, Verdict.RUNNING, Verdict.VERSION)
    ]
    assert {one.subject for one in found} < set(Subject)
    assert found[0].level is Level.PROBLEM


def test_this_app_is_distinguished_from_others(shared_server: SharedServer, free_port: int) -> None:
    place = Place(shared_server.server.address)
    found = ask(place)
    assert found.reply is Reply.APP
    assert abs(found.ahead) < 10
    first = first_event_after(place)
    assert first is not None
    assert ask(Place.of("127.0.0.1", free_port)).reply is Reply.REFUSED
    assert ask(Place(f"http://nothing-here.invalid:{free_port}")).reply is Reply.NAME_UNKNOWN
    assert ask(Place(f"https://127.0.0.1:{shared_server.server.port}")).reply in {Reply.NO_TLS, Reply.REFUSED}


def test_another_program_is_not_this_app(free_port: int) -> None:
    import http.server
    import threading

    with http.server.HTTPServer(("127.0.0.1", free_port), http.server.BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.handle_request, daemon=True).start()
        assert ask(Place.of("127.0.0.1", free_port)).reply is Reply.OTHER_PROGRAM


def test_a_server_on_this_computer_only_is_named(shared_server: SharedServer) -> None:
    server = shared_server.server
    found = examine(Setup(folder=server.folder, database_url=f"sqlite:///{server.database}", port=server.port))
    verdicts = {one.verdict for one in found}
    assert verdicts & {Verdict.ONLY_THIS_COMPUTER, Verdict.NO_NETWORK, Verdict.NO_LEASE}
    assert {Verdict.DATABASE_WORKS, Verdict.CLOCK_GOOD, Verdict.VERSION} <= verdicts
    assert list(found) == sorted(found, key=lambda one: one.place)


def test_an_address_behind_a_proxy_is_checked(shared_server: SharedServer) -> None:
    server = shared_server.server
    url = f"sqlite:///{server.database}"
    found = examine(Setup(folder=server.folder, database_url=url, port=None, address=server.address))
    assert {Verdict.ADDRESS_WORKS, Verdict.TLS_NONE, Verdict.STREAMS_WORK} <= {one.verdict for one in found}


def test_databases(tmp_path: Path) -> None:
    file = tmp_path / "classroom.sqlite3"
    url = f"sqlite:///{file}"

    def verdict() -> Verdict:
        return next(iter(check_database(url=url, folder=tmp_path))).verdict

    assert verdict() is Verdict.DATABASE_MISSING
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE one (number INTEGER)")
    assert verdict() is Verdict.DATABASE_WORKS
    assert newest_entry(url=url) is None
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert verdict() is Verdict.DATABASE_BUSY
    file.write_bytes(b"holiday pictures" * 400)
    assert verdict() is Verdict.DATABASE_UNUSABLE


def test_no_database_server(tmp_path: Path, free_port: int) -> None:
    pytest.importorskip("psycopg")
    url = f"postgresql+psycopg://school@127.0.0.1:{free_port}/classroom"
    found = next(iter(check_database(url=url, folder=tmp_path)))
    assert found.verdict is Verdict.DATABASE_UNREACHABLE
    assert "school" in str(found.facts["database"])


def test_another_device_is_recorded_once_a_second(tmp_path: Path) -> None:
    assert other_device_seen_at(tmp_path) is None
    assert note_other_device(tmp_path)
    assert not note_other_device(tmp_path)
    assert other_device_seen_at(tmp_path) is not None
    assert (tmp_path / "other_device").read_bytes() == b""
    assert not note_other_device(tmp_path / "missing")


@pytest.mark.parametrize(
    ("ahead", "named"), [(3600, Verdict.CLOCK_AHEAD), (-3600, Verdict.CLOCK_LATE), (20, Verdict.CLOCK_GOOD)]
)
def test_a_clock_that_differs_from_a_devices_is_named(tmp_path: Path, ahead: float, named: Verdict) -> None:
    note_other_device(tmp_path)
    note_other_clock(tmp_path, ahead)
    found = examine(Setup(folder=tmp_path, database_url=f"sqlite:///{tmp_path}/none.sqlite3", port=None))
    assert [one.verdict for one in found if one.subject is Subject.CLOCK] == [named]
    assert note_other_device(tmp_path) is False
    assert clock_ahead_of_other(tmp_path) == ahead  # opening the page keeps it


def test_own_addresses() -> None:
    assert all(is_own_address(one.ip) for one in network_addresses())
    assert is_own_address("::ffff:127.0.0.1")
    assert is_own_address("")
    assert not is_own_address("192.0.2.77")


def test_plain_http_is_a_limit() -> None:
    shown = shown_examination([Finding(Verdict.TLS_NONE), Finding(Verdict.VERSION, FACTS)])
    assert [one.level for one in shown.findings] == ["limit", "good"]
    assert (shown.problems, shown.questions, shown.level) == (0, 0, "good")


@pytest.mark.parametrize(
    ("hours", "left", "is_soon"),
    [(90 * 24, 15 * 24, False), (90 * 24, 13 * 24, True), (12, 11, False), (12, 4, False), (12, 2, True)],
)
def test_a_certificate_ends_soon_if_it_should_have_been_renewed(hours: int, left: int, is_soon: bool) -> None:
    """Caddy's own authority issues certificates for 12 hours."""
    ends = datetime(2026, 9, 7, 13, 5, tzinfo=UTC)
    certificate = Validity(ends - timedelta(hours=hours), ends)
    assert ends_soon(certificate, ends - timedelta(hours=left)) is is_soon


def test_times_have_the_usual_format() -> None:
    now = datetime(2026, 9, 7, 13, 5).astimezone()
    (line,) = shown_examination([Finding(Verdict.CLOCK_GOOD, {"now": now})]).findings
    assert line.text == "The clock shows Mon, Sep 7, 2026, 1:05\u202fPM."
