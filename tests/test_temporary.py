"""A run deletes the folders of killed runs, and nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.temporary import PREFIX, remove_left_behind

if TYPE_CHECKING:
    from pathlib import Path

NO_PROCESS = 2**22 + 1
"""A process ID above the maximum of Linux."""


def test_only_folders_of_runs_that_have_ended_are_removed(tmp_path: Path) -> None:
    names = {f"{PREFIX}{NO_PROCESS}-a", f"{PREFIX}{os.getpid()}-b", "another program's"}
    for name in names:
        (tmp_path / name / "deep").mkdir(parents=True)
    remove_left_behind(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == names - {f"{PREFIX}{NO_PROCESS}-a"}
