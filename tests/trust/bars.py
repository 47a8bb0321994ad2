"""Bars that only `make trust` holds, on a quiet computer: elsewhere the same tests run beside others."""

from __future__ import annotations

import os

HOLDS_BARS = "TRUST_BARS" in os.environ


def hold_bar(*, what: str, figure: float, bar: float) -> None:
    """Fail if a figure is above its bar."""
    assert not HOLDS_BARS or figure <= bar, f"{what}: {figure:.3g}, the bar is {bar:g}"
