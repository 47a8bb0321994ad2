"""Each fault of a school's network is created in network namespaces, and the doctor names it first."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.classroom.services.doctor.namespaces import School

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's"),
]


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    """A network for all tests of this file."""
    from tests.classroom.services.doctor.namespaces import School, why_not

    if reason := why_not():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("school")
    copy_migrated_database(folder)
    school = School(folder)
    yield school
    school.close()


@pytest.fixture
def school(network: School) -> Iterator[School]:
    """The network without faults."""
    yield network
    network.mend()


def test_no_problem_is_found_once_a_device_connected(school: School) -> None:
    school.serve()
    status, lines = school.examine()
    assert (status, lines[0].split()[0]) == (0, "UNKNOWN"), lines
    assert school.open_on_device()
    status, lines = school.examine()
    assert status == 0
    assert lines[-1] == "Everything looks good."
    assert {line.split()[0] for line in lines[:-2]} == {"ok", "note"}  # the note: no HTTPS


def test_bound_to_this_computer_only(school: School) -> None:
    school.serve("--host", "127.0.0.1")
    assert not school.open_on_device()
    status, lines = school.examine()
    assert status == 1
    assert "Only this computer can open the app" in lines[0]


def test_not_running(school: School) -> None:
    assert "Nothing answers on port 8000" in school.examine()[1][0]


def test_port_blocked_by_the_firewall(school: School) -> None:
    school.serve()
    school.close_port()
    assert not school.open_on_device()
    status, lines = school.examine("--wait", "1")
    assert status == 1
    assert "a firewall blocks port 8000" in lines[0]
    assert "8000" in lines[0].partition("Allow it:")[2]


def test_port_blocked_for_this_computer_too(school: School) -> None:
    school.serve()
    school.close_port(also_here=True)
    assert "firewall of this computer blocks port 8000" in school.examine()[1][0]


def test_client_isolation(school: School) -> None:
    school.serve()
    school.keep_devices_apart()
    assert not school.open_on_device()
    status, lines = school.examine("--wait", "1")
    assert status == 1
    assert "client isolation" in lines[0]


def test_no_address(school: School) -> None:
    school.serve()
    school.unplug()
    assert "no network address" in school.examine()[1][0]


def test_wrong_host(school: School) -> None:
    school.serve(CLASSROOM_HOSTS="game.school.example")
    status, lines = school.examine(CLASSROOM_HOSTS="game.school.example")
    assert status == 1
    assert "Add it to CLASSROOM_HOSTS" in lines[0]


def test_wrong_scheme(school: School) -> None:
    school.serve(CLASSROOM_HTTPS="1")
    status, lines = school.examine(CLASSROOM_HTTPS="1")
    assert status == 1
    assert "CLASSROOM_HTTPS is set" in lines[0]


def test_unknown_name(school: School) -> None:
    school.serve("--host", "127.0.0.1", CLASSROOM_PROXIES="1")
    status, lines = school.examine("--address", "https://game.school.example", CLASSROOM_PROXIES="1")
    assert status == 1
    assert "No computer has the name game.school.example" in lines[0]


def test_clock_behind(school: School) -> None:
    school.serve()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(school.folder / "classroom.sqlite3")) as database:
        database.execute(
            "INSERT INTO audit_entries (at, action, actor, subject, detail, device) VALUES (?, 'x', '', '', '', '')",
            [tomorrow],
        )
        database.commit()
    try:
        assert "clock is behind" in school.examine()[1][0]
    finally:
        school.stop()
        recreate_ready_database(school)


def test_disk_nearly_full(school: School) -> None:
    school.serve()
    small = f"mount -t tmpfs -o size=15m none {school.folder}"
    assert any(line.startswith("PROBLEM  Disk: The disk is full") for line in school.examine(before=small)[1])
    larger = small.replace("15m", "100m")
    assert any(line.startswith("WARNING  Disk: The disk is almost full") for line in school.examine(before=larger)[1])


def test_database_read_only(school: School) -> None:
    school.serve()
    file = school.folder / "classroom.sqlite3"
    read_only = f"mount --bind {file} {file} && mount -o remount,ro,bind {file}"
    assert "can’t be written to" in school.examine(before=read_only)[1][0]


def recreate_ready_database(school: School) -> None:
    """Restore the database after a test, because the activity log does not allow deleting."""
    for file in school.folder.glob("classroom.sqlite3*"):
        file.unlink()
    copy_migrated_database(school.folder)
