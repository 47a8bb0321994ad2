"""The instance folder: its location, and its secrets. Independent of Flask."""

from __future__ import annotations

import hmac
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_data_path

KEY_BYTES = 32
_KEY_FILE = "secret_key"
_LMS_KEY_FILE = "lms_key.pem"
_TOKEN_FILE = "setup_token"  # noqa: S105 (a file's name)
_PACKAGE = Path(__file__).resolve().parents[1]
_NAME = "sequence-classroom"
_LONGEST_WRITE_SECONDS = 2.0


class InstanceError(Exception):
    """The app can't start. The text says what is wrong and what to do, for the person at the terminal."""


def instance_path() -> Path:
    """Return the folder for the database and the secrets.

    `CLASSROOM_INSTANCE` if it is set, or `instance/` in a source checkout, or the user's data folder. `relocation`
    moves data of earlier versions to the last one.
    """
    return chosen_path() or checkout_path() or user_path()


def chosen_path() -> Path | None:
    """Return the folder named by `CLASSROOM_INSTANCE`, which has precedence."""
    chosen = os.environ.get("CLASSROOM_INSTANCE")
    return Path(chosen).expanduser().resolve() if chosen else None


def checkout_path() -> Path | None:
    """Return `instance/` beside the code, if the code is in a source checkout."""
    # Only __file__ decides: an editable install leaves stale copies of templates in site-packages.
    checkout = _PACKAGE.parent
    # Both, because another package may have left a pyproject.toml in site-packages.
    return checkout / "instance" if all((checkout / name).is_file() for name in ("pyproject.toml", "run.py")) else None


def command_name() -> str:
    """Return the command prefix to show in messages; an installed package has its own."""
    return _NAME if checkout_path() is None else "python3 run.py"


def user_path() -> Path:
    """Return the user's data folder, which installing and upgrading the package never touch."""
    return user_data_path(_NAME, appauthor=False)


def prepare_instance(path: Path) -> None:
    """Create the folder, private to its owner, and check that it is writable.

    :raises InstanceError: if it can't be created or written.
    """
    probe = path / f".probe-{secrets.token_hex(4)}"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InstanceError(
            f"Can't write to the folder {path} ({error.strerror}). Make it writable, or set CLASSROOM_INSTANCE to "
            "another folder."
        ) from error


def secret_key(path: Path) -> bytes:
    """Return the key that signs cookies and forms, created at the first start and shared by all processes.

    :raises InstanceError: if the folder can't be written, or the key is shorter than 32 bytes or can't be read.
    """
    prepare_instance(path)
    key = _read_or_create(path / _KEY_FILE, secrets.token_hex(KEY_BYTES)).encode()
    if len(key) < KEY_BYTES:
        raise InstanceError(
            f"The secret key in {path / _KEY_FILE} is shorter than {KEY_BYTES} bytes. Delete the file "
            "to create a new key. Everyone must then sign in again."
        )
    return key


def lms_key(path: Path, make: Callable[[], str]) -> str:
    """Return the private key that signs for LMSs, created on first use and shared by all processes.

    :param make: returns a new key as PEM text.
    :raises InstanceError: if the file can't be read or written.
    """
    file = path / _LMS_KEY_FILE
    return _read_or_create(file, "" if file.exists() else make())


def drop_lms_key(path: Path) -> None:
    """Delete that key, so that a new one is created."""
    (path / _LMS_KEY_FILE).unlink(missing_ok=True)


def setup_token(path: Path) -> str:
    """Return the one-time token for the setup page, created on first use.

    :raises InstanceError: if the file can't be read or written.
    """
    digits = secrets.token_hex(12)
    return _read_or_create(path / _TOKEN_FILE, "-".join(digits[at : at + 4] for at in range(0, len(digits), 4)))


def check_setup_token(path: Path, token: str) -> bool:
    """Check the setup token, ignoring case and hyphens; False if there is none."""
    try:
        kept = (path / _TOKEN_FILE).read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return bool(_bare(kept)) and hmac.compare_digest(_bare(kept), _bare(token))


def spend_setup_token(path: Path) -> None:
    """Delete the token once the first teacher exists."""
    (path / _TOKEN_FILE).unlink(missing_ok=True)


def _bare(token: str) -> bytes:
    return "".join(token.split()).replace("-", "").casefold().encode()


def _read_or_create(path: Path, fresh: str) -> str:
    """Read the file, or create it with these contents, readable only by its owner.

    O_EXCL lets exactly one of several starting processes create it; the others wait until it is written.
    """
    try:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return _read_when_written(path)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(fresh)
                file.flush()
                os.fsync(file.fileno())
        except OSError:  # the disk is full: an empty file would be read as the secret
            path.unlink(missing_ok=True)
            raise
    except (OSError, UnicodeDecodeError) as error:
        raise InstanceError(f"Can't read or create the file {path}: {error}.") from error
    return fresh


def _read_when_written(path: Path) -> str:
    deadline = time.monotonic() + _LONGEST_WRITE_SECONDS
    while True:
        text = path.read_text(encoding="ascii").strip()
        if text or time.monotonic() > deadline:
            return text
        time.sleep(0.01)
