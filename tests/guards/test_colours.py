"""The colours of `static/css/tokens.css`: text can be read, and teams can be told apart, by colour-blind people too."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.guards.colours import VISION, colours, contrast, distance, lab, seen

SHEET = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
LIGHT, _, _REST = SHEET.partition("@supports")
AUTO, _, MANUAL = _REST.partition(':root[data-theme="dark"]')

TEXT = [
    *[(ink, paper) for ink in ("ink", "ink-soft") for paper in ("page", "surface", "sunken", "now-soft")],
    *[("ink", f"tens-{ten}") for ten in range(6)],
    *[("ink", f"{kind}-soft") for kind in ("good", "bad", "info")],
    *[(kind, f"{kind}-soft") for kind in ("good", "bad", "info")],
    *[(f"{team}-text", team) for team in ("blue", "green", "red")],
    *[("bad", "surface"), ("bad", "page"), ("link", "page"), ("link", "surface")],
    *[(f"card-{suit}", paper) for suit in ("red", "black") for paper in ("card-paper", "page", "surface", "sunken")],
    *[("on-brand", "brand"), ("on-brand", "brand-hover"), ("on-now", "now"), ("on-corner", "corner")],
]
"""What is read on what: 4.5 to 1."""

SHAPES = [
    *[("line", paper) for paper in ("page", "surface", "sunken")],
    *[("focus", paper) for paper in ("page", "surface", "focus-gap")],
    *[(f"mark-{ten}", f"tens-{ten}") for ten in range(6)],
    *[(f"{team}-edge", f"tens-{ten}") for team in ("blue", "green", "red") for ten in range(6)],
    *[(f"{team}-edge", f"{team}-soft") for team in ("blue", "green", "red")],
    *[(f"{team}-soft", "mat") for team in ("blue", "green", "red")],
    *[("now", "mat"), ("brand", "surface")],
]
"""What must be seen on what: 3 to 1."""

THEMES = {"light": colours(LIGHT), "dark": colours(LIGHT) | colours(MANUAL)}
each_theme = pytest.mark.parametrize("theme", THEMES)


def test_both_dark_blocks_are_the_same() -> None:
    assert colours(AUTO) == colours(MANUAL)
    assert len(colours(MANUAL)) > 40


@each_theme
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SHAPES, 3.0)], ids=["text", "shapes"])
def test_contrast(theme: str, pairs: list[tuple[str, str]], least: float) -> None:
    named = THEMES[theme]
    weak = {pair: round(contrast(named[pair[0]], named[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}


@each_theme
@pytest.mark.parametrize("vision", VISION)
def test_teams_are_told_apart(theme: str, vision: str) -> None:
    named = THEMES[theme]
    teams = {team: lab(seen(named[team], vision)) for team in ("blue", "green", "red")}
    least = 20 if vision == "normal" else 10
    for one, other in combinations(teams, 2):
        assert distance(teams[one], teams[other]) >= least, (one, other)


def test_the_distance_is_the_published_one() -> None:
    """Pairs 1, 14 and 25 of Sharma, Wu and Dalal's test data."""
    assert distance((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50.0, -0.0010, 2.4900), (50.0, 0.0011, -2.4900)) == pytest.approx(4.7461, abs=1e-2)
    assert distance((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
