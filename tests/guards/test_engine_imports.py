from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guards.files import ROOT

IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)
print(*sys.modules)
"""
# What a pure engine has no use for: clocks, files, processes, networks, chance that nobody handed in.
IMPURE = set(
    "asyncio datetime http io logging multiprocessing os pathlib secrets shutil socket sqlite3 subprocess tempfile "
    "threading time urllib uuid".split()
)
ENGINE = ROOT / "engine"
# The command line may read and write files; nothing else may use it.
COMMAND_LINE = {ENGINE / "__main__.py", *(ENGINE / "cli").glob("*.py")}
PURE = sorted(set(ENGINE.rglob("*.py")) - COMMAND_LINE)


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_the_engine_loads_nothing_beyond_the_standard_library() -> None:
    # -I and -S: neither the environment nor installed packages can help.
    command = [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(ROOT)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "engine" in loaded
    foreign = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"engine", "__main__"}
    assert foreign == set()


@pytest.mark.parametrize("file", PURE, ids=lambda file: file.stem)
def test_the_engine_has_no_clock_no_files_and_no_chance_of_its_own(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert imported(tree) & IMPURE == set()
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [ast.unparse(call) for call in calls if ast.unparse(call) in {"open", "print", "input"}] == []
    chance = [call for call in calls if isinstance(call, ast.Attribute) and ast.unparse(call.value) == "random"]
    assert [ast.unparse(call) for call in chance if call.attr != "Random"] == []
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(module and module.startswith("engine.cli") for module in modules)
    names = [node.names for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "random"]
    assert {alias.name for some in names for alias in some} <= {"Random"}
