"""No page needs a browser newer than Chrome 100: old Chromebooks get no updates.

Each property, rule, selector, and function of our style sheets is listed: in ``browser_features.txt`` if Chrome 100 has
it, else in `NEWER_STYLES` with what an old browser shows instead. Before you add one, look it up on MDN.
`tests/browser/test_old_browser.py` opens a table without those that are newer. Scripts ask for what is newer.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from classroom.web.assets import plain_css
from tests.guards.files import ROOT

NEWER_STYLES = {
    ":has(": "105. Without it: chips land without motion, and gaps that nothing fills stay open",
    "container-type": "105. Lengths of containers are lengths of the window instead",
    "cqi": "105. --whole is 100vw",
    "cqw": "105. Drawings on the class screen keep their smallest size",
    "cqh": "105. As cqw",
    "dvh": "108. --vh is 100vh",
    "font-palette": "101. Tells that a browser is not old: shows it a sentence otherwise",
    "text-wrap": "114. Lines of headings have other lengths",
    "subgrid": "117. Columns of lists do not stand in line",
    "print-color-adjust": "136. People switch on background graphics to print colors; each color has its number",
}
"""What Chrome 100 lacks, since when there is it, and what happens without."""

NEWER_SCRIPTS = re.compile(
    r"\.(?:toSorted|toReversed|toSpliced|checkVisibility|moveBefore|startViewTransition|showPopover|hidePopover"
    r"|togglePopover|isWellFormed|toWellFormed|setHTML\w*|getHTML|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\b"
    r"|\b(?:AbortSignal\.(?:any|timeout)|Array\.fromAsync|(?:Object|Map)\.groupBy|Promise\.(?:withResolvers|try)"
    r"|URL\.(?:canParse|parse)|RegExp\.escape|CloseWatcher|Iterator\.\w+|scrollend|navigation\.navigate)\b"
    r"|\bwith \{ *type:|\busing [a-z]\w* =|/[a-z]*v[a-z]*\.(?:test|exec)\("
)
"""What scripts might use that came after Chrome 100. htmx and live.js ask whether there is `moveBefore`, and htmx
whether there are view transitions."""

_QUOTED = re.compile(r'"[^"]*"')
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
STYLES = sorted((ROOT / "static" / "css").glob("*.css"), key=lambda path: path.name)


def known() -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in Path(__file__).with_name("browser_features.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, _, names = line.partition(": ")
            found[kind].update(names.split())
    return found


def used(css: str) -> dict[str, set[str]]:
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
        "function": set(re.findall(r"(?<![\w-])([a-z][a-z-]*)\(", values)),
        "unit": {one for one in re.findall(r"(?<![\w#-])\d*\.?\d+([a-z]+)\b", values) if one not in NEWER_STYLES},
    }


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_style_sheets_use_what_chrome_100_has_or_say_what_happens_without(path: Path) -> None:
    have = known()
    unknown = {kind: names - have[kind] for kind, names in used(path.read_text(encoding="utf-8")).items()}
    assert {kind: names for kind, names in unknown.items() if names} == {}


def test_what_is_newer_is_used() -> None:
    whole = "".join(path.read_text(encoding="utf-8") for path in STYLES)
    assert [name for name in NEWER_STYLES if name not in whole] == []


def test_scripts_use_what_chrome_100_has() -> None:
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    asks = re.compile(r"if \((\w+\.moveBefore)\) \1\(")
    found = {path.name: NEWER_SCRIPTS.findall(asks.sub("", path.read_text(encoding="utf-8"))) for path in scripts}
    assert len(found) > 15
    assert {name: features for name, features in found.items() if features} == {}


def test_htmx_asks_whether_a_browser_has_what_is_newer() -> None:
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "static" / "vendor" / "htmx").rglob("*.js")]
    found = {feature for script in scripts for feature in NEWER_SCRIPTS.findall(script)}
    assert found == {".moveBefore", ".startViewTransition"}
    assert any("if(e.moveBefore)try{" in one and "if(document.startViewTransition)" in one for one in scripts)
