"""The ledger of OWASP ASVS 5.0, levels 1 and 2: how each requirement is met, or why not (`asvs.txt`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LEDGER = Path(__file__).with_name("asvs.txt")
OFFICIAL = "29debb6cfc11acf5deb2b2bb4e01bd836c5648dcc592aae17957e36b808cec05"
"""SHA-256 of the numbers and levels in OWASP's own table, 5.0.0: lines "1.1.1 2", in its order, without level 3."""


@dataclass(frozen=True)
class Requirement:
    """A line of the ledger."""

    number: str
    level: int
    what: str
    tests: tuple[str, ...]
    """Files below the root, or files with ``::`` and a test."""
    documents: tuple[str, ...]
    deviation: str
    """Why this program does not meet it, or an empty string."""
    not_applicable: str
    """Why it does not apply, or an empty string."""


def read_ledger() -> list[Requirement]:
    """Read all lines."""
    lines = LEDGER.read_text(encoding="utf-8").splitlines()
    return [_requirement(line) for line in lines if line and not line.startswith("#")]


def _requirement(line: str) -> Requirement:
    number, level, what, how = (part.strip() for part in line.split(" | "))
    proofs: dict[str, list[str]] = {"test": [], "doc": [], "deviation": [], "none": []}
    kind = how.partition(" ")[0]
    for part in [how] if kind in {"deviation", "none"} else how.split("; "):
        kind, _, text = part.partition(" ")
        proofs[kind].append(text)
    return Requirement(
        number,
        int(level),
        what,
        tuple(f"tests/{one}" for one in proofs["test"]),
        tuple(proofs["doc"]),
        "".join(proofs["deviation"]),
        "".join(proofs["none"]),
    )
