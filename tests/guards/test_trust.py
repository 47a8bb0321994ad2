"""The targets of `make trust` are complete, and all tests that they name exist."""

from __future__ import annotations

import ast
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from tests.guards.files import ROOT
from tests.tiers import LONG, NIGHTLY
from tests.trust.document import document
from tests.trust.ledger import results_of
from tests.trust.suite import LONG_SETTINGS, reasons_of, seen_in
from tests.trust.target import Result, Seen, Target
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


def test_failed_skipped_and_missing_proofs_are_reported() -> None:
    target = Target("R1", "nothing is lost", "0", ("tests/a.py", "tests/b.py::test_x"))
    good = '<testcase classname="tests.a" name="test_1"><system-out>R1 5 moves, 0 lost\nelse</system-out></testcase>'
    other = '<testcase classname="tests.b" name="test_x[sqlite]" />'
    skipped = '<testcase classname="tests.b" name="test_x[postgresql]"><skipped /></testcase>'
    assert _result(target, good, other).status == "met"
    assert _result(target, good, other).headline == "5 moves, 0 lost"
    assert _result(target, good, other).tests.startswith("2 of 2 tests passed on 2")
    assert _result(target, good, other, skipped).status == "met in part"
    assert _result(target, good, other.replace(" />", "><failure /></testcase>")).status == "NOT MET"
    assert _result(target, good).failed == ("tests/b.py::test_x: no such test ran",)
    assert Result(target).status == "not run"
    assert Result(Target("R1", "nothing is lost", "0")).status == "not measured"


def test_long_proofs_select_the_tests_that_only_they_run() -> None:
    assert {mark.upper() for mark in (LONG, NIGHTLY)} <= set(LONG_SETTINGS)


def test_a_failed_proof_says_why() -> None:
    case = ET.Element("testcase", name="test_a")
    assert reasons_of(case) == []
    ET.SubElement(case, "failure", message="AssertionError: 3 moves are lost")
    ET.SubElement(case, "error", message=" no server\n")
    assert reasons_of(case) == ["AssertionError: 3 moves are lost", "no server"]


def test_a_target_is_met_in_part_until_its_large_proofs_ran() -> None:
    target = Target("R1", "nothing is lost", "0", ("tests/a.py",), long=("tests/a.py",))
    usual, large = Seen(passed=1, ran=1, figures=("5 moves",)), Seen(passed=1, ran=1, figures=("5,000 moves",))
    assert Result(target, usual).status == "met in part"
    assert Result(target, usual, large).status == "met"
    assert Result(target, usual, large).headline == "5,000 moves (1 more below)"
    assert Result(target, usual, Seen(ran=1, failed=("test_x",))).status == "NOT MET"
    assert Result(target, None, large).status == "not run"


def test_a_long_figure_is_cut_at_punctuation() -> None:
    seen = Seen(
        passed=1, ran=1, figures=("60 of 60 trials show nothing (by Back, " + "Forward, " * 20 + "tabs); 9 more",)
    )
    assert (
        Result(Target("S9", "nothing is seen", "0", ("tests/a.py",)), seen).headline == "60 of 60 trials show nothing …"
    )


def test_the_page_matches_the_stored_results() -> None:
    assert (ROOT / "docs" / "trust.md").read_text(encoding="utf-8") == document(results_of(TARGETS))


def _result(target: Target, *cases: str) -> Result:
    seen = seen_in([ET.fromstring(case) for case in cases], target.id, target.proofs)  # noqa: S314 (our own)
    return Result(target, seen)


@cache
def names_of_tests(path: str) -> set[str]:
    """Return pytest's names of a file's tests, and "", which stands for all of them."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    inside = [(f"{one.name}::", part) for one in body if isinstance(one, ast.ClassDef) for part in one.body]
    functions = [(prefix, one) for prefix, one in [*(("", one) for one in body), *inside]]
    return {"", *(f"{prefix}{one.name}" for prefix, one in functions if isinstance(one, ast.FunctionDef))}
