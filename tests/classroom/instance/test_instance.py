from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from classroom import instance


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folder_is_beside_the_code_in_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLASSROOM_INSTANCE", raising=False)
    assert instance.instance_path() == Path(__file__).parents[3] / "instance"


@pytest.mark.parametrize("has_stray_file", [False, True])
def test_folder_belongs_to_the_user_when_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_stray_file: bool
) -> None:
    """Not the environment's folder: an upgrade may recreate that."""
    monkeypatch.delenv("CLASSROOM_INSTANCE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(instance, "_PACKAGE", tmp_path / "site-packages" / "classroom")
    if has_stray_file:
        (tmp_path / "site-packages").mkdir()
        (tmp_path / "site-packages" / "pyproject.toml").touch()
    path = instance.instance_path()
    assert path.name == "sequence-classroom"
    assert not path.is_relative_to(sys.prefix)
    if sys.platform == "linux":
        assert path == tmp_path / "data" / "sequence-classroom"


def test_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASSROOM_INSTANCE", "elsewhere")
    assert instance.instance_path() == tmp_path / "elsewhere"


def test_folder_is_created_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "a" / "instance"
    instance.prepare_instance(path)
    assert mode(path) == 0o700
    assert list(path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_refused_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "instance").touch()
    with pytest.raises(
        instance.InstanceError, match=r"^Can't write to the folder .*CLASSROOM_INSTANCE to another folder\.$"
    ):
        instance.prepare_instance(tmp_path / "instance")


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_an_unwritable_folder_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are not accessible to other users
        folder = Path(name)
        folder.chmod(0o555)
        assert _what_is_told(folder) == f"Can't write to the folder {folder} (Permission denied)."


def _what_is_told(folder: Path) -> str:
    """Return the first sentence of the refusal. Root can write anywhere, so a child process asks as another user."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        message = "nothing"
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            instance.prepare_instance(folder)
        except instance.InstanceError as error:
            message = str(error).partition(" Make it")[0]
        finally:
            os.write(writing, message.encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        message = answer.read().decode()
    os.waitpid(child, 0)
    return message


def test_key_is_created_once_and_private(tmp_path: Path) -> None:
    key = instance.secret_key(tmp_path)
    assert len(key) >= instance.KEY_BYTES
    assert mode(tmp_path / "secret_key") == 0o600
    assert instance.secret_key(tmp_path) == key


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert instance.secret_key(tmp_path / "a") != instance.secret_key(tmp_path / "b")


@pytest.mark.parametrize("kept", ["0123456789", "x" * 31])
def test_a_short_key_is_refused_and_kept(tmp_path: Path, kept: str) -> None:
    (tmp_path / "secret_key").write_text(kept)
    with pytest.raises(instance.InstanceError, match=r"shorter than 32 bytes\. Delete the file"):
        instance.secret_key(tmp_path)
    assert (tmp_path / "secret_key").read_text() == kept


def test_an_unreadable_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"\xff" * 40)
    with pytest.raises(instance.InstanceError, match="Can't read"):
        instance.secret_key(tmp_path)


def test_processes_that_start_together_get_one_key(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from classroom.instance import secret_key; "
        "sys.stdin.readline(); print(secret_key(pathlib.Path(sys.argv[1])).decode())"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    root = Path(__file__).parents[3]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) for _ in range(4)
    ]
    for process in processes:  # all of them wait for this line
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=60)[0].strip() for process in processes}
    assert len(keys) == 1
    assert re.fullmatch("[0-9a-f]{64}", keys.pop())


def test_an_incomplete_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret_key").touch()
    monkeypatch.setattr("time.sleep", lambda _: (tmp_path / "secret_key").write_text("k" * 64))
    assert instance.secret_key(tmp_path) == b"k" * 64


def test_a_full_disk_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(descriptor: int, *_: object, **__: object) -> None:
        os.close(descriptor)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(instance, "_LONGEST_WRITE_SECONDS", 0)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", fill)
        with pytest.raises(instance.InstanceError, match="No space left"):
            instance.setup_token(tmp_path)
    assert len(instance.setup_token(tmp_path)) == 29


def test_token_is_kept_until_it_is_spent(tmp_path: Path) -> None:
    token = instance.setup_token(tmp_path)
    assert re.fullmatch("([0-9a-f]{4}-){5}[0-9a-f]{4}", token)
    assert mode(tmp_path / "setup_token") == 0o600
    assert instance.setup_token(tmp_path) == token
    assert instance.check_setup_token(tmp_path, token)
    instance.spend_setup_token(tmp_path)
    instance.spend_setup_token(tmp_path)
    assert not instance.check_setup_token(tmp_path, token)
    assert instance.setup_token(tmp_path) != token


def test_token_can_be_typed_in_any_format(tmp_path: Path) -> None:
    token = instance.setup_token(tmp_path)
    assert instance.check_setup_token(tmp_path, f"  {token.replace('-', ' ').upper()} ")


@pytest.mark.parametrize("token", ["", "----", "0000-0000-0000-0000-0000-0000", "é" * 24, "\0"])
def test_a_wrong_token_is_refused(tmp_path: Path, token: str) -> None:
    instance.setup_token(tmp_path)
    assert not instance.check_setup_token(tmp_path, token)


def test_an_empty_token_file_accepts_no_token(tmp_path: Path) -> None:
    (tmp_path / "setup_token").touch()
    assert not instance.check_setup_token(tmp_path, "")
