from __future__ import annotations

import ast

import pytest

from .mutants import mutants


def after(source: str) -> set[str]:
    return {mutant.after for mutant in mutants(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", {"a <= b"}),
        ("x = a and b", {"a or b"}),
        ("x = not a", {"a"}),
        ("x = a + b", {"a - b"}),
        ("x = 4", {"5"}),
        ("x = True", {"False"}),
        ("f(x)", {"pass"}),
        ("x += y", {"x -= y", "pass"}),
        ("y = x._replace(a=b, c=d)", {"x._replace(a=b)"}),
        ("if x:\n    y = z", {"if False:\n    y = z"}),
    ],
)
def test_each_kind_of_change(source: str, expected: set[str]) -> None:
    assert after(source) == expected


@pytest.mark.parametrize(
    "source", ["import a", '"""Text."""', "x: int = 1", "raise IllegalMoveError('text')  # kept: a text"]
)
def test_texts_and_types_are_left_alone(source: str) -> None:
    assert after(source) <= {"pass"}


def test_each_mutant_is_the_whole_module_with_one_change() -> None:
    source = "def f(a, b):\n    return a + b == 1\n"
    made = list(mutants(source))
    assert len({mutant.source for mutant in made}) == len(made) == 3
    assert all(ast.parse(mutant.source) for mutant in made)
    assert {mutant.line for mutant in made} == {2}
