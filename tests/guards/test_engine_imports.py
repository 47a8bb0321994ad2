from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
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
# Modules for clocks, files, processes, networks, and unseeded random values, which a pure engine may not use.
IMPURE = set(
    "asyncio datetime http io logging multiprocessing os pathlib secrets shutil socket sqlite3 subprocess tempfile "
    "threading time urllib uuid".split()
)
ENGINE = ROOT / "engine"
# The command line may read and write files. No other module may import it.
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


def module_name(file: Path, root: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def import_graph(root: Path) -> dict[str, set[str]]:
    """Map each engine module below `root` to the modules that it imports, at the top or inside functions."""
    files = {module_name(file, root): file for file in (root / "engine").rglob("*.py")}
    graph: dict[str, set[str]] = {name: set() for name in files}
    for name, file in files.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                full = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= {one if one in files else node.module for one in full}
            elif isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names}
    return {name: imports & set(files) for name, imports in graph.items()}


def cycle(graph: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_engine_has_no_import_cycle() -> None:
    # Import contracts check the parts of `engine`; this test also checks the modules inside its packages.
    assert cycle(import_graph(ROOT)) == []


@pytest.mark.parametrize("how", ["from engine.two import B", "import engine.two", "def f(): from engine import two"])
def test_every_kind_of_import_counts_for_a_cycle(tmp_path: Path, how: str) -> None:
    (tmp_path / "engine").mkdir()
    hidden = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {how}\n"
    for name, text in {"__init__": "", "one": hidden, "two": "from engine.one import A\n"}.items():
        (tmp_path / "engine" / f"{name}.py").write_text(text, encoding="utf-8")
    assert set(cycle(import_graph(tmp_path))) == {"engine.one", "engine.two"}


@pytest.mark.parametrize("file", sorted(ENGINE.rglob("*.py")), ids=lambda file: module_name(file, ROOT))
def test_the_engine_imports_only_at_the_top_of_modules(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports if node not in tree.body] == []


def test_the_engine_loads_nothing_beyond_the_standard_library() -> None:
    # -I and -S: neither the environment nor installed packages can help.
    command = [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(ROOT)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "engine" in loaded
    foreign = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"engine", "__main__"}
    assert foreign == set()


@pytest.mark.parametrize("file", PURE, ids=lambda file: file.stem)
def test_the_engine_uses_no_clock_no_files_and_no_unseeded_random_values(file: Path) -> None:
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
