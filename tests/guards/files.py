"""List the project's files as Git sees them, for guards that read all of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def project_files(*suffixes: str) -> list[Path]:
    """List the files that are committed or could be, except vendored ones; without suffixes, of every type."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    files = [ROOT / name for name in names if name and "/vendor/" not in name]
    return sorted(file for file in files if file.is_file() and (not suffixes or file.suffix in suffixes))
