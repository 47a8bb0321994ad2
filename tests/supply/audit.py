"""`make audit ADVISORIES=…`: known vulnerabilities of the pinned packages, looked up in a local copy of the advisories.

The copy is a folder or a zip file of advisories in the OSV format (JSON), such as all of PyPI's from osv.dev. So no
service learns what is asked, and a computer without a network can do it.
"""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.version import InvalidVersion, Version

from tests.supply.__main__ import pinned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FILES = ("requirements.txt", "packaging/requirements.txt", "requirements-test.txt")


@dataclass(frozen=True)
class Audit:
    """The advisories about some packages."""

    advisories: int
    """How many were read."""
    newest: str
    """The day of the newest change of one."""
    vulnerabilities: tuple[str, ...]
    """Package, version, and the IDs of its vulnerability."""


def audit(packages: Mapping[str, str], advisories: Iterable[Mapping[str, Any]]) -> Audit:
    """Look up packages by name and version."""
    wanted = {_key(name): (name, Version(version)) for name, version in packages.items()}
    count, newest, vulnerabilities = 0, "", []
    for one in advisories:
        count, newest = count + 1, max(newest, str(one.get("modified", ""))[:10])
        if "withdrawn" in one:
            continue
        for affected in one.get("affected", ()):
            package = affected.get("package", {})
            name, version = wanted.get(_key(package.get("name", "")), ("", Version("0")))
            if name and package.get("ecosystem") == "PyPI" and _is_affected(version, affected):
                vulnerabilities.append(f"{name} {version}: {', '.join([one['id'], *one.get('aliases', ())])}")
    return Audit(count, newest, tuple(dict.fromkeys(vulnerabilities)))


def read_advisories(place: Path) -> Iterator[dict[str, Any]]:
    """Read all advisories of a folder or a zip file."""
    if place.is_dir():
        yield from (json.loads(path.read_bytes()) for path in sorted(place.rglob("*.json")))
        return
    with zipfile.ZipFile(place) as archive:
        yield from (json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json"))


def audit_pinned(place: Path) -> tuple[int, Audit]:
    """Look up all pinned packages of the app, its packaging, and its tests. Also return their number."""
    packages = {name: version for file in FILES for name, (version, _) in pinned(file).items()}
    return len(packages), audit(packages, read_advisories(place))


def _is_affected(version: Version, affected: Mapping[str, Any]) -> bool:
    named = [one for one in map(_version, affected.get("versions", ())) if one]
    ranges = [one for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM"]
    return version in named or any(_is_within(version, one.get("events", ())) for one in ranges)


def _is_within(version: Version, events: Iterable[Mapping[str, str]]) -> bool:
    """Return whether the last event up to this version introduces the vulnerability."""
    is_open = False
    for what, at in sorted(_dated(events), key=lambda event: event[1]):
        if at < version or (at == version and what != "last_affected"):
            is_open = what == "introduced"
    return is_open


def _dated(events: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, Version]]:
    for event in events:
        for what, text in event.items():
            if at := _version(text):
                yield what, at


def _version(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:  # of old packages
        return None


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """Print the findings. Return 1 if a package has a known vulnerability."""
    place = os.environ.get("ADVISORIES", "")
    if not place:
        print("Name a folder or zip file of advisories: ADVISORIES=… (docs/security.md)", file=sys.stderr)
        return 2
    count, found = audit_pinned(Path(place))
    print("\n".join(found.vulnerabilities))
    print(
        f"{count} packages, {found.advisories:,} advisories up to {found.newest}: "
        f"{len(found.vulnerabilities)} known vulnerabilities"
    )
    return int(bool(found.vulnerabilities))


if __name__ == "__main__":
    sys.exit(main())
