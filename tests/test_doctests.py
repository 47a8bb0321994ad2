"""The examples in docstrings give the results that they show."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    file
    for folder in ("engine", "classroom", "tests")
    for file in (ROOT / folder).rglob("*.py")
    if re.search(r"^ *>>> ", file.read_text(encoding="utf-8"), re.MULTILINE)
)


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("module", [module_of(file) for file in FILES])
def test_examples(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed
