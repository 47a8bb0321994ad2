from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.supply.audit import audit, audit_pinned, read_advisories


def advisory(*, package: str = "Flask_Example", ecosystem: str = "PyPI", **affected: Any) -> dict[str, Any]:
    where = {"package": {"name": package, "ecosystem": ecosystem}, **affected}
    return {"id": "PYSEC-1", "aliases": ["CVE-1"], "modified": "2026-11-02T10:00:00Z", "affected": [where]}


def spans(*events: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"type": "ECOSYSTEM", "events": [{what: version} for what, version in events]}]


TWICE = spans(("introduced", "0"), ("fixed", "2.2.5"), ("introduced", "2.3.0"), ("fixed", "2.3.2"))
LAST = spans(("introduced", "1.5"), ("last_affected", "2.0"))


@pytest.mark.parametrize(
    ("version", "ranges", "is_vulnerable"),
    [
        *(("0.12", TWICE, True), ("2.2.4", TWICE, True), ("2.2.5", TWICE, False), ("2.2.10", TWICE, False)),
        *(("2.3.1", TWICE, True), ("2.3.2", TWICE, False), ("2.3.2rc1", TWICE, True), ("10.0", TWICE, False)),
        *(("1.4", LAST, False), ("1.5", LAST, True), ("2.0", LAST, True), ("2.0.1", LAST, False)),
        ("1.0", [{"type": "GIT", "events": [{"introduced": "0"}]}], False),
    ],
)
def test_a_vulnerability_is_found_by_its_ranges(
    version: str, ranges: list[dict[str, Any]], is_vulnerable: bool
) -> None:
    found = audit({"flask.example": version}, [advisory(ranges=ranges)])
    assert found.vulnerabilities == (("flask.example " + version + ": PYSEC-1, CVE-1",) if is_vulnerable else ())
    assert (found.advisories, found.newest) == (1, "2026-11-02")


def test_a_vulnerability_is_found_by_its_versions() -> None:
    named = advisory(versions=["0.1-odd-version", "1.0"])
    assert audit({"flask-example": "1.0.0"}, [named]).vulnerabilities
    assert not audit({"flask-example": "1.0.1"}, [named]).vulnerabilities
    assert not audit({"flask-example": "1.0"}, [{**named, "withdrawn": "2026-11-03T00:00:00Z"}]).vulnerabilities
    assert not audit({"flask-example": "1.0"}, [advisory(ecosystem="npm", versions=["1.0"])]).vulnerabilities


def test_advisories_are_read_from_a_folder_or_a_zip_file(tmp_path: Path) -> None:
    (tmp_path / "flask").mkdir()
    (tmp_path / "flask" / "PYSEC-1.json").write_text(json.dumps(advisory(versions=["1.0"])))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(tmp_path / "flask" / "PYSEC-1.json", "PYSEC-1.json")
    assert (
        list(read_advisories(tmp_path)) == list(read_advisories(tmp_path / "all.zip")) == [advisory(versions=["1.0"])]
    )


@pytest.mark.long
def test_no_pinned_package_has_a_known_vulnerability() -> None:
    """Needs the advisories: ``ADVISORIES`` names a folder or a zip file (`make audit`)."""
    count, found = audit_pinned(Path(os.environ["ADVISORIES"]))
    print(
        f"S16 {count} packages, {found.advisories:,} advisories up to {found.newest}: "
        f"{len(found.vulnerabilities)} known vulnerabilities"
    )
    assert found.advisories > 1000, "the advisories are incomplete"
    assert found.vulnerabilities == ()
