"""The image, built without a daemon and run as configured: unprivileged, with a read-only root."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.guards.files import ROOT
from tests.install.lesson import Lesson, Site
from tests.install.releases import NEXT, wheels
from tests.install.root import BUILD, base, run
from tests.over_http.server import reserve_port
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.install.steps import Steps

STORE = BUILD / "images"
USER = 10001
BACKUP = "/data/monday.sqlite3"
NOTICED_WITHIN = 150.0


def try_image(steps: Steps) -> None:
    """Run all steps."""
    with steps.step("build two releases"):
        this, later = wheels()
    with steps.step("fresh Debian as an image"):
        _base_image()
    with steps.step("build two images"):
        present, next_one = (_Image(wheel) for wheel in (this, later))
    data = BUILD / "image-data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(mode=0o700)
    shutil.chown(data, USER, USER)
    with present.serving(data) as container:
        with steps.step("start"):
            container.site.wait()
        _assert_confined(container)
        with steps.step("lesson"):
            lesson = Lesson(container.site, container.token())
    with next_one.serving(data) as container:
        with steps.step("start of the next release"):
            container.site.wait()
        assert container.run("--version").strip() == NEXT
        lesson.move_to(container.site)
        lesson.assert_kept()
        with steps.step("backup"):
            container.run("backup", BACKUP)
        lesson.spoil()
    with steps.step("restore"):
        next_one.run_once(data, "restore", BACKUP)
    with next_one.serving(data) as container:
        container.site.wait()
        lesson.move_to(container.site)
        lesson.assert_restored()
        with steps.step("the database takes no changes: the health check fails"), _locked(data / "classroom.sqlite3"):
            wait_until(lambda: container.fails(*container.health_check), seconds=NOTICED_WITHIN, pause=1)
        wait_until(lambda: not container.fails(*container.health_check), seconds=NOTICED_WITHIN, pause=1)
    shutil.rmtree(data)
    _buildah("rm", "--all")


def _assert_confined(container: _Container) -> None:
    status = container.execute("cat", "/proc/1/status")
    assert re.search(rf"Uid:\s+{USER}\s", status), status
    assert re.search(r"CapBnd:\s+0+\s", status), status
    assert container.fails("touch", "/opt/file"), "the root has to be read-only"
    assert container.execute(*container.health_check).strip() == "ready"


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    """Lock the database against writes, like a hanging program."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def _buildah(*arguments: str) -> str:
    return run(["buildah", "--root", str(STORE / "root"), "--runroot", str(STORE / "run"), *arguments]).strip()


def _base_image() -> None:
    """Make an image of the fresh Debian, because no image registry is used."""
    container = _buildah("from", "scratch")
    _buildah("add", "--quiet", container, str(base()), "/")
    _buildah("commit", "--quiet", "--rm", container, "fresh-debian")


class _Image:
    """The image of one release."""

    def __init__(self, wheel: Path) -> None:
        context = BUILD / "image-context"
        shutil.rmtree(context, ignore_errors=True)
        shutil.copytree(ROOT / "packaging", context / "packaging")
        (context / "dist").mkdir()
        shutil.copy(wheel, context / "dist")
        name = f"sequence-classroom:{wheel.name.split('-')[1]}"
        file = str(context / "packaging/image/Containerfile")
        options = ["--isolation=chroot", "--format=docker", "--build-arg=BASE=localhost/fresh-debian"]
        _buildah("build", "--quiet", *options, "--file", file, "--tag", name, str(context))
        container = _buildah("from", name)
        self.folder = Path(_buildah("mount", container))
        self.configuration = json.loads(_buildah("inspect", container))["Docker"]["config"]

    @contextmanager
    def serving(self, data: Path) -> Iterator[_Container]:
        """Run it as documented, on a separate port."""
        bundle = BUILD / "bundle"
        port = reserve_port(self)
        command = [str(port) if one == "8000" else one for one in self.configuration["Cmd"]]
        self._write_bundle(bundle, data, command)
        output = bundle / "output.txt"
        with (
            output.open("w") as file,
            subprocess.Popen(
                ["runc", "run", "--bundle", str(bundle), _NAME], stdout=file, stderr=subprocess.STDOUT
            ) as process,
        ):
            try:
                yield _Container(self.configuration, port, output)
            finally:
                run(["runc", "kill", _NAME, "TERM"])
                process.wait(30)

    def run_once(self, data: Path, *arguments: str) -> None:
        """Run a command of the app in a separate container."""
        bundle = BUILD / "bundle"
        self._write_bundle(bundle, data, arguments)
        run(["runc", "run", "--bundle", str(bundle), _NAME])

    def _write_bundle(self, bundle: Path, data: Path, command: Sequence[str]) -> None:
        shutil.rmtree(bundle, ignore_errors=True)
        bundle.mkdir()
        run(["runc", "spec"], cwd=bundle)
        file = bundle / "config.json"
        spec = json.loads(file.read_text(encoding="utf-8"))
        self._confine(spec, data, command)
        file.write_text(json.dumps(spec), encoding="utf-8")

    def _confine(self, spec: dict[str, Any], data: Path, command: Sequence[str]) -> None:
        uid, gid = map(int, self.configuration["User"].split(":"))
        spec["process"] |= {
            "terminal": False,
            "user": {"uid": uid, "gid": gid},
            "args": [*self.configuration["Entrypoint"], *command],
            "env": self.configuration["Env"],
            "capabilities": {},
            "noNewPrivileges": True,
            "rlimits": [],
        }
        spec["root"] = {"path": str(self.folder), "readonly": True}
        spec["mounts"] += [
            {"destination": "/data", "type": "bind", "source": str(data), "options": ["bind", "rw"]},
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777"]},  # noqa: S108 (in the container)
        ]
        spaces = spec["linux"]["namespaces"]
        spec["linux"]["namespaces"] = [one for one in spaces if one["type"] not in {"network", "cgroup"}]


_NAME = "sequence-classroom-try"


class _Container:
    """A running container."""

    def __init__(self, configuration: dict[str, Any], port: int, output: Path) -> None:
        self.site = Site(f"http://127.0.0.1:{port}")
        self.health_check = [*configuration["Healthcheck"]["Test"][1:], str(port)]
        self._entry = configuration["Entrypoint"]
        self._output = output

    def token(self) -> str:
        """Read the printed setup token."""
        found = re.search(r"setup token: (\S+)", self._output.read_text(encoding="utf-8"))
        assert found is not None
        return found[1]

    def run(self, *arguments: str) -> str:
        """Run a command of the app in it."""
        return self.execute(*self._entry, *arguments)

    def execute(self, *command: str) -> str:
        """Run any command in it."""
        return run(["runc", "exec", _NAME, *command])

    def fails(self, *command: str) -> bool:
        """Return whether a command fails in it."""
        return subprocess.run(["runc", "exec", _NAME, *command], capture_output=True, check=False).returncode != 0
