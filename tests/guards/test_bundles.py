"""Bundles contain the right files, and bundling breaks none of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.web.assets import BUNDLES, load_assets

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
PARTS = sorted({name for names in BUNDLES.values() for name in names})


def text_of(name: str) -> str:
    return load_assets(STATIC)[name].content.decode()


def code_of(name: str) -> str:
    """Return a file's text as served: our own scripts without comments and indentation."""
    text = (STATIC / name).read_text(encoding="utf-8")
    if name.startswith("vendor/"):
        return text
    if name.endswith(".css"):
        return text_of(name)
    lines = text.splitlines(keepends=True)
    assert not any(line.count("`") % 2 for line in lines), (
        "a string of several lines could contain what looks like a comment"
    )
    code = [line.lstrip(" ") for line in lines if not line.lstrip(" ").startswith("//")]
    bare = [re.sub(r" +// .*", "", line) for line in code]
    for line, whole in zip(bare, code, strict=True):
        assert line == whole or not any(line.count(mark) % 2 for mark in "\"'`"), (
            "a string contains what looks like a comment"
        )
    return "".join(line for line in bare if line.strip())


def _dense(text: str) -> str:
    return re.sub(r"\s", "", text)


def bare(css: str) -> str:
    """Return a stylesheet without comments and without everything that minifying may remove."""
    return re.sub(r"\s|;(?=\s*\})", "", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))


def sheets_of(html: str) -> list[str]:
    return re.findall(r'<link rel="stylesheet" href="/static/([^"?]+)', html)


def scripts_of(html: str) -> list[str]:
    return re.findall(r'<script src="/static/([^"?]+)', html)


def test_the_page_of_a_table_links_one_stylesheet_and_one_script(cast: Cast, page: PageClient) -> None:
    html = page.sign_in(cast.bob).get("play.show").html
    assert sheets_of(html) == ["bundles/table.css"] + ["bundles/student.css"] * ("tabletop" not in html)
    assert scripts_of(html) == ["bundles/student.js"]


@pytest.mark.parametrize("endpoint", ["home.show", "home.scan", "home.card"])
def test_sign_in_pages_load_the_stylesheet_of_the_table(cast: Cast, page: PageClient, endpoint: str) -> None:
    assert sheets_of(page.get(endpoint).html) == ["bundles/table.css", "bundles/student.css"]


@pytest.mark.parametrize("bundle", BUNDLES)
def test_a_bundle_contains_its_files_in_order_and_is_reproducible(bundle: str) -> None:
    text = text_of(bundle)
    dense = _dense(text)
    places = [dense.index(_dense(code_of(name))) for name in BUNDLES[bundle]]
    assert places == sorted(places)
    assert not (STATIC / bundle).exists(), "a file of this name would be hidden"
    assert load_assets.__wrapped__(STATIC)[bundle].content == text.encode()


def test_no_rule_styles_siblings_of_new_elements() -> None:
    """Otherwise browsers would recompute the whole page's styles whenever a mark changes: ten times the work."""
    reach = re.compile(r"\[data-new[^]]*]\s*[~+]")
    assert [name for name in PARTS if name.endswith(".css") and reach.search(text_of(name))] == []


@pytest.mark.parametrize("name", [name for name in PARTS if name.endswith(".css")])
def test_a_minified_stylesheet_is_shorter_and_equivalent(name: str) -> None:
    source, sent = (STATIC / name).read_text(encoding="utf-8"), text_of(name)
    assert len(sent) < len(source)
    assert bare(re.sub(r"\?v=[0-9a-f]+", "", sent)) == bare(source)
    assert re.findall('"[^"]*"', re.sub(r"\?v=[0-9a-f]+", "", sent)) == re.findall('"[^"]*"', _uncommented(source))
    # A space between two names has a meaning: a descendant, or two values.
    assert len(re.findall(r"[\w)\]*] [\w.#:\[*(-]", sent)) == len(
        re.findall(r"[\w)\]*]\s+[\w.#:\[*(-]", _uncommented(source))
    )


def _uncommented(css: str) -> str:
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


@pytest.mark.parametrize("bundle", [name for name in BUNDLES if name.endswith(".js")])
def test_licenses_of_vendored_scripts_are_named_and_need_no_copy(bundle: str) -> None:
    for name in BUNDLES[bundle]:
        if name.startswith("vendor/"):
            words = (STATIC / name).with_name("LICENSE").read_text(encoding="utf-8")
            assert words.startswith("Zero-Clause BSD"), "other licenses must be included in every copy"
            assert text_of(bundle).count(f"/*! {Path(name).parent}/LICENSE */") == 1


@pytest.mark.parametrize("name", [name for name in PARTS if name.endswith(".css")])
def test_a_stylesheet_works_in_a_bundle_and_at_another_address(name: str) -> None:
    source = text_of(name)
    assert re.findall(r"@(?:import|charset|namespace)\b", source) == []
    for url in re.findall(r"url\(\s*['\"]?([^'\")]+)", source):
        assert url.startswith("data:") or (STATIC / "css" / url.partition("?")[0]).is_file(), url


def test_a_page_preloads_the_font_that_its_stylesheet_names(cast: Cast, page: PageClient) -> None:
    [preloaded] = re.findall(
        r'<link rel="preload" href="/static/([^"]+)"', page.sign_in(cast.bob).get("play.show").html
    )
    [named] = re.findall(r'url\("\.\./([^"]+woff2[^"]*)"\)', text_of("bundles/table.css"))
    assert preloaded == named


WITH_HTMX = [bundle for bundle, names in BUNDLES.items() if any(name.startswith("vendor/htmx/") for name in names)]


@pytest.mark.parametrize("bundle", WITH_HTMX)
def test_htmx_and_its_extension_are_in_the_same_bundle(bundle: str) -> None:
    """A deferred htmx sets up the page as soon as possible. Scripts that need its first events must be in its file."""
    names = BUNDLES[bundle]
    vendored = [Path(name).name for name in names if name.startswith("vendor/htmx/")]
    assert vendored == ["htmx.min.js", "hx-sse.min.js"]


def test_htmx_is_deferred_only_in_a_bundle_with_all_its_listeners() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    files = "|".join(["vendor/htmx", *WITH_HTMX])
    tags = [tag for page in pages for tag in re.findall(rf"<script[^>]*(?:{files})[^>]*>", page)]
    assert len(tags) == 2
    deferred = [tag for tag in tags if re.search(r"\b(defer|async|module)\b", tag)]
    assert [re.findall(r"bundles/[\w.]+", tag) for tag in deferred] == [["bundles/student.js"]]
    listeners = {
        f"js/{path.name}" for path in (STATIC / "js").glob("*.js") if "htmx:" in path.read_text(encoding="utf-8")
    }
    others = {
        "js/tables.js",
        "js/replay.js",
        "js/teaching.js",
        "js/tones.js",
        "js/choices.js",
    }  # none needs the first events
    assert listeners - others <= set(BUNDLES["bundles/student.js"])


@pytest.mark.parametrize("name", ["bundles/table.css", "bundles/student.css"])
def test_a_move_restyles_only_what_it_changes(name: str) -> None:
    """Any new element matches `:has(*)` or `:has(> :nth-child(3))`, so browsers restyle everything around it."""
    asked = re.findall(r":has\(((?:[^()]|\([^()]*\))*)\)", re.sub(r"\[[^]]*\]", "[]", text_of(name)))
    subjects = [re.split(r"[ >+~]+", one.strip())[-1] for one in asked]
    assert subjects, "some rules name what they look for"
    assert [one for one in subjects if not re.match(r"[\w.#\[]", one)] == []
