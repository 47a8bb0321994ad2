"""Links, commands, and make targets in the documents exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from classroom.cli import main
from tests.guards.files import ROOT, project_files

DOCUMENTS = project_files(".md")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_existing_files(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    missing = [one for one in targets if "://" not in one and not (document.parent / one).exists()]
    assert missing == []


def test_the_readme_names_commands_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"python3 run\.py ([a-z][a-z-]*)", readme))
    assert {"demo", "test", "reset-password"} <= named
    for name in named - {"test"}:
        with pytest.raises(SystemExit) as end:
            main([name, "--help"])
        assert end.value.code == 0, name


def test_the_guide_names_make_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = "".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    named = set(re.findall(r"`make ([a-z-]+)", text)) | set(re.findall(r"^make ([a-z-]+)", text, re.MULTILINE))
    assert named
    assert named <= targets
