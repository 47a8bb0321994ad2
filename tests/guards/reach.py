"""Find the error codes that an area's views can raise, by following the names in each function's source.

A function that mentions a class counts as calling all of its methods.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ERRORS = "classroom.services.errors"


class _Module:
    """The functions of a module, and what its names refer to."""

    def __init__(self, path: Path) -> None:
        parts = path.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.names: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                self.names.update({one.asname or one.name: f"{node.module}.{one.name}" for one in node.names})
        self.functions: dict[str, ast.stmt] = {}
        for statement in tree.body:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                self.functions[f"{self.name}.{statement.name}"] = statement
                self.names[statement.name] = f"{self.name}.{statement.name}"


def _modules() -> Iterator[_Module]:
    """Parse one module after the other, so that the trees of all are never in memory together."""
    for path in sorted((ROOT / "classroom").rglob("*.py")):
        if "migrations" not in path.parts:
            module = _Module(path)
            if not module.name.startswith(("classroom.demo", ERRORS)):
                yield module


@cache
def _mentions() -> dict[str, tuple[set[str], set[str]]]:
    """Map each function and class to the functions, classes, and error codes that it mentions."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for module in _modules():
        for name, node in module.functions.items():
            places: set[str] = set()
            codes: set[str] = set()
            for part in ast.walk(node):
                if isinstance(part, ast.Name):
                    places.add(module.names.get(part.id, ""))
                elif isinstance(part, ast.Attribute):
                    owner = module.names.get(part.value.id, "") if isinstance(part.value, ast.Name) else ""
                    if owner.startswith(ERRORS):
                        codes.add(f"{owner.rpartition('.')[2]}.{part.attr}")
                    else:
                        places.add(f"{owner}.{part.attr}")
            found[name] = places, codes
    return found


def views_in(package: str) -> list[str]:
    """List the functions of a package."""
    return [name for name in _mentions() if name.startswith(f"{package}.")]


def codes_raised_in(area: str) -> set[str]:
    """Find the error codes, such as "PlayErrorCode.STALE", that an area's views can raise, and perhaps others."""
    return codes_raised_by(*views_in(f"classroom.blueprints.{area}"))


def codes_raised_by(*functions: str) -> set[str]:
    """Find the error codes that these functions can raise."""
    mentions = _mentions()
    return {code for name in _reached(functions) for code in mentions[name][1]}


def forms_of(view: str, forms: set[str]) -> set[str]:
    """Select the forms that a view, or a function it calls, mentions."""
    return _reached((view,)) & forms


def _reached(functions: tuple[str, ...]) -> set[str]:
    mentions = _mentions()
    seen, left = set(functions), list(functions)
    while left:
        new = {one for one in mentions[left.pop()][0] if one in mentions} - seen
        seen |= new
        left += new
    return seen
