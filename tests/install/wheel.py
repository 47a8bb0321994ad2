"""The wheel in a fresh Debian with only Python: with pip, then with pipx and uvx."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from tests.install.lesson import Lesson, Site
from tests.install.releases import NEXT, wheels
from tests.install.root import FreshRoot, fresh_root
from tests.over_http.server import reserve_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.install.steps import Steps

COMMAND = "/opt/app/bin/sequence-classroom"
DATA = "var/tmp/.local/share/sequence-classroom"
BACKUP = "/opt/monday.sqlite3"


def try_wheel(steps: Steps) -> None:
    """Run all steps."""
    with steps.step("build two releases"):
        this, later = wheels()
    with fresh_root("wheel") as root:
        for wheel in (this, later):
            shutil.copy(wheel, root.folder / "opt")
        with steps.step("fresh Debian with Python"):
            root.install("python3-venv", "pipx")
        with steps.step("pip install"):
            root.run("python3", "-m", "venv", "/opt/app")
            root.run("/opt/app/bin/pip", "install", "--quiet", f"/opt/{this.name}")
        with serving(root, COMMAND, steps=steps) as (site, output):
            token = _token(output)
            with steps.step("lesson"):
                lesson = Lesson(site, token)
        with steps.step("pip install --upgrade"):
            root.run("/opt/app/bin/pip", "install", "--quiet", "--upgrade", f"/opt/{later.name}")
        assert root.run(COMMAND, "--version").strip() == NEXT
        with serving(root, COMMAND) as (site, _):
            lesson.move_to(site)
            lesson.assert_kept()
            with steps.step("backup"):
                root.run(COMMAND, "backup", BACKUP)
            lesson.spoil()
        with steps.step("restore"):
            root.run(COMMAND, "restore", BACKUP)
        with serving(root, COMMAND) as (site, _):
            lesson.move_to(site)
            lesson.assert_restored()
        with steps.step("pip uninstall"):
            root.run("/opt/app/bin/pip", "uninstall", "--yes", "--quiet", "sequence-classroom")
        assert not (root.folder / COMMAND[1:]).exists()
        assert (root.folder / DATA / "classroom.sqlite3").is_file(), "an uninstallation must not delete data"
        for way, commands in _other_ways(later).items():
            with steps.step(f"{way} install"):
                for command in commands[:-1]:
                    root.run(*command)
                root.run(*commands[-1], "--version")
            with serving(root, *commands[-1]) as (site, _):
                lesson.move_to(site)
                lesson.assert_kept()


@contextmanager
def serving(root: FreshRoot, *command: str, steps: Steps | None = None) -> Iterator[tuple[Site, Path]]:
    """Serve the app in this root. Yield its address and the file with its output."""
    port = reserve_port(root)
    site = Site(f"http://127.0.0.1:{port}")
    with root.running(*command, "--host", "127.0.0.1", "--port", str(port), PYTHONUNBUFFERED="1") as output:
        with steps.step("start") if steps else nullcontext():
            site.wait()
        yield site, output


def _other_ways(wheel: Path) -> dict[str, list[list[str]]]:
    """Yield the commands of each tool; the last one runs the app."""
    file = f"/opt/{wheel.name}"
    return {
        "pipx": [["pipx", "install", file], ["/var/tmp/.local/bin/sequence-classroom"]],  # noqa: S108 (in the root)
        "uvx": [
            ["python3", "-m", "venv", "/opt/uv"],
            ["/opt/uv/bin/pip", "install", "--quiet", "uv"],
            ["/opt/uv/bin/uvx", "--from", file, "sequence-classroom"],
        ],
    }


def _token(output: Path) -> str:
    found = re.search(r"token: (\S+)", output.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]
