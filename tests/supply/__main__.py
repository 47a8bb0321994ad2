"""`make sbom`: what the app runs on, as CycloneDX 1.5 in build/sbom.json, from the metadata of what is installed."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from classroom.version import app_version

ROOT = Path(__file__).parents[2]
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")


def pinned() -> dict[str, tuple[str, list[str]]]:
    """Give version and SHA-256 hashes of each package of the app's requirements, by name."""
    found: dict[str, tuple[str, list[str]]] = {}
    for entry in (ROOT / "requirements.txt").read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if match := _PIN.match(entry):
            found[match[1]] = match[2], re.findall(r"sha256:([0-9a-f]{64})", entry)
    return found


def component(name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    """Describe a package; its license where it is installed here."""
    address = f"pkg:pypi/{name.lower()}@{version}"
    one: dict[str, Any] = {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "externalReferences": [
            {"type": "distribution", "url": address, "hashes": [{"alg": "SHA-256", "content": digest}]}
            for digest in hashes
        ],
    }
    try:
        known = metadata.metadata(name)
    except metadata.PackageNotFoundError:  # for another system or Python
        return one
    text = known["License-Expression"] or (known["License"] or "").partition("\n")[0]
    return {**one, "licenses": [{"license": {"name": text}}]} if text else one


def bill() -> dict[str, Any]:
    """Give the whole bill of materials."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "sequence-classroom", "version": app_version()}},
        "components": [component(name, *what) for name, what in sorted(pinned().items())],
    }


if __name__ == "__main__":
    file = ROOT / "build" / "sbom.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")
    print(f"{file.relative_to(ROOT)}: {len(bill()['components'])} packages")
