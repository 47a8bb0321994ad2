"""Settings in the environment, as text and as the app reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from classroom.config import SettingError, from_environment, local_name


@pytest.mark.parametrize(
    ("text", "name"),
    [("sequence", "sequence"), ("Room-4", "room-4"), (" room.local ", "room"), ("", "")],
)
def test_names_on_the_network(text: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLASSROOM_NAME", text)
    assert local_name() == name


@pytest.mark.parametrize("text", ["-x", "x-", "a.b", "ñ", "our school", "x" * 64])
def test_what_is_no_name_on_the_network_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLASSROOM_NAME", text)
    with pytest.raises(SettingError, match=f"CLASSROOM_NAME={text} can't be used"):
        local_name()


@pytest.mark.parametrize(
    ("variable", "text", "read"),
    [
        ("CLASSROOM_PATH", "", ("PATH", "")),
        ("CLASSROOM_PATH", "/sequence/", ("PATH", "/sequence")),
        ("CLASSROOM_PATH", "/a/b-1", ("PATH", "/a/b-1")),
        ("CLASSROOM_HTTPS", "0", ("SESSION_COOKIE_SECURE", False)),
        ("CLASSROOM_HTTPS", "1", ("SESSION_COOKIE_SECURE", True)),
        ("CLASSROOM_LOG", "json", ("LOG_FORMAT", "json")),
        ("CLASSROOM_CURRICULUM", "", ("CURRICULUM", None)),
        ("CLASSROOM_CURRICULUM", "common-core", ("CURRICULUM", "common-core")),
    ],
)
def test_settings_are_read(
    variable: str, text: str, read: tuple[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(variable, text)
    setting, value = read
    assert from_environment(tmp_path)[setting] == value
