"""Tests don't depend on the machine's speed, and the seed of property tests is that of the run."""

from __future__ import annotations

import ast
import re

import hypothesis.core
import pytest
from hypothesis import given, settings, strategies

from tests.guards.files import project_files

_examples: list[list[int]] = []


@settings(max_examples=5)
@given(number=strategies.integers())
def _record_examples(number: int) -> None:
    _examples[-1].append(number)


def test_examples_have_no_deadline() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None


def test_examples_depend_on_the_seed_of_the_run(request: pytest.FixtureRequest) -> None:
    assert hypothesis.core.global_force_seed == request.config.getoption("randomly_seed")
    for _ in range(2):
        _examples.append([])
        _record_examples()
    assert _examples[0] == _examples[1]


def _calls(source: str, name: str) -> list[ast.Call]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == name]


def test_browsers_wait_for_functions() -> None:
    """Playwright evaluates an expression at each look. The app's pages permit only the first, so a slow page fails."""
    function = re.compile(r"""f?["'](\w+|\([\w, ]*\)) => """)
    awaited = [
        (path.name, ast.unparse(call.args[0]))
        for path in project_files(".py")
        if "wait_for_function" in (source := path.read_text())
        for call in _calls(source, "wait_for_function")
    ]
    assert len(awaited) > 10
    assert [(file, argument) for file, argument in awaited if not function.match(argument)] == []
