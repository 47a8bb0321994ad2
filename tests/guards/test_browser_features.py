"""No page needs a browser newer than Chrome 100: old Chromebooks get no updates.

Each property, rule, selector, and function of our style sheets is listed: in ``browser_features.txt`` if Chrome 100 has
it, otherwise in `NEWER_STYLES` with what an old browser shows instead. Before you add one, look it up on MDN.
`tests/browser/test_old_browser.py` opens a table without the newer ones. Scripts check for newer features before use.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from classroom.web.assets import plain_css
from tests.guards.files import ROOT

NEWER_STYLES = {
    ":has(": "105. Chips land without motion, and empty gaps stay open",
    "container-type": "105. Lengths of the container are lengths of the window",
    "cqi": "105. --whole is 100vw",
    "cqw": "105. Drawings on the class screen keep their smallest size",
    "cqh": "105. As cqw",
    "dvh": "108. --vh is 100vh",
    "font-palette": "101. Detects old browsers, which show a message",
    "text-wrap": "114. Headings break at other words",
    "subgrid": "117. Columns of lists are not aligned",
    "animation-timeline": "115. Wide tables are cut off without a sign",
    "scroll": "115. As animation-timeline",
    "print-color-adjust": "136. People turn on background graphics to print colors; each color also has a number",
}
"""Features that Chrome 100 lacks: the first version that has them, and what happens in older ones."""

NEWER_SCRIPTS = re.compile(
    r"\.(?:toSorted|toReversed|toSpliced|checkVisibility|moveBefore|startViewTransition|showPopover|hidePopover"
    r"|togglePopover|isWellFormed|toWellFormed|setHTML\w*|getHTML|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\b"
    r"|\b(?:AbortSignal\.(?:any|timeout)|Array\.fromAsync|(?:Object|Map)\.groupBy|Promise\.(?:withResolvers|try)"
    r"|URL\.(?:canParse|parse)|RegExp\.escape|CloseWatcher|Iterator\.\w+|scrollend|navigation\.navigate)\b"
    r"|\bwith \{ *type:|\busing [a-z]\w* =|/[a-z]*v[a-z]*\.(?:test|exec)\("
)
"""Features of scripts that came after Chrome 100. htmx and live.js check for `moveBefore` before they use it, and htmx
for view transitions."""

_QUOTED = re.compile(r'"[^"]*"')
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
STYLES = sorted((ROOT / "static" / "css").glob("*.css"), key=lambda path: path.name)


def features_of_chrome_100() -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in Path(__file__).with_name("browser_features.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, _, names = line.partition(": ")
            found[kind].update(names.split())
    return found


def features_of(css: str) -> dict[str, set[str]]:
    """List the properties, rules, selectors, and functions that a style sheet uses."""
    css = _QUOTED.sub('""', plain_css(css))
    rules = _RULE.findall(css)
    selectors, bodies = ("\n".join(part) for part in zip(*rules, strict=True))
    preludes = " ".join(re.findall(r"@[^{;]*", css))
    declared = re.findall(r"(?:^|;)([a-z-]+):([^;]*)", bodies, re.MULTILINE)
    values = " ".join(value for _, value in re.findall(r"(?:^|;)([\w-]+):([^;]*)", bodies, re.MULTILINE))
    return {
        "at-rule": set(re.findall(r"@([a-z-]+)", preludes)),
        "media": set(re.findall(r"\(([a-z-]+)[:)]", " ".join(re.findall(r"@media[^{]*", css)))),
        "pseudo": {one for one in re.findall(r"::?([a-z-]+)", selectors) if f":{one}(" not in NEWER_STYLES},
        "property": {name for name, _ in declared if not name.startswith("--") and name not in NEWER_STYLES},
        "function": set(re.findall(r"(?<![\w-])([a-z][a-z-]*)\(", values)) - NEWER_STYLES.keys(),
        "unit": {one for one in re.findall(r"(?<![\w#-])\d*\.?\d+([a-z]+)\b", values) if one not in NEWER_STYLES},
    }


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_style_sheets_use_features_of_chrome_100_or_listed_ones(path: Path) -> None:
    known = features_of_chrome_100()
    unknown = {kind: names - known[kind] for kind, names in features_of(path.read_text(encoding="utf-8")).items()}
    assert {kind: names for kind, names in unknown.items() if names} == {}


def test_all_listed_features_are_used() -> None:
    whole = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    assert [name for name in NEWER_STYLES if name not in whole] == []


def test_scripts_use_features_of_chrome_100() -> None:
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    asks = re.compile(r"if \((\w+\.moveBefore)\) \1\(")
    found = {path.name: NEWER_SCRIPTS.findall(asks.sub("", path.read_text(encoding="utf-8"))) for path in scripts}
    assert len(found) > 15
    assert {name: features for name, features in found.items() if features} == {}


def test_htmx_checks_for_newer_features() -> None:
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "static" / "vendor" / "htmx").rglob("*.js")]
    found = {feature for script in scripts for feature in NEWER_SCRIPTS.findall(script)}
    assert found == {".moveBefore", ".startViewTransition"}
    assert any("if(e.moveBefore)try{" in one and "if(document.startViewTransition)" in one for one in scripts)
