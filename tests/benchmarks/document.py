"""docs/benchmarks.md, whose two parts are written by two commands: each leaves the other's part as it is."""

from __future__ import annotations

from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
PEERS_TITLE = "## Beside other libraries"


def write_own_figures(text: str, document: Path = DOCUMENT) -> None:
    """Replace all that stands before the comparison with others."""
    _, title, peers = _read(document).partition(PEERS_TITLE)
    document.write_text(text.rstrip() + "\n" + (f"\n{title}{peers}" if title else ""), encoding="utf-8")


def write_peers(text: str, document: Path = DOCUMENT) -> None:
    """Replace the comparison with others, which stands last."""
    own, _, _ = _read(document).partition(PEERS_TITLE)
    document.write_text(f"{own.rstrip()}\n\n{PEERS_TITLE}\n\n{text.strip()}\n", encoding="utf-8")


def _read(document: Path) -> str:
    return document.read_text(encoding="utf-8") if document.exists() else ""
