"""The Debian package in a fresh Debian booted with systemd, with its service."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.processes import children_of
from tests.guards.files import ROOT
from tests.install.lesson import Lesson, Site
from tests.install.releases import NEXT, wheels
from tests.install.root import NEW_ENVIRONMENT, FreshRoot, fresh_root, run
from tests.over_http.server import reserve_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.install.steps import Steps

SERVICE = "sequence-classroom"
SETTINGS = "etc/default/sequence-classroom"
DATABASE = "var/lib/sequence-classroom/classroom.sqlite3"
BACKUP = "/var/backups/sequence-classroom/monday.sqlite3"
MOST_EXPOSED = 3.0


def try_deb(steps: Steps) -> None:
    """Run all steps."""
    with steps.step("build two packages"):
        this, later = map(_package, wheels())
    with steps.step("lintian"):
        print(run(["lintian", "--allow-root", "--profile", "debian", "--fail-on", "error,warning", str(this)]))
    with fresh_root("deb") as root:
        for package in (this, later):
            shutil.copy(package, root.folder / "opt")
        with steps.step("fresh Debian with systemd"):
            root.install("systemd", "systemd-sysv", "dbus")
        with booted(root) as machine:
            _try_on(machine, steps, f"/opt/{this.name}", f"/opt/{later.name}")


def _try_on(machine: Machine, steps: Steps, this: str, later: str) -> None:
    with steps.step("apt install"):
        machine.install(this)
    port = reserve_port(machine)
    settings = machine.folder / SETTINGS
    settings.write_text(settings.read_text(encoding="utf-8").replace("8000", str(port)), encoding="utf-8")
    site = Site(f"http://127.0.0.1:{port}")
    with steps.step("restart with another port"):
        machine.run("systemctl", "restart", SERVICE)
        site.wait()
    _assert_hardened(machine)
    with steps.step("lesson"):
        lesson = Lesson(site, machine.token())
    with steps.step("killed, and started by systemd"):
        process = machine.run("systemctl", "show", "--property=MainPID", "--value", SERVICE).strip()
        machine.run("sh", "-c", f"kill -KILL {process}")
        time.sleep(1)
        site.wait()
    lesson.assert_kept()
    with steps.step("apt install, the upgrade"):
        machine.install(later)
        site.wait()
    assert machine.run(SERVICE, "--version").strip() == NEXT
    lesson.assert_kept()
    with steps.step("backup"):
        machine.run(SERVICE, "backup", BACKUP)
    lesson.spoil()
    with steps.step("stop, restore, start"):
        machine.run("systemctl", "stop", SERVICE)
        machine.run(SERVICE, "restore", BACKUP)
        machine.run("systemctl", "start", SERVICE)
        site.wait()
    lesson.assert_restored()
    log = machine.run("journalctl", "--unit", SERVICE, "--output=cat")
    assert not re.search(r"Traceback|ERROR|CRITICAL", log), log[-5000:]
    with steps.step("apt purge, keeping the data"):
        machine.purge()
    assert (machine.folder / DATABASE).is_file()
    machine.install(later)
    settings.write_text(settings.read_text(encoding="utf-8").replace("8000", str(port)), encoding="utf-8")
    machine.run("systemctl", "restart", SERVICE)
    site.wait()
    lesson.assert_kept()
    machine.run("sh", "-c", f"echo {SERVICE} {SERVICE}/delete-data boolean true | debconf-set-selections")
    with steps.step("apt purge, deleting the data"):
        machine.purge()
    assert not (machine.folder / DATABASE).parent.exists()
    assert not (machine.folder / SETTINGS).exists()


def _assert_hardened(machine: Machine) -> None:
    """Check the running service: its user, its folder, and systemd's security rating."""
    assert machine.run("systemctl", "show", "--property=User", "--value", SERVICE).strip() == SERVICE
    assert machine.run("stat", "--format=%U %a", f"/{DATABASE}").split()[0] == SERVICE
    assert machine.run("stat", "--format=%U %a", f"/{Path(DATABASE).parent}").split() == [SERVICE, "700"]
    assert machine.run("stat", "--format=%U %a", f"/{SETTINGS}").split() == ["root", "640"]
    verdict = machine.run("systemd-analyze", "security", "--no-pager", SERVICE)
    exposed = re.search(r"exposure level for \S+: ([0-9.]+)", verdict)
    assert exposed is not None
    assert float(exposed[1]) <= MOST_EXPOSED, verdict
    print(f"systemd-analyze security: {exposed[1]}")


class Machine(FreshRoot):
    """A fresh Debian with systemd."""

    def __init__(self, folder: Path, leader: int) -> None:
        super().__init__(folder)
        self._leader = leader

    def install(self, *packages: str) -> None:
        """Install a package as an administrator would; changed settings are kept."""
        self.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *packages)

    def purge(self) -> None:
        """Delete the package and its settings."""
        self.run("apt-get", "-qq", "purge", "--yes", SERVICE)

    def token(self) -> str:
        """Read the setup token from the service's log."""
        found = re.search(r"setup token: (\S+)", self.run("journalctl", "--unit", SERVICE, "--output=cat"))
        assert found is not None
        return found[1]

    def inside(self, *command: str) -> list[str]:
        """Return the prefix of a command that runs beside the services."""
        spaces = ["--mount", "--uts", "--ipc", "--pid", "--root", "--wd=/"]
        return ["nsenter", f"--target={self._leader}", *spaces, *command]


@contextmanager
def booted(root: FreshRoot) -> Iterator[Machine]:
    """Boot systemd in a root, and shut it down at the end."""
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", f"--directory={root.folder}"]
    with subprocess.Popen(
        command, env=NEW_ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield _machine(root, process.pid)
        finally:
            process.terminate()
            process.wait(60)


def _machine(root: FreshRoot, pid: int) -> Machine:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if children := children_of(pid):
            machine = Machine(root.folder, children[-1])
            asked = subprocess.run(
                machine.inside("systemctl", "is-system-running"), capture_output=True, text=True, check=False
            )
            if asked.stdout.strip() in {"running", "degraded"}:
                return machine
        time.sleep(0.3)
    raise AssertionError("systemd did not start in the fresh Debian")


def _package(wheel: Path) -> Path:
    run([str(ROOT / "packaging/deb/build"), str(wheel)])
    (package,) = wheel.parent.glob("*.deb")
    return package
