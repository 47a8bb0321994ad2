"""`make sbom`: the app's dependencies as CycloneDX 1.5 in build/sbom.json, from metadata of installed packages."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from classroom.version import app_version

ROOT = Path(__file__).parents[2]
_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")


def pinned(file: str) -> dict[str, tuple[str, list[str]]]:
    """Return the version and SHA-256 hashes of each package in a requirements file, by name."""
    found: dict[str, tuple[str, list[str]]] = {}
    for entry in (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        if match := _PIN.match(entry):
            found[match[1]] = match[2], re.findall(r"sha256:([0-9a-f]{64})", entry)
    return found


def component(name: str, version: str, hashes: list[str], *, is_required: bool) -> dict[str, Any]:
    """Describe a package, with its license if it is installed here.

    :param is_required: whether the app needs it always, not only for an extra.
    """
    address = f"pkg:pypi/{name.lower()}@{version}"
    one: dict[str, Any] = {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "scope": "required" if is_required else "optional",
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
    """Return the whole bill of materials: the app's dependencies, and those of the Debian package and the image."""
    required = pinned("requirements.txt")
    packages = {**pinned("packaging/requirements.txt"), **required}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "sequence-classroom", "version": app_version()}},
        "components": [component(name, *what, is_required=name in required) for name, what in sorted(packages.items())],
    }


if __name__ == "__main__":
    file = ROOT / "build" / "sbom.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")
    print(f"{file.relative_to(ROOT)}: {len(bill()['components'])} packages")
