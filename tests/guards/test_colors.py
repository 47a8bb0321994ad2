"""Colors in `static/css`: text is readable, and teams can be told apart, also by color-blind people."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tests.guards.colors import VISION, colors, contrast, distance, lab, simulate

PALETTE = ("blue", "green", "red", "violet", "teal", "yellow")
"""The colors of teams: the first three, unless the teacher chooses others."""

STYLES = Path(__file__).parents[2] / "static" / "css"
SHEET = "".join((STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "pages.css", "paints.css"))

TEXT = [
    *[(ink, paper) for ink in ("ink", "ink-soft") for paper in ("page", "surface", "sunken", "now-soft")],
    *[("ink", f"family-{family}") for family in range(10)],
    *[("ink", f"{kind}-soft") for kind in ("good", "bad", "info", "not-yet")],
    *[(kind, f"{kind}-soft") for kind in ("good", "bad", "info", "not-yet")],
    *[(f"{team}-text", team) for team in PALETTE],
    *[(ink, "hair") for ink in ("ink", "ink-soft")],  # the stripes of an unsure cell
    *[("ink", f"tint-{step}") for step in ("low", "half", "good", "high")],
    *[("ink-soft", f"tint-{step}") for step in ("low", "half", "good", "high")],
    *[
        ("bad", "surface"),
        ("bad", "page"),
        ("link", "page"),
        ("link", "surface"),
    ],
    *[(f"card-{suit}", paper) for suit in ("red", "black") for paper in ("card-paper", "page", "surface", "sunken")],
    *[("on-brand", "brand-fill"), ("on-brand", "brand-hover"), ("on-now", "now"), ("on-corner", "corner")],
]
"""Text and background, with a contrast of at least 4.5 to 1."""

SHAPES = [
    *[("line", paper) for paper in ("page", "surface", "sunken")],
    *[("focus", paper) for paper in ("page", "surface", "focus-gap")],
    *[(f"{team}-edge", f"family-{family}") for team in PALETTE for family in range(10)],
    *[(f"fact-{state}", "surface") for state in ("mostly", "not-yet")],
    *[(shape, "mini-paper") for shape in ("mat", "card-red", "card-black", *(f"{team}-edge" for team in PALETTE))],
    *[
        ("gold", "mat"),
        ("gold-edge", "gold"),
        ("now", "mat"),
        ("brand", "surface"),
        ("brand", "page"),
        ("brand-foot", "page"),
    ],
]
"""Shape and background, with a contrast of at least 3 to 1."""

THEMES = {theme: colors(SHEET, theme) for theme in ("light", "dark")}
each_theme = pytest.mark.parametrize("theme", THEMES)


def test_the_dark_theme_is_the_same_by_system_setting_and_by_choice() -> None:
    system, chosen = re.findall(r":root(?:\[data-theme=\"dark\"\]|:not\(\[data-theme=\"light\"\]\)) (\{.*\})", SHEET)
    assert system == chosen


def test_every_color_was_read() -> None:
    assert len(THEMES["light"]) == len(re.findall(r"^  --[\w-]+: (?:#|var\(--light, #)", SHEET, re.MULTILINE)) > 55
    assert sum(THEMES["light"][name] != THEMES["dark"][name] for name in THEMES["light"]) > 45


@each_theme
def test_text_is_readable_on_the_background_shapes(theme: str) -> None:
    """The shapes are pale and partly transparent."""
    match = re.search(r"--shapes: .*stroke='%23(\w{6})' stroke-opacity='([.\d]+)'", SHEET)
    pages = re.search(r"--page: var\(--light, #(\w{6})\) var\(--dark, #(\w{6})\)", SHEET)
    assert match
    assert pages
    over, under = (bytes.fromhex(one) for one in (match[1], pages[1 if theme == "light" else 2]))
    mixed = bytes(round(float(match[2]) * a + (1 - float(match[2])) * b) for a, b in zip(over, under, strict=True))
    shown = colors(f"  --mixed: #{mixed.hex()};\n", theme)["mixed"]
    assert contrast(shown, THEMES[theme]["page"]) < 1.4
    assert all(contrast(THEMES[theme][name], shown) >= 4.5 for name in ("ink", "ink-soft", "link", "bad", "good"))


@each_theme
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SHAPES, 3.0)], ids=["text", "shapes"])
def test_contrast(theme: str, pairs: list[tuple[str, str]], least: float) -> None:
    named = THEMES[theme]
    weak = {pair: round(contrast(named[pair[0]], named[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}


@each_theme
@pytest.mark.parametrize("vision", VISION)
def test_any_two_teams_are_told_apart(theme: str, vision: str) -> None:
    named = THEMES[theme]
    teams = {team: lab(simulate(named[team], vision)) for team in PALETTE}
    least = 20 if vision == "normal" else 10
    for one, other in combinations(teams, 2):
        assert distance(teams[one], teams[other]) >= least, (one, other)


@each_theme
def test_any_two_number_families_can_be_told_apart(theme: str) -> None:
    tints = [lab(simulate(THEMES[theme][f"family-{family}"], "normal")) for family in range(10)]
    assert min(distance(one, other) for one, other in combinations(tints, 2)) >= 10
    assert min(distance(one, other) for one, other in pairwise(tints)) >= 10.5


def test_distances_equal_published_values() -> None:
    """Pairs 1, 14, and 25 of the test data by Sharma, Wu, and Dalal."""
    assert distance((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50.0, -0.0010, 2.4900), (50.0, 0.0011, -2.4900)) == pytest.approx(4.7461, abs=1e-2)
    assert distance((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
