"""Run the tests that prove targets, and sort their results by target."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

from run import IN_PARALLEL, SEED, find_browser
from tests.tiers import LONG
from tests.trust.target import Seen, Target

ROOT = Path(__file__).parents[2]
USUAL_SETTINGS = {"FUZZ_EXAMPLES": "250", "LOCK_SECONDS": "30", "NIGHTLY": "1", "TRUST_BARS": "1"}
"""Environment variables for larger samples than in CI."""
LONG_SETTINGS = {
    "BACKUP_STUDENTS": "200",
    "BURST_STUDENTS": "200",
    "CRASH_DATABASES": "sqlite postgresql",
    "CRASH_KILLS": "100",
    "CRASH_MOVES": "50000",
    "CRASH_STUDENTS": "60",
    "CUTS": "500",
    "FORGED_SEQUENCES": "10000",
    "FUZZ_EXAMPLES": "100000",
    "LESSON_RUNS": "10000",
    LONG.upper(): "1",
    "NIGHTLY": "1",
    "RACES": "10000",
    "SLOW_CLIENTS": "5000",
    "SLOW_SECONDS": "30",
    "SOAK_MINUTES": "60",
    "TRUST_BARS": "1",
}
"""Environment variables of the long proofs."""
PARALLEL_TARGETS = {"R6", "R15", "S5", "S6"}
"""The targets whose long proofs measure no times, so that they can run in parallel."""
_REASON_LENGTH = 500


def run_usual(targets: Iterable[Target]) -> dict[Target, Seen]:
    """Run all proofs of targets except the long ones, each test once."""
    wanted = [target for target in targets if target.proofs]
    cases = run_tests(sorted({proof for target in wanted for proof in target.proofs}))
    return {target: seen_in(cases, target.id, target.proofs) for target in wanted}


def run_large(targets: Iterable[Target]) -> Iterator[tuple[Target, Seen]]:
    """Run the long proofs of targets: first those that can run in parallel, then each alone."""
    wanted = [target for target in targets if target.long]
    together = [target for target in wanted if target.id in PARALLEL_TARGETS]
    alone = [[target] for target in wanted if target.id not in PARALLEL_TARGETS]
    for group in [together, *alone] if together else alone:
        nodes = sorted({proof for target in group for proof in target.long})
        cases = run_tests(nodes, settings=LONG_SETTINGS, how=IN_PARALLEL if group is together else ())
        yield from ((target, seen_in(cases, target.id, target.long)) for target in group)


def run_tests(
    nodes: list[str],
    *,
    settings: Mapping[str, str] = USUAL_SETTINGS,
    how: Iterable[str] = IN_PARALLEL,
) -> list[ET.Element]:
    """Run tests as CI does, with other samples. Return the test cases of the report."""
    # A file's single tests are left out if the whole file is listed: otherwise pytest would run them twice.
    whole = {node for node in nodes if "::" not in node}
    asked = [node for node in nodes if node in whole or node.partition("::")[0] not in whole]
    environment = {**settings, **os.environ, "PYTHONHASHSEED": SEED, "PYTHONPATH": str(ROOT)}
    if browser := find_browser():
        environment["BROWSER_PATH"] = browser
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "--timeout=14400",
        f"--randomly-seed={SEED}",
        "-o",
        "junit_logging=system-out",
    ]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", *options, f"--junit-xml={report}", *how, *asked]
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
        if done.returncode > 1:
            raise SystemExit(f"The tests did not run:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        cases = list(ET.parse(report).iter("testcase"))  # noqa: S314 (our own)
    for case in cases:
        for reason in reasons_of(case):
            print(f"{_name(case)} failed: {reason}")
    return cases


def seen_in(cases: Sequence[ET.Element], id_: str, proofs: Iterable[str]) -> Seen:
    """Return the results of a target. A proof without any test that ran counts as failed."""
    own = {proof: [case for case in cases if is_of(case, proof)] for proof in proofs}
    found = list({id(case): case for cases_of_proof in own.values() for case in cases_of_proof}.values())
    failed = [_name(case) for case in found if _has(case, "failure", "error")]
    skipped = [_name(case) for case in found if _has(case, "skipped")]
    absent = [f"{proof}: no such test ran" for proof, cases_of_proof in own.items() if not cases_of_proof]
    return Seen(
        day=datetime.now(UTC).date().isoformat(),
        passed=len(found) - len(failed) - len(skipped),
        ran=len(found) - len(skipped) + len(absent),
        figures=tuple(dict.fromkeys(figure for case in found for figure in figures_in(case, id_))),
        failed=(*failed, *absent),
        skipped=tuple(skipped),
    )


def figures_in(case: ET.Element, id_: str) -> list[str]:
    """Return the figures that a test printed for a target: lines that begin with its id."""
    return re.findall(rf"^{id_}[ :]+(.+)$", case.findtext("system-out") or "", re.MULTILINE)


def is_of(case: ET.Element, proof: str) -> bool:
    """Tell whether a test case belongs to a proof."""
    path, *inside = proof.split("::")
    module = path.removesuffix(".py").replace("/", ".")
    place = (case.get("classname") or "").removeprefix(module)
    if not inside:
        return place == "" or place.startswith(".Test")
    return place == "".join(f".{name}" for name in inside[:-1]) and (case.get("name") or "").split("[")[0] == inside[-1]


def reasons_of(case: ET.Element) -> list[str]:
    """Return why a test failed, without the output of servers that may follow."""
    found = (case.find(kind) for kind in ("failure", "error"))
    return [one.get("message", "").strip()[:_REASON_LENGTH] for one in found if one is not None]


def _has(case: ET.Element, *kinds: str) -> bool:
    return any(case.find(kind) is not None for kind in kinds)


def _name(case: ET.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"
