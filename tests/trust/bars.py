"""Bars that apply only in `make trust`, on a quiet computer. Otherwise the same tests run beside others."""

from __future__ import annotations

import os

ARE_BARS_ON = "TRUST_BARS" in os.environ


def check_bar(*, what: str, figure: float, bar: float) -> None:
    """Fail in `make trust` if a figure is above its bar."""
    assert not ARE_BARS_ON or figure <= bar, f"{what}: {figure:.3g}, the bar is {bar:g}"
