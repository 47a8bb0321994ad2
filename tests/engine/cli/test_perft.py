from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main as cli

from ..perft.cases import CASES, RECORDS, record_of, stored_counts  # noqa: TID252

NAME = CASES[0].name
RECORD = str(RECORDS / f"{NAME}.json")


def run(*argv: str) -> int:
    try:
        return cli.main(["perft", *argv])
    except SystemExit as stop:
        return int(str(stop.code))


def test_it_prints_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(RECORD, "--depth", "2") == 0
    assert capsys.readouterr().out == f"{stored_counts()[NAME][1]}\n"


def test_divide_prints_the_count_of_each_first_action_and_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(RECORD, "--depth", "2", "--divide") == 0
    *lines, last = capsys.readouterr().out.splitlines()
    first, second, _ = stored_counts()[NAME]
    counts = [int(line.rpartition(": ")[2]) for line in lines]
    assert len(lines) == first
    assert sum(counts) == int(last) == second
    assert all(json.loads(line.rpartition(": ")[0])["do"] for line in lines)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ([RECORD], "the following arguments are required: --depth"),
        ([RECORD, "--depth", "0"], "the depth is 1 or more"),
        ([RECORD, "--depth", "deep"], "invalid _depth value: 'deep'"),
        (["/no/such/record.json", "--depth", "1"], "No such file or directory"),
    ],
)
def test_invalid_input_exits_with_2(argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err.splitlines()[-1]


def test_a_game_with_drawing_by_hand_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(NAME)
    path = tmp_path / "manual.json"
    path.write_text(json.dumps(record | {"events": [], "rules": record["rules"] | {"draw": "manual"}}))
    assert run(str(path), "--depth", "1", "--divide") == 2
    assert capsys.readouterr().err == f"python -m engine perft: {path}: only games with automatic drawing are counted\n"


def test_a_game_with_solving_ahead_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(NAME)
    path = tmp_path / "ahead.json"
    path.write_text(json.dumps(record | {"events": [], "rules": record["rules"] | {"solve": "ahead"}}))
    assert run(str(path), "--depth", "1") == 2
    assert (
        capsys.readouterr().err
        == f"python -m engine perft: {path}: only games that are solved on the board are counted\n"
    )


def test_a_damaged_record_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(record_of(NAME) | {"events": [{"do": "pass", "seat": 0}, {"do": "pass", "seat": 0}]}))
    assert run(str(path), "--depth", "1") == 1
    assert "breaks a rule" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    assert "python -m engine perft game.json --depth 3" in capsys.readouterr().out
