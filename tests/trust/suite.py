"""Run the tests that prove targets, all at once, and sort what they found by target.

Reports are kept in `build/trust`, so that a long run can be made in parts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from run import IN_PARALLEL, SEED, find_browser
from tests.trust.target import Result, Target

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "build" / "trust"
LARGE = {"NIGHTLY": "1", "LOCK_SECONDS": "30"}
"""Settings of tests that take more here than in CI."""


def results_of(targets: Iterable[Target], *, runs: bool = True) -> list[Result]:
    """Run all their proofs, each test once, and sort what this and earlier runs found.

    :param runs: False to read the reports of earlier runs only.
    """
    wanted = list(targets)
    nodes = sorted({proof for target in wanted for proof in target.proofs})
    if runs and nodes:
        run_tests(nodes)
    cases = kept_cases()
    return [result_of(target, cases, runs=runs) for target in wanted]


def kept_cases() -> list[ET.Element]:
    """Give the cases of all kept reports; of a test that ran several times, the last one."""
    reports = sorted(REPORTS.glob("*.xml"), key=lambda path: path.stat().st_mtime)
    cases = (case for report in reports for case in ET.parse(report).iter("testcase"))  # noqa: S314 (our own)
    return list({_name(case): case for case in cases}.values())


def run_tests(nodes: list[str]) -> None:
    """Run tests as CI does, the large samples too, and keep their report."""
    # Of a file that is asked for as a whole, its single tests need no mention: pytest would run the file once only.
    whole = {node for node in nodes if "::" not in node}
    asked = [node for node in nodes if node in whole or node.partition("::")[0] not in whole]
    environment = {**LARGE, **os.environ, "PYTHONHASHSEED": SEED, "PYTHONPATH": str(ROOT)}
    if browser := find_browser():
        environment["BROWSER_PATH"] = browser
    REPORTS.mkdir(parents=True, exist_ok=True)
    report = REPORTS / f"{time.time_ns()}.xml"
    options = ["-q", "-p", "no:cacheprovider", f"--randomly-seed={SEED}", "-o", "junit_logging=system-out"]
    command = [sys.executable, "-m", "pytest", *options, f"--junit-xml={report}", *IN_PARALLEL, *asked]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    if done.returncode > 1:
        raise SystemExit(f"The tests did not run:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def result_of(target: Target, cases: list[ET.Element], *, runs: bool = True) -> Result:
    """Say what the tests found about a target. A proof of which no test ran, though all did, counts as failed."""
    own = {proof: [case for case in cases if is_of(case, proof)] for proof in target.proofs}
    found = list({id(case): case for cases_of_proof in own.values() for case in cases_of_proof}.values())
    failed = [_name(case) for case in found if _has(case, "failure", "error")]
    skipped = [_name(case) for case in found if _has(case, "skipped")]
    absent = [f"{proof}: no such test ran" for proof, cases_of_proof in own.items() if not cases_of_proof]
    return Result(
        target,
        passed=len(found) - len(failed) - len(skipped),
        ran=len(found) - len(skipped) + len(absent) * runs,
        figures=tuple(dict.fromkeys(figure for case in found for figure in figures_in(case, target.id))),
        failed=(*failed, *absent) if runs else tuple(failed),
        skipped=tuple(skipped),
        absent=() if runs else tuple(absent),
    )


def figures_in(case: ET.Element, id_: str) -> list[str]:
    """Give what a test printed about a target: lines that begin with its id."""
    return re.findall(rf"^{id_}[ :]+(.+)$", case.findtext("system-out") or "", re.MULTILINE)


def is_of(case: ET.Element, proof: str) -> bool:
    """Whether a case is one of the tests that a proof names."""
    path, *inside = proof.split("::")
    module = path.removesuffix(".py").replace("/", ".")
    place = (case.get("classname") or "").removeprefix(module)
    if not inside:
        return place == "" or place.startswith(".Test")
    return place == "".join(f".{name}" for name in inside[:-1]) and (case.get("name") or "").split("[")[0] == inside[-1]


def _has(case: ET.Element, *kinds: str) -> bool:
    return any(case.find(kind) is not None for kind in kinds)


def _name(case: ET.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"
