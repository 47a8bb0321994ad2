"""A clock that jumps by a day or by two hours signs no one in or out, and loses nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom import clock
from classroom.database import db
from classroom.models import GameEvent, LoginFailure, LoginSession
from classroom.services.accounts import rate_limit
from classroom.services.accounts.rate_limit import Budget, Limit
from classroom.services.errors import ServiceError
from classroom.services.maintenance.background import BackgroundThread
from tests.classroom.services.maintenance.tidying import tidy_up
from tests.factories import make_game

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient

JUMPS = {"a day ahead": timedelta(days=1), "a day back": timedelta(days=-1), "two hours back": timedelta(hours=-2)}


class SystemClock:
    """The computer's clocks, in seconds: the wall clock and the monotonic clock."""

    def __init__(self) -> None:
        self.system, self.running = 1_800_000_000.0, 5_000.0

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.system += seconds
        self.running += seconds


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[SystemClock]:
    """A computer whose clock the test sets. The signatures of cookies use it too."""
    one = SystemClock()
    monkeypatch.setattr(clock, "_system_seconds", lambda: one.system)
    monkeypatch.setattr(clock, "_running_seconds", lambda: one.running)
    monkeypatch.setattr("time.time", lambda: one.system)
    monkeypatch.setattr("classroom.services.maintenance.background.follow_server_clock", lambda: None)
    clock.follow_server(None)
    clock.follow_system()
    yield one
    monkeypatch.undo()
    clock.follow_system()


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the test in a time zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows can't change a process's time zone")
@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [
        ("Africa/Cairo", date(2026, 4, 24), 1),  # clocks go forward at midnight
        ("America/Havana", date(2026, 11, 1), 0),  # midnight comes twice
        ("Europe/Berlin", date(2026, 3, 29), 0),
    ],
    indirect=["zone"],
)
@pytest.mark.usefixtures("zone")
def test_a_day_starts_right_after_the_day_before(day: date, hour: int) -> None:
    start = clock.start_of_day(day)
    assert clock.local_time(start).replace(tzinfo=None) == datetime.combine(day, time_of_day(hour))
    assert clock.local_day(start - timedelta(microseconds=1)) == day - timedelta(days=1)


def test_small_steps_are_followed(computer: SystemClock) -> None:
    for step in (20, -30, 59):
        before = clock.now()
        computer.system += step
        assert clock.now() - before == timedelta(seconds=step)
    assert not clock.has_jumped()


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_a_jump_does_not_count_as_elapsed_time(computer: SystemClock, jump: timedelta) -> None:
    before = clock.now()
    computer.system += jump.total_seconds()
    computer.pass_by(90)
    assert clock.now() - before == timedelta(seconds=90)
    assert clock.has_jumped()
    computer.system -= jump.total_seconds()
    assert clock.now() - before == timedelta(seconds=90)
    assert not clock.has_jumped()


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_sign_ins_and_lockouts_survive_a_jump(
    computer: SystemClock, page: PageClient, cast: Cast, jump: timedelta
) -> None:
    page.sign_in(cast.alice)
    locked = Budget("pin:someone", (Limit(failures=1, minutes=15),))
    rate_limit.add_wrong_try(scope=locked.name)
    computer.pass_by(60)

    computer.system += jump.total_seconds()
    page.get("classes.index")
    with pytest.raises(ServiceError) as caught:
        rate_limit.check_secret(locked)
    assert caught.value.facts["minutes"] == 14
    tidy_up()
    assert [_count(LoginSession), _count(LoginFailure)] == [1, 1]

    computer.pass_by(15 * 60)
    rate_limit.check_secret(locked)
    print("R14 −1 day, +1 day, −2 h: sign-ins and lock-outs hold to the minute")


def test_a_day_ahead_over_a_restart_deletes_nothing(computer: SystemClock, page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    rate_limit.add_wrong_try(scope="pin:someone")
    computer.system += 86_400
    clock.follow_system()  # a process that starts now cannot know
    tidy_up()
    computer.system -= 86_400
    clock.follow_system()
    page.get("classes.index")
    assert _count(LoginFailure) == 1


def test_the_clock_is_followed_once_no_one_is_signed_in(
    computer: SystemClock, app: Flask, page: PageClient, cast: Cast
) -> None:
    thread = BackgroundThread(app)
    page.sign_in(cast.alice)
    computer.system += 7_200
    thread._work(10, _Lease())
    assert clock.has_jumped()
    computer.pass_by(31 * 60)
    thread._work(10, _Lease())
    assert not clock.has_jumped()


def test_moves_keep_their_order(computer: SystemClock, cast: Cast) -> None:
    del cast
    moments = []
    for jump in (0, 86_400, -7_200, -86_400):
        computer.pass_by(5)
        computer.system += jump
        moments.append(make_game().started_at)
    assert moments == sorted(moments)
    assert moments[-1] - moments[0] == timedelta(seconds=15)
    assert _count(GameEvent) == 0


class _Lease:
    """Another process does the maintenance for all."""

    def is_held(self) -> bool:
        return False

    def release(self) -> None:
        """Do nothing: there is no lease."""


def _count(kind: type) -> int:
    db.session.rollback()
    return db.session.execute(select(func.count()).select_from(kind)).scalar_one()
