"""The current version of the app as a release, and the same with a higher version number for upgrades."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from classroom.version import app_version
from tests.guards.files import ROOT, project_files
from tests.install.root import BUILD, run

NEXT = "99.0.0"


def wheels() -> tuple[Path, Path]:
    """Build the wheel of this version, and of a later one."""
    return _wheel(app_version()), _wheel(NEXT)


def _wheel(version: str) -> Path:
    tree, out = BUILD / f"source-{version}", BUILD / f"release-{version}"
    for folder in (tree, out):
        shutil.rmtree(folder, ignore_errors=True)
    for file in [*project_files(), *(ROOT / "static/vendor").rglob("*")]:
        if file.is_file():
            copy = tree / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)
    project = tree / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', text, count=1), encoding="utf-8")
    run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)], cwd=tree)
    shutil.rmtree(tree)
    (wheel,) = out.glob("*.whl")
    return wheel
