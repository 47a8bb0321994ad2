"""Nothing is unused: macros, classes and properties of style sheets, error codes, permissions, functions."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path

from classroom.permissions import Permission
from classroom.services.errors import ErrorCode

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
TEMPLATES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")}
SHEETS = {path: path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").glob("*.css")}
SCRIPTS = [path.read_text(encoding="utf-8") for path in (ROOT / "static" / "js").glob("*.js")]
CODE = {
    path: path.read_text(encoding="utf-8")
    for package in ("classroom", "engine")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
}
FOR_TESTS = {
    "CatalogHook": "called by the build of a wheel",
    "expected_log_seconds": "tests measure how well answer times are predicted",
    "forget_positions": "each test starts with empty caches",
    "forget_tables": "each test starts with empty caches",
    "rebuild": "tests compare it with what was learned answer by answer",
    "right_spaces": "tests play cards where they belong",
}
"""Functions that only tests call, each with its reason."""


@functools.cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(source) for path, source in CODE.items()}


@functools.cache
def names_read() -> set[str]:
    """Return what code and pages use. Imports and lists of what a package exports don't count."""
    nodes = [one for tree in trees().values() for one in ast.walk(tree)]
    return {
        *(one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)),
        *(one.attr for one in nodes if isinstance(one, ast.Attribute)),
        *(word for page in TEMPLATES.values() for word in re.findall(r"\w+", page)),
        *re.findall(r"\w+", (ROOT / "run.py").read_text(encoding="utf-8")),
    }


def test_every_macro_is_called() -> None:
    pages = re.sub(r"\{#.*?#\}", "", "".join(TEMPLATES.values()), flags=re.DOTALL)
    defined = Counter(re.findall(r"\{%-? macro (\w+)\(", pages))
    called = Counter(re.findall(r"\b(\w+)\(", pages)) + Counter(re.findall(r"\b(?:keep|once)\((\w+)", pages))
    assert [name for name, times in defined.items() if called[name] <= times] == []


def test_every_class_of_a_style_sheet_is_on_a_page() -> None:
    """For a class that is assembled, such as `tens-{{ ten }}`, its beginning counts."""
    pages = re.sub(r"\{#.*?#\}", "", "".join(TEMPLATES.values()), flags=re.DOTALL) + "".join(SCRIPTS)
    words = set(re.findall(r"[\w-]+", pages))
    beginnings = tuple(word for word in words if re.fullmatch(r"[a-z][\w-]*-", word))
    selectors = {
        name: re.sub(r"/\*.*?\*/|(?<=\{)[^{}]*(?=\})", "", sheet, flags=re.DOTALL) for name, sheet in SHEETS.items()
    }
    found = {(path.name, name) for path, text in selectors.items() for name in re.findall(r"\.([a-z][\w-]*)", text)}
    assert {(sheet, name) for sheet, name in found if name not in words and not name.startswith(beginnings)} == set()
    assert len(found) > 100


def test_every_class_on_a_page_has_a_style_or_is_looked_up() -> None:
    """Otherwise a rule that a page needs was deleted. Classes that are assembled in an attribute are ignored."""
    styled = re.findall(r"\.([a-z][\w-]*)", "".join(SHEETS.values()))
    sources = "".join((*SCRIPTS, *(path.read_text("utf-8") for path in TESTS.rglob("*.py"))))
    chosen = re.findall(r"\.([a-z][\w-]*)", " ".join(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", sources)))
    named = " ".join(re.findall(r"(?:class_=|classList\.\w+\()\"([\w -]*)\"", sources)).split()
    known = {*styled, *chosen, *named}
    found = {
        (path.name, name)
        for path, page in TEMPLATES.items()
        for attribute in re.findall(r'class="([^"{]*)(?:\{|")', page)
        for name in attribute.split()
        if not name.endswith("-")
    }
    assert {(page, name) for page, name in found if name not in known} == set()
    assert len(found) > 300


def test_every_property_of_a_style_sheet_is_read() -> None:
    sheets = "".join(SHEETS.values())
    named, read = set(re.findall(r"(--[\w-]+):", sheets)), set(re.findall(r"var\((--[\w-]+)", sheets))
    assert named - read == set()
    assert read - named == set()


def test_every_error_code_is_raised() -> None:
    places = ("services/errors/", "web/error_messages/")
    source = "".join(text for path, text in CODE.items() if not any(place in path.as_posix() for place in places))
    codes = [f"{area.__name__}.{code.name}" for area in ErrorCode.__subclasses__() for code in area]
    assert set(codes) - set(re.findall(r"\b\w+\.[A-Z]\w*", source)) == set()
    assert len(codes) > 100


def test_every_permission_is_asked_for() -> None:
    source = "".join(text for path, text in CODE.items() if path.name != "permissions.py")
    assert [one.name for one in Permission if f"Permission.{one.name}" not in source] == []


def test_every_function_is_used_outside_of_tests() -> None:
    defined = {
        statement.name
        for tree in trees().values()
        for statement in tree.body
        if isinstance(statement, ast.FunctionDef | ast.ClassDef) and not statement.decorator_list
    }
    assert defined - names_read() == set(FOR_TESTS)
    assert len(defined) > 3000


def test_every_field_of_a_page_is_read() -> None:
    fields = {
        (path.name, one.name, field.target.id)
        for path, tree in trees().items()
        if "presenters" in path.parts
        for one in ast.walk(tree)
        if isinstance(one, ast.ClassDef)
        for field in one.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }
    assert {field for field in fields if field[2] not in names_read()} == set()
    assert len(fields) > 1000
