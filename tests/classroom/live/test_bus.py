"""Notifications reach all listeners, in this process and in others, and no one else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import psycopg
import pytest

from classroom.live import LocalBus, session_topic, student_topic
from classroom.live.notifications import PLAIN, merge

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

PATIENCE = 30.0
"""Seconds for a notification; on an idle machine it takes milliseconds."""


def test_a_notification_wakes_the_listeners_of_its_topic_only() -> None:
    bus = LocalBus()
    mine, other = bus.subscribe("student:a"), bus.subscribe("student:b")
    bus.publish(["student:a", "session:s"])
    assert mine.wait(0)
    assert not other.wait(0)


def test_notifications_not_yet_fetched_are_merged() -> None:
    bus = LocalBus()
    subscription = bus.subscribe("student:a")
    bus.publish(["student:a"])
    bus.publish(["student:a"])
    assert subscription.wait(0)
    assert not subscription.wait(0)


def test_a_payload_reaches_the_listener_unless_another_one_joins_it() -> None:
    bus = LocalBus()
    subscription = bus.subscribe("student:a")
    bus.publish(["student:a"], "g.1.2")
    assert subscription.take() == "g.1.2"
    assert subscription.take() is None
    for payload in ("g.3.1", "g.2.4", "g.3.1"):
        bus.publish(["student:a"], payload)
    assert subscription.take() == "g.3.4", "a page that shows one change and not the other has to fetch"


@pytest.mark.parametrize("other", ["h.9.9", PLAIN, "g.1", "g.1.x", "g.1.2.3", ""])
def test_incomparable_notifications_make_every_page_fetch(other: str) -> None:
    assert merge("g.1.2", other) == merge(other, "g.1.2") == PLAIN


def test_a_listener_is_woken_once_until_it_takes_the_payload() -> None:
    bus = LocalBus()
    subscription = bus.subscribe("student:a")
    bus.publish(["student:a"])
    woken: list[bool] = []
    subscription.listen(lambda: woken.append(subscription.is_closed))
    assert woken == [False], "what came before counts"
    bus.publish(["student:a"])
    bus.publish(["student:a"])
    assert woken == [False]
    assert subscription.take() == PLAIN
    bus.publish(["student:a"])
    assert woken == [False, False]
    subscription.take()
    bus.close()
    assert woken == [False, False, True]


def test_a_closed_subscription_is_forgotten() -> None:
    bus = LocalBus()
    subscription = bus.subscribe("student:a")
    subscription.close()
    subscription.close()
    assert bus.count() == 0
    assert subscription.is_closed


def test_closing_the_bus_wakes_and_ends_every_stream() -> None:
    bus = LocalBus()
    subscription = bus.subscribe("student:a")
    bus.close()
    assert subscription.wait(0)
    assert subscription.is_closed
    assert bus.subscribe("student:a").is_closed


@pytest.mark.postgres
def test_a_notification_crosses_processes(make_postgres_app: Callable[[], Flask]) -> None:
    here, there = make_postgres_app(), make_postgres_app()
    with there.app_context():
        subscription = there.extensions["bus"].subscribe(student_topic("a"))
        other = there.extensions["bus"].subscribe(student_topic("b"))
        ready = there.extensions["bus"].subscribe(student_topic("c"))
    for _ in range(2):  # the connection itself notifies everyone, once; the second notification comes after that
        here.extensions["bus"].publish([student_topic("c")])
        assert ready.wait(PATIENCE)
    for listener in (subscription, other):
        listener.wait(0)

    here.extensions["bus"].publish([session_topic("s"), student_topic("a")], "g.1.2")

    assert subscription.wait(PATIENCE) == "g.1.2"
    assert not other.wait(0.2)


@pytest.mark.postgres
def test_many_topics_are_split_into_several_notices(make_postgres_app: Callable[[], Flask]) -> None:
    bus = make_postgres_app().extensions["bus"]
    topics = [student_topic(f"{number:012}") for number in range(1_000)]  # 20,000 characters: PostgreSQL allows 8,000
    last = bus.subscribe(topics[-1])
    last.wait(0.2)
    bus.publish(topics)
    assert last.wait(PATIENCE)


@pytest.mark.postgres
def test_the_bus_reconnects_after_the_server_drops_its_connections(
    make_postgres_app: Callable[[], Flask], postgres_server: str
) -> None:
    bus = make_postgres_app().extensions["bus"]
    subscription = bus.subscribe("student:a")
    bus.publish(["student:a"])
    assert subscription.wait(PATIENCE)
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        bus.publish(["student:a"])
        if subscription.wait(0.5):
            time.sleep(0.1)
            return
    pytest.fail("no notification since the connection was lost")
