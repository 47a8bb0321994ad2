from __future__ import annotations

import ast
import functools
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, requires

import pytest

from tests.guards.files import ROOT
from tests.supply.__main__ import bill

RUN, TEST = "requirements.txt", "requirements-test.txt"
PACKAGED = "packaging/requirements.txt"
"""The packages in the Debian package and the image."""
CI = ".ci/requirements.txt"
"""The packages that install the others in CI."""


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def entries(file: str) -> dict[str, str]:
    """Return each package's whole entry: pin, marker, and hashes."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    return {name_of(line): " ".join(line.split()) for line in text.splitlines()}


@pytest.mark.parametrize("file", [RUN, TEST, PACKAGED, CI])
def test_every_package_is_pinned_and_hashed(file: str) -> None:
    one = re.compile(r"\S+==\S+( ; [^-]+)?( --hash=sha256:[0-9a-f]{64})+")
    assert [entry for entry in entries(file).values() if not one.fullmatch(entry)] == []


def test_uv_can_install_them() -> None:
    """Constraints in pyproject.toml count as requirements for uv, which rejects those without a hash."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "uv" not in project["tool"]


def test_test_requirements_include_the_others_unchanged() -> None:
    run, test = entries(RUN), entries(TEST)
    assert {name: test.get(name) for name in run} == run


def test_packages_include_the_tested_versions() -> None:
    run, packaged, test = entries(RUN), entries(PACKAGED), entries(TEST)
    assert {name: test.get(name) for name in packaged} == packaged
    assert {*run, "psycopg-binary", "authlib"} <= set(packaged)


def test_requirements_follow_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    direct = project["project"]["dependencies"]
    optional_groups = [one for extra in project["project"]["optional-dependencies"].values() for one in extra]
    assert {name_of(one) for one in direct} <= set(entries(RUN))
    assert {name_of(one) for one in [*direct, *optional_groups, *project["dependency-groups"]["test"]]} <= set(
        entries(TEST)
    )


def test_there_are_few_packages_to_trust() -> None:
    """The list has the project's direct dependencies, and indirect ones that need a minimum version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {name_of(one) for one in project["dependencies"]}
    optional = {name_of(one) for extra in project["optional-dependencies"].values() for one in extra}
    brought = {name_of(need) for one in named for need in requires(one) or () if "extra ==" not in need}
    assert named <= _imported(), "listed, but not imported"
    assert _imported() - named - optional - {"hatchling", "joserfc", "urllib3"} <= brought  # for building; with extras
    direct = named - brought
    also_named = f"{len(named & brought)} of their dependencies are listed too"
    print(f"S16 {len(direct)} direct packages; {also_named}; {len(entries(RUN))} are installed in all")
    assert len(direct) <= 15


@functools.cache
def _imported() -> set[str]:
    """Return the distribution names of the packages that the app's code imports."""
    modules = set()
    for path in (*(ROOT / "classroom").rglob("*.py"), *(ROOT / "engine").rglob("*.py"), ROOT / "run.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    modules -= {*sys.stdlib_module_names, "classroom", "engine", "run"}
    packages = packages_distributions()
    return {name_of(packages[module][0]) for module in modules if module in packages}


@pytest.mark.parametrize(("package", "safe"), [("flask", (3, 1, 3)), ("werkzeug", (3, 1, 6)), ("jinja2", (3, 1, 6))])
def test_known_vulnerabilities_are_fixed(package: str, safe: tuple[int, ...]) -> None:
    pinned = re.search(r"==([0-9.]+)", entries(RUN)[package])
    assert pinned
    assert tuple(map(int, pinned[1].split("."))) >= safe


def test_the_bill_of_materials_names_every_package_with_its_hashes() -> None:
    parts = bill()["components"]
    packaged = entries(PACKAGED)
    assert {name_of(part["name"]) for part in parts} == set(packaged)
    assert {name_of(part["name"]) for part in parts if part["scope"] == "required"} == set(entries(RUN))
    for part in parts:
        hashes = [reference["hashes"][0]["content"] for reference in part["externalReferences"]]
        assert hashes
        assert all(f"--hash=sha256:{one}" in packaged[name_of(part["name"])] for one in hashes)
    print(f"S16 {len(parts)} packages pinned, hashed, and in the bill of materials (`make sbom`)")
