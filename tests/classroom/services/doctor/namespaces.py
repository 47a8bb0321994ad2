"""A school's network in network namespaces: a switch, the server's computer, and a student's device.

No packet leaves them: nothing connects them to the network of this machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[4]
SERVER, DEVICE, ROUTER = "10.77.0.1", "10.77.0.2", "10.77.0.254"
PORT = 8000
PATIENCE = 60.0


def why_not() -> str | None:
    """Return why this machine cannot create such a network, or None."""
    missing = [name for name in ("ip", "nft", "curl") if shutil.which(name) is None]
    if missing:
        return f"needs {', '.join(missing)}"
    if os.geteuid() != 0:
        return "needs root, to make network namespaces"
    for probe in (["ip", "netns", "add", "doctor-probe"], ["ip", "netns", "del", "doctor-probe"]):
        if subprocess.run(probe, capture_output=True, check=False).returncode:
            return "this machine allows no network namespaces"
    return None


class School:
    """The network, and the app in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._name = f"doctor{os.getpid()}"
        self._server: subprocess.Popen[bytes] | None = None
        self._spaces = [f"{self._name}-{part}" for part in ("server", "device", "switch")]
        server, device, switch = self._spaces
        for space in self._spaces:
            _run("ip", "netns", "add", space)
            _run("ip", "-n", space, "link", "set", "lo", "up")
        _run("ip", "-n", switch, "link", "add", "wifi", "type", "bridge")
        for space, port, ip in ((server, "one", SERVER), (device, "two", DEVICE)):
            _run("ip", "-n", switch, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space)
            _run("ip", "-n", switch, "link", "set", port, "master", "wifi", "up")
            _run("ip", "-n", space, "addr", "add", f"{ip}/24", "dev", "eth0")
            _run("ip", "-n", space, "link", "set", "eth0", "up")
            _run("ip", "-n", space, "route", "add", "default", "via", ROUTER)
        _run("ip", "-n", switch, "addr", "add", f"{ROUTER}/24", "dev", "wifi")
        _run("ip", "-n", switch, "link", "set", "wifi", "up")

    def serve(self, *arguments: str, **settings: str) -> None:
        """Start the app on the server's computer."""
        assert self._server is None
        command = [sys.executable, "-m", "classroom", "--port", str(PORT), *arguments]
        with (self.folder / "console.txt").open("ab") as console:
            self._server = subprocess.Popen(
                ["ip", "netns", "exec", self._spaces[0], *command],
                env=self._environment(settings),
                cwd=ROOT,
                stdout=console,
                stderr=console,
            )
        until = time.monotonic() + PATIENCE
        while self._on(0, "curl", "-s", f"http://127.0.0.1:{PORT}/check/answer").returncode:
            assert time.monotonic() < until
            assert self._server.poll() is None, (self.folder / "console.txt").read_text(encoding="utf-8")
            time.sleep(0.1)

    def examine(self, *arguments: str, before: str = "true", **settings: str) -> tuple[int, list[str]]:
        """Run the doctor on the server's computer. Return its status and its output.

        :param before: a command of the shell that runs first, with mounts of its own.
        """
        doctor = f"{sys.executable} -m classroom doctor --port {PORT} {' '.join(arguments)}"
        done = self._on(0, "sh", "-c", f"{before} && exec {doctor}", settings=settings)
        assert done.stdout, done.stderr
        return done.returncode, done.stdout.splitlines()

    def open_on_device(self) -> bool:
        """Open the app on the student's device."""
        address = f"http://{SERVER}:{PORT}/check"
        return self._on(1, "curl", "-sf", "-m", "2", "-o", "/dev/null", address).returncode == 0

    def close_port(self, *, also_here: bool = False) -> None:
        """Block the port in the firewall of the server's computer."""
        from_where = "" if also_here else 'iifname "eth0"'
        hook = "{ type filter hook input priority 0; }"
        rules = ("add table inet doctor", f"add chain inet doctor input {hook}")
        rule = f"add rule inet doctor input {from_where} tcp dport {PORT} drop"
        done = self._on(0, "nft", "; ".join((*rules, rule)))
        assert done.returncode == 0, done.stderr

    def keep_devices_apart(self) -> None:
        """Turn on client isolation at the access point, and clear the ARP caches."""
        for port in ("one", "two"):
            _run("bridge", "-n", self._spaces[2], "link", "set", "dev", port, "isolated", "on")
        _run("ip", "-n", self._spaces[0], "neigh", "flush", "all")

    def unplug(self) -> None:
        """Remove the server's address."""
        _run("ip", "-n", self._spaces[0], "addr", "flush", "dev", "eth0")

    def mend(self) -> None:
        """Stop the app and undo all faults."""
        self.stop()
        server, _, switch = self._spaces
        self._on(0, "nft", "flush ruleset")
        for port in ("one", "two"):
            _run("bridge", "-n", switch, "link", "set", "dev", port, "isolated", "off")
        subprocess.run(
            ["ip", "-n", server, "addr", "add", f"{SERVER}/24", "dev", "eth0"], capture_output=True, check=False
        )
        _run("ip", "-n", server, "route", "replace", "default", "via", ROUTER)
        _run("ip", "-n", server, "neigh", "flush", "all")
        (self.folder / "other_device").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop the app."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(PATIENCE)
            self._server = None

    def close(self) -> None:
        """Remove the network."""
        self.stop()
        for space in self._spaces:
            _run("ip", "netns", "del", space)

    def _on(
        self, number: int, *command: str, settings: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["ip", "netns", "exec", self._spaces[number], *command],
            env=self._environment(settings or {}),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def _environment(self, settings: dict[str, str]) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
        return {
            **kept,
            "CLASSROOM_INSTANCE": str(self.folder),
            "CLASSROOM_FORECAST_GAMES": "0",
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            **settings,
        }


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


def named(lines: Sequence[str]) -> str:
    """Return the first line: the most important finding."""
    return " ".join(lines[0].split())
