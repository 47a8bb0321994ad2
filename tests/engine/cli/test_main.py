from __future__ import annotations

import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import IllegalReason, apply_event, check_record
from engine.cli import main as cli
from engine.cli.wording import REASONS, outcome_text

from ..staging import game, table  # noqa: TID252


def run(*argv: str) -> int:
    try:
        return cli.main(argv)
    except SystemExit as stop:
        return int(str(stop.code))


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game.json"
    assert run("play", "--seats", "4", "--teams", "2", "--board", "8x8", "--seed", "7", "--record", str(path)) == 0
    capsys.readouterr()
    return path


def test_play_writes_a_record_that_check_accepts(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", str(record)) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "correct" in printed.out
    assert "won by sequences" in printed.out


def test_play_prints_the_board_and_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "--seed", "7") == 0
    first = capsys.readouterr().out
    assert "won by sequences after" in first
    assert "seed 7" in first
    assert first.splitlines()[0].split() == list("ABCDEFGH")
    assert "[B]" in first or "[G]" in first
    run("play", "--seed", "7")
    assert capsys.readouterr().out == first
    assert run("play") == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--edition", "numbers", "--draw", "manual", "--tries", "1", "--miss-rate", "0.3"],
        ["--seats", "6", "--teams", "3", "--board", "10x10", "--sequences", "1", "--level", "strong"],
        [
            "--board",
            "6x6",
            "--deck",
            "add-sub-20",
            "--layout",
            "mixed",
            "--level",
            "first_steps",
            "--tries",
            "unlimited",
        ],
        ["--hand", "3", "--board", "6x7", "--level", "easy"],
        ["--solve", "ahead", "--tries", "1", "--seats", "4", "--miss-rate", "0.4"],
        ["--solve", "ahead", "--tries", "unlimited", "--draw", "manual", "--miss-rate", "0.9"],
    ],
)
def test_options_set_up_the_table(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert run("play", *options, "--seed", "3", "--record", str(path)) == 0
    record = json.loads(path.read_text(encoding="utf-8"))
    assert check_record(record).outcome is not None
    named = dict(zip(options[::2], options[1::2], strict=True))
    rows, columns = named.get("--board", "8x8").split("x")
    assert (len(record["board"]), len(record["board"][0])) == (int(rows), int(columns))
    assert len(record["seats"]) == int(named.get("--seats", 2))
    assert record["rules"]["draw"] == named.get("--draw", "auto")
    assert record["rules"].get("solve", "board") == named.get("--solve", "board")
    assert run("check", str(path)) == 0
    assert str(record["rules"]["tries"]) == named.get("--tries", "2").replace("unlimited", "None")
    assert str(record["rules"]["hand_size"]) == named.get("--hand", str(record["rules"]["hand_size"]))


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["play", "--seats", "5"], "5 players cannot be split into even teams"),
        (["play", "--seats", "4", "--teams", "3"], "4 players cannot form 3 teams"),
        (["play", "--teams", "0"], "2 players cannot form 0 teams"),
        (["play", "--board", "7x7"], "no board has the size '7x7'"),
        (["play", "--board", "10x10", "--deck", "times-tables"], "a 10x10 board needs 48"),
        (["play", "--hand", "40"], "a hand has 1 to 10 cards"),
        (["play", "--seed", "1", "--record", "/no/such/folder/game.json"], "No such file or directory"),
        (["play", "--tries", "7"], "invalid choice: '7'"),
        (["play", "--solve", "later"], "invalid choice: 'later'"),
        (["play", "--edition", "classic", "--solve", "ahead"], "the classic edition has no equations to solve ahead"),
        (["play", "--tries", "unlimited", "--miss-rate", "1"], "a game would never end"),
        (["simulate", "--tries", "unlimited", "--miss-rate", "1"], "a game would never end"),
        (["play", "--miss-rate", "2"], "'2' is not a number from 0 to 1"),
        (["play", "--seats", "many"], "invalid int value: 'many'"),
        (["check", "/no/such/record.json"], "No such file or directory"),
        (["check", "."], "Is a directory"),
        (["check"], "the following arguments are required: FILE"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_invalid_arguments_exit_with_2(argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err.splitlines()[-1]


def damaged(record: Path, change: Any) -> str:
    document = json.loads(record.read_text(encoding="utf-8"))
    change(document)
    record.write_text(json.dumps(document), encoding="utf-8")
    return str(record)


def test_check_names_the_first_event_that_breaks_a_rule(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = damaged(record, lambda document: document["events"].__setitem__(3, {"do": "pass", "seat": 0}))
    assert run("check", path) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "event 3 (the first is 0) breaks a rule: it is another seat's turn" in line
    assert '{"do": "pass", "seat": 0}' in line


def test_a_message_stays_short_whatever_the_event_holds(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = damaged(record, lambda document: document["events"].__setitem__(3, {"do": "pass", "seat": 10**4000}))
    assert run("check", path) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("000…")
    assert len(line) < 600


def test_check_finds_a_false_outcome(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", damaged(record, lambda document: document.update(outcome=None))) == 1
    assert "the outcome is wrong: the events give another one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not JSON: line 1, column 1"),
        (b'{"format": "sequence-rec', "not JSON"),
        (b"\xff\xfe\x00", "this is no text"),
        (b"[1, 2]", "a record is an object"),
        (b'{"format": "sequence-record/1", "outcome": NaN}', "no JSON that a record could be"),
    ],
)
def test_check_describes_what_is_wrong_with_a_file(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert run("check", str(path)) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{path}: damaged:" in line
    assert sentence in line


def test_a_byte_order_mark_is_ignored(record: Path) -> None:
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert run("check", str(record)) == 0


@pytest.mark.parametrize("argv", [["--help"], ["play", "--help"], ["check", "--help"]])
def test_help_shows_examples(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv) == 0
    assert "python -m engine " in capsys.readouterr().out.split("example")[1]


def test_every_reason_has_a_sentence() -> None:
    assert set(REASONS) == set(IllegalReason)
    assert len(set(REASONS.values())) == len(REASONS)


def test_the_state_of_a_game_in_words() -> None:
    from engine import Stop

    from ..staging import complete  # noqa: TID252

    assert outcome_text(game()) == "The game goes on"
    assert outcome_text(apply_event(game(), Stop())) == "The game was stopped, a draw"
    led = complete(game(sequences_to_win=2), "green", "A3 B3 C3 D3 E3")
    assert outcome_text(apply_event(led, Stop())) == "The game was stopped, green won"


def test_the_module_passes_its_arguments_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "check", "/no/such/file"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("engine", run_name="__main__")
    assert stop.value.code == 2
    assert "main" in runpy.run_module("engine.__main__", run_name="imported")


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "check", "/no/such/file"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "python -m engine check: /no/such/file: No such file or directory\n"


def test_the_name_of_a_file_needs_no_letters_of_the_terminal(record: Path) -> None:
    renamed = record.rename(record.with_name("partie-é.json"))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "check", str(renamed)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"partie-\xe9.json: correct." in done.stdout


def test_a_closed_pipe_is_not_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def fileno(self) -> int:
            return file.fileno()

        def flush(self) -> None:
            raise BrokenPipeError

    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr(sys, "stdout", Closed())
        assert run("play", "--seed", "1") == 0


def test_an_interrupt_exits_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.cli.play.table_setup", interrupt)
    assert run("play") == 130


def test_the_picture_of_a_board_fits_its_labels() -> None:
    from engine.cli.picture import draw_position

    from ..staging import cover  # noqa: TID252

    lines = draw_position(cover(game(), blue="B2", green="C2")).splitlines()
    assert len(lines) == 1 + table().board.height
    assert len(set(map(len, lines))) == 1
    assert lines[2].split()[:4] == ["2", "9", "B", "G"]
