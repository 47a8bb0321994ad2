from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make run.py use an empty folder as its own."""
    (tmp_path / run.RUN).write_text("flask==1 --hash=sha256:aa")
    (tmp_path / run.TEST).write_text("pytest==1 --hash=sha256:bb")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    for name, value in {"ROOT": tmp_path, "VENV": tmp_path / ".venv", "PYTHON": python}.items():
        monkeypatch.setattr(run, name, value)
    monkeypatch.setattr(run, "STAMP", tmp_path / ".venv" / "installed.txt")
    monkeypatch.setattr(run, "usable_environment", lambda **_: True)
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record the commands that would be started. All of them succeed."""
    started: list[list[str]] = []

    def call(command: list[str], **_: Any) -> int:
        started.append(command)
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(run, "compile_translations", lambda: None)
    return started


def test_python_3_7_can_parse_it() -> None:
    source = Path(run.__file__).read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 7)).body


def test_an_old_python_gets_a_message(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    assert run.main([]) == 1
    assert capsys.readouterr().err.startswith("This program needs Python 3.11 or later. This is Python 3.10.")


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_missing_part_of_python_names_its_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    monkeypatch.setattr(run, "usable_environment", lambda **_: False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else object())
    assert run.main([]) == 1
    assert "apt install python3-venv" in capsys.readouterr().err
    assert not run.STAMP.exists()


def test_a_folder_of_another_user_gets_a_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "VENV", Path("/dev/null/.venv"))
    monkeypatch.setattr(run, "STAMP", run.VENV / "installed.txt")
    monkeypatch.setattr(run, "usable_environment", lambda **_: False)
    assert run.main([]) == 1
    assert capsys.readouterr().err.startswith(f"Can't use {run.VENV}")


def test_packages_are_installed_with_hashes_and_only_once(folder: Path, calls: list[list[str]]) -> None:
    run.prepare(run.RUN)
    run.prepare(run.RUN)
    (command,) = calls
    assert command[-3:] == ["--require-hashes", "-r", str(folder / run.RUN)]


def test_uv_is_used_if_it_is_installed(folder: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    run.prepare(run.RUN)
    assert calls[0][:3] == ["/bin/uv", "pip", "install"]


def test_with_uv_only_the_apps_environment_has_pip(
    folder: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[dict[str, bool]] = []
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(run, "usable_environment", lambda **_: False)
    monkeypatch.setattr(run, "make_environment", lambda **options: made.append(options))
    run.prepare(run.RUN)
    run.prepare(run.TEST)
    assert made == [{"with_pip": True}, {"with_pip": False}]


def test_changed_requirements_are_installed_again(folder: Path, calls: list[list[str]]) -> None:
    run.prepare(run.RUN)
    (folder / run.RUN).write_text("flask==2 --hash=sha256:cc")
    run.prepare(run.RUN)
    assert len(calls) == 2


def test_test_requirements_include_those_of_the_app(folder: Path, calls: list[list[str]]) -> None:
    run.prepare(run.RUN)
    run.prepare(run.TEST)
    run.prepare(run.RUN)
    assert [Path(command[-1]).name for command in calls] == [run.RUN, run.TEST]


def test_a_failed_install_gives_a_message_and_can_be_repeated(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 1)
    assert run.main([]) == 1
    assert "could not be installed" in capsys.readouterr().err
    assert not run.STAMP.exists()


def test_arguments_are_passed_to_the_app(folder: Path, calls: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "hand_over", len)
    assert run.main(["demo", "--port", "9000"]) == len(["-m", "classroom", "demo", "--port", "9000"])


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot become another program")
def test_the_app_replaces_the_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[Any] = []

    def become(*arguments: Any) -> None:
        became.extend(arguments)
        raise SystemExit  # os.execve does not return either

    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setattr(os, "execve", become)
    with pytest.raises(SystemExit):
        run.hand_over(["-m", "classroom"])
    path, command, environment = became
    assert path == str(run.PYTHON)
    assert command == [str(run.PYTHON), "-P", "-m", "classroom"]
    assert environment["PYTHONPATH"] == f"{folder}{os.pathsep}elsewhere"


def test_browser_path_has_priority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "browser"
    mine.touch()
    monkeypatch.setenv("BROWSER_PATH", str(mine))
    assert run.find_browser() == str(mine)


def test_no_browser_is_found_if_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "browsers", lambda _: iter([None, "", "/no/such/browser"]))
    assert run.find_browser() is None


@pytest.mark.nightly
def test_a_browser_on_the_search_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chrome = tmp_path / "google-chrome"
    chrome.touch(mode=0o755)
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    assert run.find_browser() == str(chrome)


def test_a_headless_browser_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chromium", "chromium-headless-shell", "google-chrome"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    assert run.find_browser() == str(tmp_path / "chromium-headless-shell")


@pytest.mark.skipif(os.name == "nt", reason="apt is Debian's")
@pytest.mark.parametrize(("found", "starts"), [(None, True), ("/usr/bin/chromium", False)])
def test_missing_packages_for_browser_tests_are_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: str | None, starts: bool
) -> None:
    tried: list[list[str]] = []
    monkeypatch.setattr(run, "prepare", lambda _: None)
    monkeypatch.setattr(run, "find_browser", lambda _: found)
    monkeypatch.setattr(run, "playwright_starts", lambda: starts)
    monkeypatch.setattr(run, "attempt", lambda command, _: tried.append(command))
    monkeypatch.setattr(run, "hand_over", len)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.chdir(folder)
    assert run.main(["test", "-x"]) == len(["-m", "pytest", f"--randomly-seed={run.SEED}", *run.IN_PARALLEL, "-x"])
    assert {"chromium", "libatomic1"} <= set(tried[1])
    assert ("No browser was found" in capsys.readouterr().out) == (found is None)


@pytest.mark.skipif(os.name == "nt", reason="apt is Debian's")
def test_system_packages_are_installed_only_as_root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[list[str]] = []
    monkeypatch.setattr(run, "find_browser", lambda _: None)
    monkeypatch.setattr(run, "attempt", lambda command, _: tried.append(command))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    run.install_browser()
    assert tried == [[str(run.PYTHON), "-m", "playwright", "install", "chromium"]]
