"""Pushpin in front of the app, on free local ports."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.processes import children_of
from tests.over_http.server import HOST, reserve_port
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = shutil.which("pushpin")
_SETTINGS = """
[global]
include=/usr/lib/pushpin/internal.conf
rundir={folder}
ipc_prefix=p-
port_offset=0
[runner]
services=condure,pushpin-proxy,pushpin-handler
http_port={host}:{port}
logdir={folder}
log_level=1
client_buffer_size=8192
client_maxconn={connections}
condure_bin=condure
[proxy]
routesfile=routes
sig_key=benchmark
zurl_out_specs=ipc://{folder}/zurl-in
zurl_out_stream_specs=ipc://{folder}/zurl-in-stream
zurl_in_specs=ipc://{folder}/zurl-out
[handler]
push_in_spec=ipc://{folder}/push
push_in_sub_specs=ipc://{folder}/sub
command_spec=ipc://{folder}/command
push_in_http_addr={host}
push_in_http_port={control}
message_rate=2500
message_hwm=25000
"""
_ZURL_SETTINGS = """
[General]
in_spec=ipc://{folder}/zurl-in
in_stream_spec=ipc://{folder}/zurl-in-stream
out_spec=ipc://{folder}/zurl-out
defpolicy=allow
max_open_requests=2000
buffer_size=200000
timeout=600
"""


class Pushpin:
    """A running Pushpin: the process that sends requests to the app (zurl), and those that hold the streams."""

    def __init__(self, port: int, asking: int, holding: int) -> None:
        self.port = port
        self._asking = asking
        self._holding = holding

    @property
    def pids(self) -> list[int]:
        """The IDs of all its processes."""
        return [self._asking, self._holding, *children_of(self._holding)]


@contextmanager
def pushpin(origin: int, control: int, *, connections: int) -> Iterator[Pushpin]:
    """Run Pushpin in front of a port.

    :param control: the port for messages.
    """
    assert PROGRAM is not None, "Pushpin is not installed"
    folder = Path(tempfile.mkdtemp(prefix="pp"))  # paths of Unix sockets must be short
    holder: set[int] = set()
    port = reserve_port(holder)
    text = _SETTINGS.format(folder=folder, host=HOST, port=port, control=control, connections=connections)
    (folder / "pushpin.conf").write_text(text, encoding="utf-8")
    (folder / "routes").write_text(f"* {HOST}:{origin}\n", encoding="utf-8")
    (folder / "zurl.conf").write_text(_ZURL_SETTINGS.format(folder=folder), encoding="utf-8")
    with ExitStack() as stack:
        output = stack.enter_context((folder / "console.txt").open("wb"))

        def start(*command: str) -> int:
            process = subprocess.Popen(command, stdout=output, stderr=output, cwd=folder)
            stack.callback(process.wait, 20)
            stack.callback(process.terminate)
            return process.pid

        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        asking = start("zurl", f"--config={folder}/zurl.conf")
        holding = start(PROGRAM, "--config", f"{folder}/pushpin.conf")
        wait_until(lambda: _is_open(control) and _holds(port), seconds=20)
        yield Pushpin(port, asking, holding)


def _holds(port: int) -> bool:
    """Return whether all of its processes are connected."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/streams/held/first", timeout=2):
            return True
    except OSError:
        return False


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
