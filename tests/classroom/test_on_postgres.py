"""Moves, and the pages of a lesson, on PostgreSQL; `make test-postgres` runs all of them there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import ON_POSTGRES
from tests.guards.files import ROOT

FILES = (
    "tests/classroom/services/play/test_moves.py",
    "tests/classroom/blueprints/test_lesson.py",
)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.skipif(ON_POSTGRES, reason="all of them run there already")
def test_some_files_on_postgres() -> None:
    """In a separate process, because its tests use another database."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *FILES]
    done = subprocess.run(
        command, cwd=ROOT, env={**outer, "TEST_DATABASE": "postgresql"}, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
