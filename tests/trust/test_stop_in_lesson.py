"""R19: the server restarts while a class plays, as in an upgrade. No move fails, and the class continues at once."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests.crash.clients import Client, keys_of, stop_all, wait_for_moves
from tests.invariants import assert_invariants
from tests.over_http.server import LiveServer
from tests.over_http.stage import set_stage
from tests.trust.bars import check_bar

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(600)]
STUDENTS = 12
STOPS = 3


def test_no_move_fails_when_the_server_restarts(tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=STUDENTS)
    server = LiveServer(tmp_path, is_fresh=True)
    server.start()
    clients = [Client(person, server, seed, think_seconds=(0.1, 0.5)) for seed, person in enumerate(stage.students)]
    pauses, stops = [], []
    try:
        for client in clients:
            client.start()
        for _ in range(STOPS):
            wait_for_moves(clients, 2 * STUDENTS)
            began = time.perf_counter()
            os.kill(server.pid, signal.SIGTERM)
            assert server.wait_until_ended() == 0, server.console[-3000:]
            stops.append(time.perf_counter() - began)
            server.start()
            wait_for_moves(clients, 1)
            pauses.append(time.perf_counter() - began)
        wait_for_moves(clients, STUDENTS)
    finally:
        stop_all(clients)
        server.stop()
    assert [surprise for client in clients for surprise in client.ledger.surprises] == []
    server.assert_no_faults()
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        assert_invariants()
        logged = set(db.session.execute(select(GameEvent.idempotency_key)).scalars()) - {None}
    acknowledged = keys_of(clients)
    assert logged == set(acknowledged)
    print(
        f"R19 {STOPS} stops and starts under {STUDENTS} students: {len(acknowledged)} moves, 0 failed, 0 lost, "
        f"0 duplicated; stopped within {max(stops):.1f} s, the next move after {max(pauses):.1f} s at most"
    )
    check_bar(what="seconds without a move", figure=max(pauses), bar=3)
