from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from engine import BUILT_IN_DECKS, Layout, numbers_setup

from .document import write_own_figures, write_peers
from .peers import immutable, mutable


def test_the_game_that_is_changed_in_place_is_the_same_game() -> None:
    rng = Random(4)
    for seed in range(60):
        setup = numbers_setup(deck=BUILT_IN_DECKS["mixed"], size="6x6", layout=Layout.MIXED, players=3, rng=rng)
        assert mutable(setup, Random(seed)) == immutable(setup, Random(seed))


def test_without_the_two_libraries_it_says_how_to_get_them() -> None:
    # -S: no installed packages, whatever environment this is.
    command = [sys.executable, "-S", "-m", "tests.benchmarks.peers"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 1
    assert "pip install open_spiel chess" in done.stderr


def test_each_command_leaves_the_part_of_the_other(tmp_path: Path) -> None:
    document = tmp_path / "benchmarks.md"
    write_own_figures("# Benchmarks\n\none\n", document)
    write_peers("two", document)
    write_own_figures("# Benchmarks\n\nthree\n", document)
    text = document.read_text(encoding="utf-8")
    assert "one" not in text
    assert text.index("three") < text.index("two")
