"""The machine-readable server log, and slow requests in it."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from classroom.app import create_app
from classroom.web.request_log import HEADER, JsonFormatter

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask


def made(folder: Path, **settings: Any) -> Flask:
    return create_app({"TESTING": True, **settings}, instance_path=folder)


def test_nothing_is_added_by_default(app: Flask) -> None:
    assert HEADER not in app.test_client().get("/ready").headers


def test_each_request_has_an_id_of_its_own(tmp_path: Path) -> None:
    client = made(tmp_path, LOG_FORMAT="json").test_client()
    first, second = (client.get("/ready", headers={HEADER: "claimed-by-anyone"}).headers[HEADER] for _ in range(2))
    assert len({first, second, "claimed-by-anyone"}) == 3


@pytest.mark.parametrize(("given", "is_taken"), [("0123456789abcdef", True), ("short", False), ("a" * 65, False)])
def test_the_id_of_a_proxy_is_kept(tmp_path: Path, given: str, is_taken: bool) -> None:
    client = made(tmp_path, LOG_FORMAT="json", PROXIES=1).test_client()
    assert (client.get("/ready", headers={HEADER: given}).headers[HEADER] == given) is is_taken


def test_slow_requests_are_logged_without_their_addresses(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made(tmp_path, SLOW_SECONDS=0.0).test_client().get("/ready?name=Ana")
    (record,) = caplog.records
    assert record.getMessage().startswith("slow: GET health.ready, 503 after 0.0")
    made(tmp_path, SLOW_SECONDS=60.0).test_client().get("/ready")
    assert len(caplog.records) == 1


def test_each_line_is_one_json_object(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="invalid") as caught:
        int("two\nlines")
    about = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "a %s", ("é\n",), about)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    written = json.loads(line)
    assert (written["level"], written["message"]) == ("ERROR", "a é\n")
    assert "ValueError: invalid literal" in written["traceback"]
    app = made(tmp_path, LOG_FORMAT="json")
    with app.test_request_context("/ready"):
        app.preprocess_request()
        assert len(json.loads(JsonFormatter().format(record))["request"]) == 16
