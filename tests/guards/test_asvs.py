"""In the ASVS 5.0 ledger, each requirement of levels 1 and 2 has a proof that exists, or a reason."""

from __future__ import annotations

import hashlib
import re

from tests.guards.files import ROOT
from tests.guards.test_trust import names_of_tests
from tests.trust.asvs import OFFICIAL, Requirement, read_ledger

LEDGER = read_ledger()


def test_the_ledger_has_every_requirement() -> None:
    lines = "\n".join(f"{one.number} {one.level}" for one in LEDGER)
    assert hashlib.sha256(lines.encode()).hexdigest() == OFFICIAL
    for level in (1, 2):
        of_level = [one for one in LEDGER if one.level == level]
        applicable = [one for one in of_level if not one.not_applicable]
        met = [one for one in applicable if not one.deviation]
        print(f"S1 level {level}: {len(met)} of {len(applicable)} met, {len(of_level) - len(applicable)} do not apply")


def test_each_line_has_a_proof_or_a_reason() -> None:
    assert [
        one.number for one in LEDGER if not (one.tests or one.documents or one.deviation or one.not_applicable)
    ] == []
    assert [one.number for one in LEDGER if len(one.deviation or one.not_applicable) in range(1, 6)] == []


def test_each_proof_exists() -> None:
    assert [absent for one in LEDGER for absent in _absent(one)] == []


def _absent(one: Requirement) -> list[str]:
    tests = [test for test in one.tests if test.partition("::")[2] not in names_of_tests(test.partition("::")[0])]
    documents = [name for name in one.documents if not _is_there(name)]
    return [f"{one.number}: {name}" for name in (*tests, *documents)]


def _is_there(document: str) -> bool:
    name, _, heading = document.partition("#")
    path = ROOT / name
    if not path.is_file():
        return False
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return not heading or heading in map(_anchor, headings)


def _anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
