"""Two people who do something at the same time, on a database with real concurrency."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from sqlalchemy import text

from classroom.database import db, transaction
from classroom.services.errors import ErrorCode, ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from sqlalchemy import Connection


def wait_until_it_waits(thread: threading.Thread, looking: Connection) -> None:
    """Return once the thread waits for a lock of the database or has ended."""
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while thread.is_alive() and not looking.execute(waiting).scalar_one():
        looking.rollback()


def second_comes_before_the_commit(
    app: Flask, first: Callable[[], object], second: Callable[[], object]
) -> list[ErrorCode]:
    """Do both; the first commits when the second waits for it or has ended. Return the second one's refusal."""
    failed = failure_of_second(app, first, second)
    assert all(isinstance(error, ServiceError) for error in failed), failed
    return [error.code for error in failed if isinstance(error, ServiceError)]


def failure_of_second(
    app: Flask, first: Callable[[], object], second: Callable[[], object], *, then: Callable[[], object] | None = None
) -> list[Exception]:
    """Do both; the first commits when the second waits for it or has ended. Return the second one's error, if any.

    :param then: what the first also does before it commits.
    """
    failed: list[Exception] = []

    def run() -> None:
        with app.app_context():
            try:
                second()
            except Exception as error:  # noqa: BLE001  whatever it is, the test is to show it
                failed.append(error)

    thread = threading.Thread(target=run)
    with db.engine.connect() as looking, transaction() as session:
        first()
        session.flush()
        thread.start()
        wait_until_it_waits(thread, looking)
        if then is not None:
            then()
    thread.join()
    db.session.rollback()
    return failed


def all_at_once(app: Flask, *actions: Callable[[], object]) -> list[ErrorCode]:
    """Run functions in threads started together. Return their refusals."""
    gate = threading.Barrier(len(actions))
    refused: list[ErrorCode] = []
    failed: list[Exception] = []

    def run(action: Callable[[], object]) -> None:
        with app.app_context():
            gate.wait()
            try:
                action()
            except ServiceError as error:
                refused.append(error.code)
            except Exception as error:  # noqa: BLE001  whatever it is, the test is to show it
                failed.append(error)

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    db.session.rollback()
    return refused
