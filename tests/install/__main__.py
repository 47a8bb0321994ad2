"""`python -m tests.install WAY` (wheel, deb, image, compose): try one way to install, and print what each step took."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from tests.install.compose import try_compose
from tests.install.deb import try_deb
from tests.install.image import try_image
from tests.install.steps import Steps
from tests.install.wheel import try_wheel

if TYPE_CHECKING:
    from collections.abc import Callable

WAYS: dict[str, Callable[[Steps], None]] = {
    "wheel": try_wheel,
    "deb": try_deb,
    "image": try_image,
    "compose": try_compose,
}
TOOLS = {
    "wheel": ("debootstrap",),
    "deb": ("debootstrap", "dh", "lintian", "systemd-nspawn"),
    "image": ("debootstrap", "buildah", "runc"),
    "compose": ("debootstrap", "podman", "podman-compose", "runc"),
}


def what_is_missing(way: str) -> str:
    """Return what this computer lacks to try a way, as a sentence; "" if it has everything."""
    if os.geteuid() != 0:
        return "Start it as root: it creates the root folder of another system."
    missing = [tool for tool in TOOLS[way] if shutil.which(tool) is None]
    return f"Install these programs first: {', '.join(missing)}." if missing else ""


if __name__ == "__main__":
    (way,) = sys.argv[1:]
    if problem := what_is_missing(way):
        sys.exit(problem)
    steps = Steps(way)
    WAYS[way](steps)
    print(steps.table())
