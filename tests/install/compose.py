"""The Compose file as it is, with Podman: a lesson with live updates through Caddy over https, and data on PostgreSQL.

No registry of images is needed: Debian's PostgreSQL and Caddy take the place of the images that the file names. The
containers run in a network namespace, so that ports 80 and 443 are free, and no one reaches them from outside.
"""

from __future__ import annotations

import ctypes
import http.client
import os
import re
import secrets
import shutil
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tests.guards.files import ROOT
from tests.install.lesson import PATIENCE, Lesson
from tests.install.root import BUILD, base, run
from tests.over_http.secure_browser import SecureBrowser

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from werkzeug.test import TestResponse

    from tests.install.steps import Steps

FOLDER = BUILD / "compose"
STAND_INS = ROOT / "tests/install/stand_ins"
DEBIAN = "docker.io/library/debian:bookworm-slim"
IMAGES = {"postgres": "docker.io/library/postgres:17-bookworm", "caddy": "docker.io/library/caddy:2"}
NAME = "localhost"
"""Caddy gives itself a certificate for this name, so the Caddyfile needs no change."""
_STREAM = "/play/stream"
_CLONE_NEWNET = 0x40000000


def try_compose(steps: Steps) -> None:
    """Run all steps."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    project = FOLDER / "image"
    shutil.copytree(ROOT / "packaging/image", project)
    (project / ".env").write_text(f"SITE={NAME}\nDATABASE_PASSWORD={secrets.token_hex(24)}\n", encoding="utf-8")
    os.environ |= _settings_of_podman()
    for leftovers in (["rm"], ["volume", "rm"]):
        run(["podman", *leftovers, "--all", "--force"])
    if not run(["podman", "images", "--quiet", DEBIAN]):
        with steps.step("fresh Debian as an image"):
            run(["sh", "-c", f"tar --create --directory={base()} . | podman import --quiet - {DEBIAN}"])
    with steps.step("make image"):
        run(["make", "image", "IMAGE_BUILDER=podman", "IMAGE_OPTIONS=--network=host"], cwd=ROOT)
    with steps.step("images of Debian's PostgreSQL and Caddy"):
        for stage, name in IMAGES.items():
            run(["podman", "build", "--network=host", f"--target={stage}", f"--tag={name}", str(STAND_INS)])
    _leave_the_network()
    with _up(project, "down"):
        site = _ComposeSite()
        with steps.step("up until ready"):
            site.wait()
        run(["podman", "healthcheck", "run", _container("app")])
        with steps.step("lesson over https"):
            lesson = Lesson(site, _token(project))
        print(f"live updates: {site.events} on {site.streams} pages")
        assert site.streams == 4
        assert site.events > 4 * 10, "each student's page has to hear of the others' moves"
    with _up(project, "down", "--volumes"), steps.step("down, and up again: all answers are there"):
        site.wait()
        lesson.assert_kept()
    # Podman 4.3 of Debian 12 forgets whose this volume is.
    assert run(["podman", "volume", "ls", "--quiet"]).split() in ([], ["image_data"])


class _ComposeSite:
    """The app behind Caddy. Each page at a table holds a stream, as it does in a browser with JavaScript."""

    address = f"https://{NAME}"

    def __init__(self) -> None:
        self.streams = 0
        self.events = 0
        self._trust: ssl.SSLContext | None = None

    def browser(self, cookie: str | None = None) -> _Browser:
        """Return a browser that trusts Caddy's certificate authority."""
        assert cookie is None, "no one is signed in from outside"
        if self._trust is None:
            root = run(["podman", "exec", _container("web"), "cat", "/data/caddy/pki/authorities/local/root.crt"])
            self._trust = ssl.create_default_context(cadata=root)
        return _Browser(self, self._trust)

    def wait(self) -> None:
        """Wait until the app is ready behind Caddy."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, AssertionError, http.client.HTTPException):
                if self.browser().send("GET", "/ready").status_code == 200:
                    return
            assert time.monotonic() < until, run(["podman", "ps", "--all"])
            time.sleep(0.5)


class _Browser(SecureBrowser):
    def __init__(self, site: _ComposeSite, trust: ssl.SSLContext) -> None:
        super().__init__(site.address, trust)
        self._site = site
        self._listens = False

    def send(
        self,
        method: str,
        address: str,
        fields: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        answer = super().send(method, address, fields, headers=headers)
        if _STREAM in answer.text and not self._listens:
            self._listens = True
            self._site.streams += 1
            threading.Thread(target=self._listen, daemon=True).start()
        return answer

    def _listen(self) -> None:
        line = self._connect()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with suppress(OSError, http.client.HTTPException):  # the containers end before this does
            line.request("GET", _STREAM, headers={"Cookie": cookies})
            stream = line.getresponse()
            while heard := stream.readline():
                self._site.events += heard.startswith(b"event: poke")


def _settings_of_podman() -> dict[str, str]:
    """Separate images, containers, and networks from those of this machine."""
    storage, engine = FOLDER / "storage.conf", FOLDER / "containers.conf"
    folders = f'graphroot = "{BUILD}/podman"\nrunroot = "{BUILD}/podman-run"\n'
    storage.write_text(f'[storage]\ndriver = "overlay"\n{folders}', encoding="utf-8")
    # crun 1.8 of Debian 12 refuses computers whose control groups are of both versions.
    runtime = '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n'
    network = f'[network]\nnetwork_config_dir = "{FOLDER}/networks"\n'
    # Podman's own limits are higher than root may set inside some virtual machines.
    limits = '[containers]\nlog_driver = "k8s-file"\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n'
    engine.write_text(runtime + network + limits, encoding="utf-8")
    return {"CONTAINERS_STORAGE_CONF": str(storage), "CONTAINERS_CONF": str(engine)}


def _leave_the_network() -> None:
    """Move this process and its future children into an isolated network."""
    library = ctypes.CDLL(None, use_errno=True)
    assert library.unshare(_CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
    run(["ip", "link", "set", "lo", "up"])


@contextmanager
def _up(project: Path, *down: str) -> Iterator[None]:
    """Start all containers as described in docs/install.md, and remove them at the end."""
    run(["podman-compose", "up", "--detach"], cwd=project)
    try:
        yield
    finally:
        run(["podman-compose", *down], cwd=project)


def _container(service: str) -> str:
    return f"image_{service}_1"


def _token(project: Path) -> str:
    found = re.search(r"setup token: (\S+)", run(["sh", "-c", "podman-compose logs app 2>&1"], cwd=project))
    assert found is not None
    return found[1]
