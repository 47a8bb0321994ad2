"""Views without sign-in: our own stream, one held by Pushpin, and a change that notifies a table."""

from __future__ import annotations

import http.client
import json
import os
import threading

from flask import Flask, Response

from classroom.live import get_bus
from classroom.web.areas import Area, Audience
from classroom.web.stream import stream_updates

area = Area("streams", __name__, Audience.EVERYONE)
SEATS = 4
CONTROL_PORT = "PUSHPIN_CONTROL_PORT"
"""The environment variable with Pushpin's port for messages."""
_BEAT = "event: beat\n\n"
_local = threading.local()


@area.get("/streams/own/<topic>")
def own(topic: str) -> Response:
    """Hold a stream like a student's page's."""
    return stream_updates(
        topic, on_alive=_nothing, on_gone=_nothing, is_current=_is_current, owners=((f"topic:{topic}", 2),)
    )


@area.get("/streams/held/<topic>")
def held(topic: str) -> Response:
    """Let Pushpin hold the stream."""
    response = Response(_BEAT, mimetype="text/event-stream")
    response.headers["Grip-Hold"] = "stream"
    response.headers["Grip-Channel"] = topic
    response.headers["Grip-Keep-Alive"] = r"event: beat\n\n; format=cstring; timeout=15"
    return response


@area.get("/streams/notify/<int:table>")
def notify(table: int) -> str:
    """Notify the pages of a table, as after the commit of a move."""
    topics = [f"{table * SEATS + seat}" for seat in range(SEATS)]
    if CONTROL_PORT in os.environ:
        _publish(topics)
    else:
        get_bus().publish(topics)
    return "ok"


def add_streams(app: Flask) -> None:
    """Serve them."""
    app.register_blueprint(area)


def _publish(topics: list[str]) -> None:
    """Send a message for each page to Pushpin, in one request."""
    message = {"http-stream": {"content": "id: 1\nevent: poke\ndata: plain\n\n"}}
    body = json.dumps({"items": [{"channel": topic, "formats": message} for topic in topics]})
    if not hasattr(_local, "line"):
        _local.line = http.client.HTTPConnection("127.0.0.1", int(os.environ[CONTROL_PORT]), timeout=5)
    for is_last in (False, True):
        try:
            _local.line.request("POST", "/publish/", body, {"Content-Type": "application/json"})
            answer = _local.line.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
        except (OSError, http.client.HTTPException):
            _local.line.close()  # it was silent for too long
            if is_last:
                raise
        else:
            return


def _nothing() -> None:
    pass


def _is_current() -> bool:
    return True
