"""Threads take short turns while something long is computed, and usual ones before and after."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from flask import Flask

from classroom.thread_turns import SHORT, USUAL, short_turns
from classroom.web.areas import Area, Audience
from classroom.web.short_turns import computes_long


@pytest.fixture(autouse=True)
def usual_turns() -> Iterator[None]:
    assert interval() == pytest.approx(USUAL)
    yield
    assert interval() == pytest.approx(USUAL)


def interval() -> float:
    return sys.getswitchinterval()


def test_turns_are_short_until_the_last_long_work_ends() -> None:
    with short_turns():
        with short_turns():
            assert interval() == pytest.approx(SHORT)
        assert interval() == pytest.approx(SHORT)


def test_turns_are_usual_again_after_a_failure() -> None:
    with pytest.raises(ValueError, match="broken"), short_turns():
        raise ValueError("broken")


@pytest.mark.parametrize(("path", "seconds"), [("/long", SHORT), ("/broken", SHORT), ("/short", USUAL)])
def test_turns_are_short_while_requests_of_an_area_are_computed(path: str, seconds: float) -> None:
    seen: list[float] = []
    app = Flask(__name__)
    area, other = Area("long", __name__, Audience.EVERYONE), Area("short", __name__, Audience.EVERYONE)
    computes_long(area)

    @area.get("/long")
    def compute() -> str:
        seen.append(interval())
        return "computed"

    @area.get("/broken")
    def fail() -> str:
        seen.append(interval())
        raise ValueError("broken")

    @other.get("/short")
    def answer() -> str:
        seen.append(interval())
        return "answered"

    app.register_blueprint(area)
    app.register_blueprint(other)
    app.test_client().get(path)
    assert seen == [pytest.approx(seconds)]


@pytest.mark.parametrize("name", ["reports", "follow_ups"])
def test_report_views_are_marked_as_long(app: Flask, name: str) -> None:
    assert "_begin" in [one.__name__ for one in app.before_request_funcs[name]]
