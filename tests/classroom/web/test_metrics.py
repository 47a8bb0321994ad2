"""Metrics for Prometheus: only with the token, correct, and without names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.app import create_app
from classroom.instance import InstanceError
from classroom.live import get_bus
from classroom.services.maintenance.pulse import Pulse

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

TOKEN = "a token of enough characters"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def counting(tmp_path: Path) -> Flask:
    return create_app({"TESTING": True, "METRICS_TOKEN": TOKEN}, instance_path=tmp_path)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer another token of sixteen"}, {"Authorization": "é"}])
def test_metrics_require_the_token(counting: Flask, headers: dict[str, str]) -> None:
    assert counting.test_client().get("/metrics", headers=headers).status_code == 404


def test_requests_are_counted_by_view_and_not_by_address(counting: Flask) -> None:
    client = counting.test_client()
    client.get("/ready?Ana-K")
    client.get("/students/Ana-K")
    shown = client.get("/metrics", headers=HEADERS).text
    assert re.search(r'classroom_request_seconds_count\{method="GET",page="health.ready",status="5xx"\} 1.0', shown), (
        shown
    )
    assert "Ana" not in shown
    assert "classroom_streams 0.0" in shown


def test_an_unknown_method_creates_no_series(counting: Flask) -> None:
    client = counting.test_client()
    for number in range(20):
        client.open("/ready", method=f"ANA{number}")
    shown = client.get("/metrics", headers=HEADERS).text
    assert "ANA" not in shown
    assert re.search(r'classroom_request_seconds_count\{method="other",page="none",status="4xx"\} 20.0', shown), shown


def test_memory_and_processor_time_have_the_usual_names(counting: Flask) -> None:
    shown = counting.test_client().get("/metrics", headers=HEADERS).text
    assert re.search(r"(?m)^process_resident_memory_bytes [1-9]", shown)
    assert re.search(r"(?m)^process_cpu_seconds_total [0-9]", shown)


def test_notification_delay_is_measured(counting: Flask) -> None:
    with counting.app_context():
        subscription = get_bus().subscribe("student:1")
        get_bus().publish(["student:1"])
        assert subscription.take() is not None
        assert subscription.take() is None
    shown = counting.test_client().get("/metrics", headers=HEADERS).text
    assert "classroom_notification_seconds_count 1.0" in shown


def test_the_background_thread_is_included(counting: Flask) -> None:
    assert "classroom_round_age_seconds NaN" in counting.test_client().get("/metrics", headers=HEADERS).text
    counting.extensions["pulse"] = Pulse()
    shown = counting.test_client().get("/metrics", headers=HEADERS).text
    found = re.search(r"classroom_save_age_seconds ([0-9.e-]+)", shown)
    assert found is not None
    assert float(found[1]) < 60


def test_a_short_token_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match="too short"):
        create_app({"METRICS_TOKEN": "short"}, instance_path=tmp_path)
