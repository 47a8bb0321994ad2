"""`python -m tests.install WAY` (wheel, deb, image, compose): try one way to install, and print what each step took."""

from __future__ import annotations

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

if __name__ == "__main__":
    (way,) = sys.argv[1:]
    steps = Steps(way)
    WAYS[way](steps)
    print(steps.table())
