"""Real proxies with the files from docs/https, on free ports of this computer."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from tests.over_http.server import reserve_port

if TYPE_CHECKING:
    from tests.over_http import LiveServer

CONFIGURATIONS = Path(__file__).parents[2] / "docs" / "https"
PATIENCE = 30.0
HOST = "localhost"
_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Proxy:
    """A running proxy; `root` is the certificate of its authority."""

    def __init__(self, folder: Path, server: LiveServer, configuration: str) -> None:
        self.folder = folder
        self.server = server
        self.port, self.plain_port = reserve_port(self), reserve_port(self)
        text = (CONFIGURATIONS / configuration).read_text(encoding="utf-8")
        self.program = "nginx" if configuration.startswith("nginx") else "caddy"
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
        if self.program == "caddy":
            text = text.replace("skip_install_trust", f"skip_install_trust\n\tadmin off\n\thttp_port {self.plain_port}")
            text = text.replace("http://game.school.example", f"http://{HOST}:{self.plain_port}")
            text = text.replace("game.school.example", f"{HOST}:{self.port}")
            (folder / "Caddyfile").write_text(text, encoding="utf-8")
            command = ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
            self.root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        else:
            self.root = folder / "root.crt"
            make_certificate(folder)
            text = re.sub(r"listen 80;", f"listen 127.0.0.1:{self.plain_port};", text)
            text = re.sub(r"listen 443", f"listen 127.0.0.1:{self.port}", text)
            text = re.sub(r"/etc/ssl/(private/)?game\.school\.example", str(folder / "site"), text)
            text = text.replace("game.school.example", HOST)
            (folder / "site.conf").write_text(text, encoding="utf-8")
            (folder / "nginx.conf").write_text(_NGINX.format(folder=folder), encoding="utf-8")
            command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        with (folder / "console.txt").open("wb") as console:
            self._process = subprocess.Popen(
                command, env={**os.environ, "XDG_DATA_HOME": str(folder)}, stdout=console, stderr=console
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """The base URL, without a trailing slash."""
        return f"https://{HOST}:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """An SSL context that trusts only its authority."""
        return ssl.create_default_context(cafile=self.root)

    def open(self, path: str, *, form: bytes | None = None) -> tuple[int, dict[str, str], str]:
        """Request a page, or post a form. Return status, headers, and body. Redirects are not followed."""
        opener = urllib.request.build_opener(_Stay, urllib.request.HTTPSHandler(context=self.trust))
        try:
            with opener.open(path if "://" in path else self.address + path, data=form, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, dict(answer.headers), answer.read().decode()

    def stop(self) -> None:
        """Stop it. Caddy would wait for connections that are kept open; nginx has to end its workers first."""
        if self.program == "nginx":
            self._process.terminate()
        else:
            self._process.kill()
        self._process.wait(PATIENCE)

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            console = (self.folder / "console.txt").read_text(encoding="utf-8", errors="replace")
            assert self._process.poll() is None, console
            assert time.monotonic() < until, console
            try:
                self.open("/health")
                return
            except (OSError, ssl.SSLError):
                time.sleep(0.1)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def why_not(program: str) -> str | None:
    """Return what is missing for a test with this proxy."""
    missing = [name for name in (program, "openssl") if shutil.which(name) is None]
    return f"needs {', '.join(missing)}" if missing else None


def make_certificate(folder: Path) -> None:
    """Create a certificate authority, and its certificate for this computer."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl("req", "-x509", *key, "-keyout", "root.key", "-out", "root.crt", "-days", "30", "-subj", "/CN=School")
    openssl("req", *key, "-keyout", "site.key", "-out", "site.csr", "-subj", f"/CN={HOST}")
    (folder / "names").write_text(f"subjectAltName=DNS:{HOST}\n")
    openssl("x509", "-req", "-in", "site.csr", "-CA", "root.crt", "-CAkey", "root.key", "-CAcreateserial")
    openssl(
        *("x509", "-req", "-in", "site.csr", "-CA", "root.crt", "-CAkey", "root.key", "-CAcreateserial"),
        *("-days", "30", "-extfile", "names", "-out", "site.crt"),
    )
