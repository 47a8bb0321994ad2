"""HAProxy with the files of packaging/haproxy, on free ports of this computer."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from tests import reaper
from tests.over_http.server import HOST, reserve_port
from tests.proxies.proxy import make_certificate
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping

PROGRAM = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
FILES = Path(__file__).parents[2] / "packaging" / "haproxy"


class Router:
    """A running router."""

    def __init__(self, folder: Path, ports: Mapping[str, int]) -> None:
        """Start the router.

        :param ports: where the app of each cell is, by the name of its backend.
        """
        assert PROGRAM is not None
        self.port, self.tls_port = reserve_port(self), reserve_port(self)
        make_certificate(folder)
        (folder / "site.pem").write_text((folder / "site.crt").read_text() + (folder / "site.key").read_text())
        shutil.copy(FILES / "cells.map", folder)
        text = (FILES / "haproxy.cfg").read_text(encoding="utf-8")
        changes = {
            r"    (user|group) haproxy\n": "",
            "log /dev/log local0": "log stderr format raw local0 notice",
            "bind :80": f"bind {HOST}:{self.port}",
            "bind :443 ssl crt /etc/haproxy/certificates/": f"bind {HOST}:{self.tls_port} ssl crt {folder}/site.pem",
            r"    http-request redirect scheme https .*\n": "",  # the test's browsers speak plain HTTP
            "X-Forwarded-Proto https": "X-Forwarded-Proto http",
            "/etc/haproxy/cells.map": f"{folder}/cells.map",
            **{
                rf"(?s)(backend {name}\n.*?server app) 127\.0\.0\.1:\d+": rf"\g<1> {HOST}:{port}"
                for name, port in ports.items()
            },
        }
        for old, new in changes.items():
            text, count = re.subn(old, new, text)
            assert count, f"{old} is not in haproxy.cfg"
        self._console = folder / "haproxy.txt"
        (folder / "haproxy.cfg").write_text(text, encoding="utf-8")
        with self._console.open("wb") as console:
            self._process = subprocess.Popen([PROGRAM, "-db", "-f", str(folder / "haproxy.cfg")], stderr=console)
        reaper.watch(self._process.pid)
        try:
            wait_until(self._is_open)
        except BaseException:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """The base URL, without a trailing slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    def stop(self) -> None:
        """Stop the router at once."""
        self._process.kill()
        self._process.wait()
        reaper.forget(self._process.pid)

    def _is_open(self) -> bool:
        assert self._process.poll() is None, self._console.read_text(encoding="utf-8", errors="replace")
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) == 0
