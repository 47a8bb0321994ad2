"""A fresh Debian in a folder, and commands in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BUILD = Path(__file__).parents[2] / "build" / "install"
DEBIAN = os.environ.get("TRY_DEBIAN", "bookworm")
_CERTIFICATES = "etc/ssl/of-this-network.pem"
"""Without them, the fresh Debian can reach no packages where a network has certificates of its own."""
NEW_ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/var/tmp",  # noqa: S108 (of the fresh Debian)
    "LANG": "C.UTF-8",
    "SSL_CERT_FILE": f"/{_CERTIFICATES}",  # uv reads no file
}


def base() -> Path:
    """Create the Debian that all roots are copied from, once."""
    folder = BUILD / f"{DEBIAN}.base"
    if not folder.is_dir():
        unfinished = BUILD / f"{DEBIAN}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.parent.mkdir(parents=True, exist_ok=True)
        run(["debootstrap", "--variant=minbase", DEBIAN, str(unfinished)])
        shutil.copy("/etc/resolv.conf", unfinished / "etc")
        (unfinished / _CERTIFICATES).parent.mkdir(exist_ok=True)
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", unfinished / _CERTIFICATES)
        (unfinished / "etc/pip.conf").write_text(f"[global]\ncert = /{_CERTIFICATES}\n", encoding="utf-8")
        unfinished.rename(folder)
    return folder


def run(command: Sequence[str], *, cwd: Path | None = None, **settings: str) -> str:
    """Run a command on this machine. Return its output."""
    return _checked(command, {**os.environ, **settings}, cwd)


class FreshRoot:
    """A copy of the fresh Debian."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, *packages: str) -> None:
        """Install Debian packages, or a file given by an absolute path."""
        self.run("apt-get", "-qq", "update")
        self.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *packages)

    def run(self, *command: str, **settings: str) -> str:
        """Run a command in it, in a separate process namespace. Return its output."""
        return _checked(self.inside(*command), {**NEW_ENVIRONMENT, "DEBIAN_FRONTEND": "noninteractive", **settings})

    @contextmanager
    def running(self, *command: str, **settings: str) -> Iterator[Path]:
        """Run a command in it during the block, then terminate it. Yield the file with its output."""
        output = self.folder / "var/tmp/output.txt"
        with (
            output.open("w") as file,
            subprocess.Popen(
                self.inside(*command), env={**NEW_ENVIRONMENT, **settings}, stdout=file, stderr=subprocess.STDOUT
            ) as process,
        ):
            try:
                yield output
            finally:
                # The command itself: the one below `unshare`, which would kill it.
                run(["pkill", "-TERM", "--parent", str(process.pid)])
                process.wait(30)

    def inside(self, *command: str) -> list[str]:
        """Return the prefix of a command that runs in this root."""
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.folder / 'proc'}"]
        return [*space, "chroot", str(self.folder), *command]


@contextmanager
def fresh_root(name: str) -> Iterator[FreshRoot]:
    """Yield a fresh Debian, which is deleted at the end."""
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    run(["cp", "--archive", "--reflink=auto", str(base()), str(folder)])
    try:
        yield FreshRoot(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _checked(command: Sequence[str], environment: dict[str, str], cwd: Path | None = None) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout
