"""A process dies at each step of a move: the move counts completely or not at all, and once when it is sent again."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.crash.fail_points import POINTS
from tests.crash.killed_moves import faults_of_killed_moves
from tests.crash.planted_faults import PLANTED_FAULTS

if TYPE_CHECKING:
    from flask import Flask

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork")


def test_on_sqlite(app: Flask) -> None:
    with app.app_context():
        assert list(faults_of_killed_moves(app)) == []
    print(f"R1 kill -9 at {len(POINTS)} of {len(POINTS)} steps of a move on SQLite: none lost, doubled, or torn")


@pytest.mark.nightly
def test_on_postgres(make_postgres_app: Callable[[], Flask]) -> None:
    app = make_postgres_app()
    with app.app_context():
        assert list(faults_of_killed_moves(app)) == []
    print(f"R1 kill -9 at {len(POINTS)} of {len(POINTS)} steps of a move on PostgreSQL: none lost, doubled, or torn")


@pytest.mark.nightly
@pytest.mark.parametrize("plant", PLANTED_FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_caught(
    app: Flask, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with app.app_context():
        first = next(faults_of_killed_moves(app), None)
    assert first is not None
    print(f"R2 {plant.__name__.replace('_', ' ')}: caught ({first.splitlines()[0]})")
