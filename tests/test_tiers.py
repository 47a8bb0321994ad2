"""The marks of the tiers are there when `-m` chooses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
EXAMPLES = {
    "browser": "browser/test_bundles.py",
    "crash": "crash/test_kill.py",
    "lesson": "lesson/test_lesson.py",
    "postgres": "crash/test_two_servers.py",
}
COLLECT = """
import contextlib, io, json, sys
import pytest

def collected(marks, file):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        pytest.main(["--collect-only", "-q", "-m", marks, file])
    return said.getvalue()

print(json.dumps([collected(*asked) for asked in json.loads(sys.argv[1])]))
"""
OF_THE_NIGHT = "field_failures/test_full_class.py"


@pytest.fixture(scope="module")
def collected() -> dict[tuple[str, str], str]:
    """What pytest collects for each expression; one process asks it all, as its start costs more than the answers."""
    asked = [(marks, str(TESTS / file)) for mark, file in EXAMPLES.items() for marks in (mark, f"not {mark}")]
    asked += [(marks, str(TESTS / OF_THE_NIGHT)) for marks in ("", "nightly")]
    answered = subprocess.run(
        [sys.executable, "-c", COLLECT, json.dumps(asked)],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(zip(asked, json.loads(answered), strict=True))


@pytest.mark.parametrize(("mark", "file"), EXAMPLES.items())
def test_a_tier_can_be_left_out(collected: dict[tuple[str, str], str], mark: str, file: str) -> None:
    assert file in collected[mark, str(TESTS / file)]
    left_out = collected[f"not {mark}", str(TESTS / file)]
    assert file not in left_out, left_out


def test_what_runs_at_night_runs_only_then(collected: dict[tuple[str, str], str]) -> None:
    assert OF_THE_NIGHT in collected["nightly", str(TESTS / OF_THE_NIGHT)]
    assert OF_THE_NIGHT not in collected["", str(TESTS / OF_THE_NIGHT)]
