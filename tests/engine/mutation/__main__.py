"""Mutation testing of the rules: `make mutation`. Every mutant runs against the tests until one fails.

It changes a copy of the engine and its tests, never the checkout. `--seconds` limits the run: other mutants count as
not tried. Mutants are tested in a fixed random order, so that the score of a limited run is that of a sample.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import monotonic

from .mutants import Mutant, mutants

ROOT = Path(__file__).parents[3]
MODULES = ("legality", "transitions", "hands", "sequences", "resolve", "outcome", "setup")
# The quickest and most thorough tests come first; hanging mutants are detected too.
TESTS = """
    test_legality.py test_transitions.py test_solving.py test_faces.py test_judge.py test_sequences.py test_outcome.py
    test_setup.py test_endings.py test_classic.py test_position.py test_replay.py test_legal_moves.py test_numbers.py
    playthroughs/test_playthroughs.py perft/test_perft.py test_agreement.py::test_both_engines_agree
""".split()
MAX_SECONDS_PER_MUTANT = 120


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.mutation", description=__doc__)
    parser.add_argument("--seconds", type=int, default=3_600, help="end after so long (default: 3600)")
    parser.add_argument("--modules", nargs="*", choices=MODULES, default=MODULES)
    arguments = parser.parse_args()
    waiting = [(name, mutant) for name in arguments.modules for mutant in mutants(_source(ROOT, name))]
    Random(1).shuffle(waiting)
    end = monotonic() + arguments.seconds
    tried = killed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = _copy(Path(folder))
        if not _passes(copy):
            raise SystemExit("the tests fail without any mutant")
        for name, mutant in waiting:
            if monotonic() > end:
                break
            tried += 1
            if _survives(copy, name, mutant):
                print(
                    f"survived: engine/{name}.py:{mutant.line}\n    - {mutant.before}\n    + {mutant.after}", flush=True
                )
            else:
                killed += 1
    print(f"{killed} of {tried} killed: {killed / tried:.1%}; {len(waiting)} mutants in all")


def _source(root: Path, name: str) -> str:
    return (root / "engine" / f"{name}.py").read_text(encoding="utf-8")


def _copy(folder: Path) -> Path:
    for part in ("engine", "tests/engine"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "equations"))
    shutil.copytree(
        ROOT / "engine/equations", folder / "engine/equations", ignore=shutil.ignore_patterns("__pycache__")
    )
    (folder / "tests/__init__.py").touch()
    return folder


def _survives(copy: Path, name: str, mutant: Mutant) -> bool:
    path = copy / "engine" / f"{name}.py"
    original = path.read_text(encoding="utf-8")
    path.write_text(mutant.source, encoding="utf-8")
    try:
        return _passes(copy)
    finally:
        path.write_text(original, encoding="utf-8")


def _passes(copy: Path) -> bool:
    tests = [f"tests/engine/{test}" for test in TESTS]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "-c", os.devnull, "--rootdir", str(copy), *tests],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy), "SEQUENCE_FUZZ_STEPS": "3000"},
            capture_output=True,
            timeout=MAX_SECONDS_PER_MUTANT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    main()
