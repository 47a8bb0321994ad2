from __future__ import annotations

import re

from tests.guards.files import ROOT, project_files

LONGEST = 400
LARGEST = 1_000_000
"""In bytes. A larger file was made or downloaded, except published data that tests read."""
DATA = {"tests/data/arith_trials.csv"}
CODE = (".py", ".html", ".css", ".js")
# Assembled here, because this file may not contain these names either.
REGISTRIES = [name.replace(" ", ".") for name in ("pypi org", "pythonhosted org", "npmjs org", "npmjs com")]
REGISTRIES += [name.replace(" ", ".") for name in ("deb debian org", "jsdelivr net", "unpkg com")]
PLACES = [f"/{name}/" for name in ("root", "work", "home", "Users")]


def mentions(words: list[str]) -> list[str]:
    """List the lines of a file that contain any of the words."""
    # The pattern must not match templates/home/.
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, words))})")
    found = []
    for file in project_files():
        text = file.read_bytes().decode("utf-8", errors="replace")
        found += [
            f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
            for number, line in enumerate(text.splitlines(), 1)
            if pattern.search(line)
        ]
    return found


def test_the_project_has_files() -> None:
    assert ROOT / "pyproject.toml" in project_files()
    assert len(project_files(*CODE)) > 20


def test_no_file_is_too_long() -> None:
    lengths = {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8").count("\n") for file in project_files(*CODE)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_file_is_too_large() -> None:
    sizes = {file.relative_to(ROOT).as_posix(): file.stat().st_size for file in project_files()}
    assert {name for name, size in sizes.items() if size > LARGEST} == DATA


def test_no_file_names_a_package_registry_or_cdn() -> None:
    assert mentions(REGISTRIES) == []


def test_no_file_names_a_path_on_someones_computer() -> None:
    assert mentions(PLACES) == []


def test_no_generated_file_is_committed() -> None:
    made = re.compile(r"^(instance|\.venv|dist|build)/|\.sqlite3?(-\w+)?$|(^|/)uv\.lock$|\.pyc$|\.whl$")
    names = [file.relative_to(ROOT).as_posix() for file in project_files()]
    assert [name for name in names if made.search(name)] == []
