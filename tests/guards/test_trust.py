"""The table of `make trust` names targets once, and tests that exist."""

from __future__ import annotations

import ast
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from tests.guards.files import ROOT
from tests.trust.document import document
from tests.trust.suite import result_of
from tests.trust.target import Result, Target
from tests.trust.targets import TARGETS


def test_there_are_47_targets_in_order() -> None:
    wanted = [f"{letter}{number}" for letter, last in (("S", 20), ("P", 7), ("R", 20)) for number in range(1, last + 1)]
    assert [target.id for target in TARGETS] == wanted


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.id)
def test_every_proof_is_a_test(target: Target) -> None:
    for proof in (*target.proofs, *target.long):
        path, _, name = proof.partition("::")
        assert name in names_of_tests(path), proof


def test_the_page_has_a_row_for_each_target() -> None:
    page = document(map(Result, TARGETS))
    assert all(f"\n| **{target.id}** {target.what} |" in page for target in TARGETS)


def test_a_proof_that_fails_or_is_skipped_or_missing_is_told() -> None:
    target = Target("R1", "nothing is lost", "0", ("tests/a.py", "tests/b.py::test_x"))
    good = '<testcase classname="tests.a" name="test_1"><system-out>R1 5 moves, 0 lost\nelse</system-out></testcase>'
    other = '<testcase classname="tests.b" name="test_x[sqlite]" />'
    skipped = '<testcase classname="tests.b" name="test_x[postgresql]"><skipped /></testcase>'
    assert _result(target, good, other).status == "met"
    assert _result(target, good, other).figure == "5 moves, 0 lost; 2 of 2 tests passed"
    assert _result(target, good, other, skipped).status == "met in part"
    assert _result(target, good, other.replace(" />", "><failure /></testcase>")).status == "NOT MET"
    assert _result(target, good).failed == ("tests/b.py::test_x: no such test ran",)
    assert Result(target).status == "not measured"
    kept = result_of(target, [ET.fromstring(good)], runs=False)  # noqa: S314 (our own)
    assert (kept.status, kept.failed) == ("not run", ())


def _result(target: Target, *cases: str) -> Result:
    return result_of(target, [ET.fromstring(case) for case in cases])  # noqa: S314 (our own)


@cache
def names_of_tests(path: str) -> set[str]:
    """Give the names that pytest has for a file's tests, and "" for all of them."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    inside = [(f"{one.name}::", part) for one in body if isinstance(one, ast.ClassDef) for part in one.body]
    functions = [(prefix, one) for prefix, one in [*(("", one) for one in body), *inside]]
    return {"", *(f"{prefix}{one.name}" for prefix, one in functions if isinstance(one, ast.FunctionDef))}
