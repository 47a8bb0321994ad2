"""For a truncated or altered record, `python -m engine check` says what is wrong and exits with 1."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from engine import (
    BUILT_IN_DECKS,
    Event,
    IllegalRecordError,
    Layout,
    RecordError,
    check_record,
    legal_moves,
    numbers_setup,
    parse_record,
    record_to_json,
    start,
    step,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def text() -> str:
    """Return the record of a whole game."""
    rng = random.Random(5)
    setup = numbers_setup(
        deck=BUILT_IN_DECKS["times-tables"],
        size="6x6",
        layout=Layout.MIXED,
        players=2,
        teams=2,
        rules=None,
        dealer=None,
        rng=rng,
    )
    position, log = start(setup), list[Event]()
    while position.outcome is None:
        events, position = step(position, rng.choice(list(legal_moves(position))), rng)
        log += events
    return json.dumps(record_to_json(setup, log, position.outcome))


def test_the_unchanged_record_is_accepted(text: str) -> None:
    assert check_record(parse_record(text)).outcome is not None


def test_a_record_cut_off_anywhere_is_refused(text: str) -> None:
    for end in [*range(0, len(text), 23), len(text) - 1]:
        _assert_refused(text[:end])


def test_a_record_with_one_changed_field_is_refused(text: str) -> None:
    for changed in _tampered(json.loads(text)):
        _assert_refused(json.dumps(changed))


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\0", b"\xff\xfe", b"null", b"[]", b"NaN", b"1e999", b"[" * 200_000, b'{"format": "sequence-record/2"}'],
    ids=["empty", "NUL", "not UTF-8", "null", "list", "NaN", "infinite", "deep", "another format"],
)
def test_the_command_reports_a_damaged_file(tmp_path: Path, damaged: bytes) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(damaged)
    _assert_check_fails(str(file))


def test_the_command_reports_a_missing_file(tmp_path: Path) -> None:
    _assert_check_fails(str(tmp_path / "nothing.json"), status=2)
    _assert_check_fails(str(tmp_path), status=2)


def test_the_command_reports_half_a_record(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text[: len(text) // 2], encoding="utf-8")
    _assert_check_fails(str(file))


def _assert_refused(text: str) -> None:
    with pytest.raises((IllegalRecordError, RecordError)) as refusal:
        check_record(parse_record(text))
    assert str(refusal.value)


def _assert_check_fails(file: str, *, status: int = 1) -> None:
    command = [sys.executable, "-m", "engine", "check", file]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode == status, output
    assert output.strip()
    assert "Traceback" not in output


def _tampered(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of the record in which one member is missing or has another type."""
    wrong_values: tuple[Any, ...] = (None, -1, 10**30, "Z9", [], [[]], {"a": 1}, 1.5, True)
    for name, present in record.items():
        yield {other: value for other, value in record.items() if other != name}
        yield from (
            {**record, name: value}
            for value in wrong_values
            if value != present and not (name == "outcome" and value is None)
        )
    for index in (0, len(record["events"]) // 2, len(record["events"]) - 1):
        events = record["events"]
        yield {**record, "events": [*events[:index], *events[index + 1 :]]}
        yield {**record, "events": [*events[:index], events[index], *events[index:]]}
        for name, present in events[index].items():
            for value in wrong_values:
                if value != present:
                    changed = {**events[index], name: value}
                    yield {**record, "events": [*events[:index], changed, *events[index + 1 :]]}
