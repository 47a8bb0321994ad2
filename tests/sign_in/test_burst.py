"""A school signs in simultaneously from one address, with and without an attacker: no one is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.over_http import LiveServer
from tests.sign_in.clients import Guesser, report, sign_in_all
from tests.sign_in.school import open_school

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(900)]

STUDENTS = int(os.environ.get("BURST_STUDENTS", "6"))
WHO = {"attacked": True} if "BURST_STUDENTS" not in os.environ else {"alone": False, "attacked": True}
"""Next to someone who guesses it is harder; alone, only `make sign-in-burst` looks at how long it takes."""
CLASS_SIZE = min(25, STUDENTS + 1)
WRONG_PER_SECOND = 60
DATABASES = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.nightly])]


@pytest.mark.parametrize("is_attacked", WHO.values(), ids=WHO)
@pytest.mark.parametrize("database", DATABASES)
def test_no_one_is_refused(
    database: str,
    is_attacked: bool,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.over_http.browser.PATIENCE", 300.0)  # it is not about time: two cores serve and ask
    address = request.getfixturevalue("postgres_database") if database == "postgresql" else None
    if address is not None:
        monkeypatch.setenv("DATABASE_URL", address)
    school = open_school(tmp_path, classes=STUDENTS // CLASS_SIZE + 1, students=CLASS_SIZE)
    cards, other = school[:STUDENTS], school[STUDENTS]
    servers = [LiveServer(tmp_path, database=address) for _ in range(1 if address is None else 2)]
    for server in servers:
        server.start()
    try:
        if is_attacked:
            with Guesser(servers, cards, other, per_second=WRONG_PER_SECOND) as guesser:
                burst = sign_in_all(cards, servers)
            report(f"{database}, attacked", burst, guesser.guesses)
            assert set(guesser.guesses.statuses) <= {422, 429, 503}
        else:
            burst = sign_in_all(cards, servers)
            report(f"{database}, alone", burst, None)
    finally:
        for server in servers:
            server.stop()
    assert burst.refused == []
    for server in servers:
        server.assert_no_faults()
