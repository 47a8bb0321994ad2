from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.guards.files import ROOT

FILES = sorted((ROOT / "classroom" / "learning").rglob("*.py"))
ALLOWED = {"__future__", "classroom", "engine", "fsrs", "argparse", "collections", "dataclasses", "datetime", "enum"}
ALLOWED |= {"functools", "heapq", "itertools", "math", "operator", "random", "statistics", "types", "typing"}
ALLOWED |= {"hashlib", "json", "zlib"}  # of snapshots: bytes in memory, no files


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_package_imports_only_the_engine_and_reads_no_clock(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {module.split(".")[0] for module in modules} <= ALLOWED
    assert all(module.startswith("classroom.learning") for module in modules if module.startswith("classroom"))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called & {"datetime.now", "date.today", "open", "input", "random.random", "random.choice"} == set()
    assert all(not name.startswith("random.") or name == "random.Random" for name in called)
