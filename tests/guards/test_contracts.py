"""No import breaks the contracts in pyproject.toml. `make contracts` checks them, too."""

from __future__ import annotations

import subprocess
import sys

from tests.guards.files import ROOT

CHECK = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True, no_logo=True))"


def test_no_import_breaks_a_contract() -> None:
    checked = subprocess.run([sys.executable, "-c", CHECK], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert " 0 broken" in checked.stdout
