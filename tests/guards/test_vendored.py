"""Vendored files are the exact files of their packages, each listed with version, license, and hash."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor"]
ROW = re.compile(r"^\| (\S+) \| [^|]+ \| (\S+) \| ([^|]+) \| [^|]+ \| ([0-9a-f]{64}) \|$", re.MULTILINE)


def listed(folder: Path) -> dict[str, str]:
    """Return the hash of each file in the folder's table."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    return {path: digest for path, _version, _license, digest in ROW.findall(text)}


@pytest.mark.parametrize("folder", FOLDERS, ids=["static", "tests"])
def test_table_lists_exactly_the_files_there(folder: Path) -> None:
    present = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert set(listed(folder)) == present - {"README.md"}


@pytest.mark.parametrize("folder", FOLDERS, ids=["static", "tests"])
def test_hashes_match(folder: Path) -> None:
    for path, digest in listed(folder).items():
        assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == digest, path


@pytest.mark.parametrize("folder", FOLDERS, ids=["static", "tests"])
def test_each_package_brings_its_license(folder: Path) -> None:
    versions = {path.rsplit("/", 1)[0] for path in listed(folder)}
    assert versions
    for version in versions:
        assert (folder / version / "LICENSE").is_file(), version
