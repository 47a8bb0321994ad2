from __future__ import annotations

import json
import sys

import pytest

from .test_main import run


def test_results_are_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--seats", "4", "--games", "5", "--seed", "7", "--miss-rate", "0.2") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("5 games, seed 7\nturns         mean ")
    assert printed.out.count("%") >= 7


def test_results_and_progress_are_printed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "--edition", "classic", "--seats", "12", "--games", "4", "--json", "--progress") == 0
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [f"progress {played} 4" for played in (1, 2, 3, 4)]
    result = json.loads(printed.out)
    assert result["games"] == 4
    assert len(result["wins_by_seat"]) == 12


@pytest.mark.parametrize("level", ["quick", "good"])
def test_games_with_solving_ahead_are_simulated(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--solve", "ahead", "--games", "4", "--seed", "7", "--miss-rate", "0.3", "--level", level]
    assert run("simulate", *options) == 0
    assert capsys.readouterr().out.startswith("4 games, seed 7")


def test_the_same_seed_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert run("simulate", "--games", "3", "--seed", "9", "--level", "easy", "--json") == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_terminal_shows_a_progress_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("simulate", "--games", "200") == 0
    bar = capsys.readouterr().err
    assert bar.count("\r") == 100
    assert bar.endswith("[##############################] 100 %\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seats", "5"], "5 players cannot be split into even teams"),
        (["--edition", "classic", "--miss-rate", "0.1"], "the classic edition knows no misses"),
        (["--games", "0"], "1 or more games are played"),
    ],
)
def test_an_impossible_table_gives_a_message(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("simulate", *options) == 2
    assert sentence in capsys.readouterr().err
