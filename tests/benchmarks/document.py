"""docs/benchmarks.md, whose two parts are written by two commands without changing the other part."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
PEERS_TITLE = "## Beside other libraries"


def measured_here() -> str:
    """Return the date, commit, and machine of the measurements."""
    asked = ("git", "-C", str(DOCUMENT.parent), "rev-parse", "--short", "HEAD")
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    machine = f"{platform.system()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"{datetime.now(UTC):%Y-%m-%d}, commit {commit}, {machine}, load average {os.getloadavg()[0]:.1f}"


def write_own_figures(text: str, document: Path = DOCUMENT) -> None:
    """Replace everything before the comparison with other libraries."""
    _, title, peers = _read(document).partition(PEERS_TITLE)
    document.write_text(text.rstrip() + "\n" + (f"\n{title}{peers}" if title else ""), encoding="utf-8")


def write_peers(text: str, document: Path = DOCUMENT) -> None:
    """Replace the comparison with other libraries, which comes last."""
    own, _, _ = _read(document).partition(PEERS_TITLE)
    document.write_text(f"{own.rstrip()}\n\n{PEERS_TITLE}\n\n{text.strip()}\n", encoding="utf-8")


def _read(document: Path) -> str:
    return document.read_text(encoding="utf-8") if document.exists() else ""
