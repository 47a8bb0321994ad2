from __future__ import annotations

import io
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from classroom import hosting
from classroom.config import SettingError
from classroom.instance import InstanceError
from classroom.services.doctor import addresses


def test_everyone_on_the_network_gets_address_and_qr_code() -> None:
    text = hosting.announcement("0.0.0.0", 8000, lan="192.168.1.20")
    assert "On this computer:  http://127.0.0.1:8000/" in text
    assert "Students open:     http://192.168.1.20:8000/" in text
    assert text.count("█") > 50


def test_students_open_one_of_several_addresses() -> None:
    text = hosting.announcement("10.1.2.3", 80, lan="192.168.1.20")
    assert "Students open:     http://10.1.2.3:80/" in text
    assert "192.168" not in text


def test_the_first_start_prints_an_address_that_enters_the_setup_token() -> None:
    lines = hosting.first_start_note("0.0.0.0", 8000, token="a87f-7209").splitlines()
    assert "    http://127.0.0.1:8000/setup#a87f-7209" in lines
    assert lines[-1].endswith("enter this setup token: a87f-7209")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, None),
        ({"TRUSTED_HOSTS": ["game.example"], "PROXIES": 1, "SESSION_COOKIE_SECURE": True}, "https://game.example/"),
        ({"TRUSTED_HOSTS": ["game.example"], "PROXIES": 1, "PATH": "/sequence"}, "http://game.example/sequence/"),
        ({"TRUSTED_HOSTS": [".example", "game.example"]}, "http://game.example:8000/"),
        ({"TRUSTED_HOSTS": ["game.example", "127.0.0.1"]}, None),
        ({"TRUSTED_HOSTS": [".example"]}, None),
    ],
)
def test_people_are_told_only_addresses_that_the_server_answers(settings: dict[str, object], named: str | None) -> None:
    everything = {"TRUSTED_HOSTS": None, "PROXIES": 0, "SESSION_COOKIE_SECURE": False, "PATH": ""}
    assert hosting.named_address(everything | settings, 8000) == named
    text = hosting.announcement("127.0.0.1", 8000, lan="192.168.1.20", named=named)
    note = hosting.first_start_note("127.0.0.1", 8000, token="a87f-7209", named=named)
    assert ("On this computer:" in text) is ("127.0.0.1" in note) is (named is None)
    if named:
        assert "Listening on:      http://127.0.0.1:8000/" in text
        assert f"Students open:     {named}" in text
        assert f"open this address to create your account.\n    {named}setup#a87f-7209" in note


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1"])
def test_this_computer_only(host: str) -> None:
    text = hosting.announcement(host, 8000, lan="192.168.1.20")
    assert "Students" not in text
    assert "█" not in text


def test_a_missing_network_is_mentioned() -> None:
    text = hosting.announcement("0.0.0.0", 8000, lan=None)
    assert "http://127.0.0.1:8000/" in text
    assert "No network found" in text


def test_ipv6_addresses_have_brackets() -> None:
    assert hosting.address("fe80::1", 8000) == "http://[fe80::1]:8000/"


def test_a_terminal_without_blocks_gets_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    assert hosting.qr_code("http://192.168.1.20:8000/") == ""


def test_lan_address_is_reachable_for_others() -> None:
    found = addresses.lan_address()
    assert found is None or addresses.is_reachable(found)


def test_a_missing_route_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert addresses.lan_address() is None


@pytest.mark.parametrize(("megabytes", "says"), [(500, []), (499, ["Only 499 MB are free", "Free up space"])])
def test_little_disk_space_is_mentioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, megabytes: int, says: list[str]
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=megabytes * 1000**2))
    notes = hosting.room_notes(tmp_path)
    assert all(part in "".join(notes) for part in says)
    assert bool(notes) == bool(says)


def test_serving_is_refused_without_disk_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=19_000_000))
    with pytest.raises(InstanceError, match=r"Only 19 MB are free .* Free up space, then start again\."):
        hosting.room_notes(tmp_path)


@pytest.mark.parametrize(
    "address", ["postgresql://user:secret@a:5432,b:5433/classroom", "no address", "mysql://a/b", "sqllite:///a"]
)
def test_an_invalid_address_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with (
        pytest.raises(SettingError, match=r"DATABASE_URL can't be used") as refused,
        hosting.opened_app(instance_path=tmp_path),
    ):
        pass
    assert "secret" not in str(refused.value)
