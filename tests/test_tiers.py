"""Tests get the marks of their tiers before `-m` selects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiers import NIGHTLY

pytestmark = pytest.mark.nightly

TESTS = Path(__file__).parent
EXAMPLES = {
    "browser": "browser/test_bundles.py",
    "crash": "crash/test_kill.py",
    "lesson": "lesson/test_lesson.py",
    "postgres": "classroom/services/test_postgres.py",
}
COLLECT = """
import contextlib, io, json, sys
import pytest

def collected(marks, file):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        pytest.main(["--collect-only", "-q", "-m", marks, file])
    return output.getvalue()

print(json.dumps([collected(*expressions) for expressions in json.loads(sys.argv[1])]))
"""
NIGHTLY_FILE = "field_failures/test_full_class.py"


@pytest.fixture(scope="module")
def collected() -> dict[tuple[str, str], str]:
    """Collect the tests for each expression, all in one process, because starting one takes longest."""
    expressions = [(marks, str(TESTS / file)) for mark, file in EXAMPLES.items() for marks in (mark, f"not {mark}")]
    expressions += [(marks, str(TESTS / NIGHTLY_FILE)) for marks in ("", "nightly")]
    output = subprocess.run(
        [sys.executable, "-c", COLLECT, json.dumps(expressions)],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if name != NIGHTLY.upper()},
    ).stdout
    return dict(zip(expressions, json.loads(output), strict=True))


@pytest.mark.parametrize(("mark", "file"), EXAMPLES.items())
def test_a_tier_can_be_left_out(collected: dict[tuple[str, str], str], mark: str, file: str) -> None:
    assert file in collected[mark, str(TESTS / file)]
    left_out = collected[f"not {mark}", str(TESTS / file)]
    assert file not in left_out, left_out


def test_nightly_tests_run_only_on_request(collected: dict[tuple[str, str], str]) -> None:
    assert NIGHTLY_FILE in collected["nightly", str(TESTS / NIGHTLY_FILE)]
    assert NIGHTLY_FILE not in collected["", str(TESTS / NIGHTLY_FILE)]
