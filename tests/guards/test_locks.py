"""Locked rows don't make writers of rows that reference them wait, which may hold what the lock's owner needs next."""

from __future__ import annotations

import re

from tests.guards.files import ROOT, project_files

SERVICES = ROOT / "classroom" / "services"
NOT_REFERENCED = {
    "rosters/imports.py": "nothing references an import",
    "rosters/undoing.py": "nothing references an import",
}


def test_rows_are_locked_for_changes_only() -> None:
    found = {
        path.relative_to(SERVICES).as_posix()
        for path in project_files(".py")
        if SERVICES in path.parents and re.search(r"with_for_update(?:=True|\(\))", path.read_text(encoding="utf-8"))
    }
    assert found == set(NOT_REFERENCED), "use classroom.services.locks"
