"""The check of looks in tests/browser/looks.py finds colors that cannot be read, whatever it has seen before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.looks import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

PAGE = """<!doctype html><html lang="en" style="background: white"><head><title>Colors</title><style>
  .text {{ color: black }} a {{ color: #0000a0 }} @media (prefers-color-scheme: dark) {{ {} }}
</style></head><body><main><h1>Colors</h1>
<p class="text" style="{}">A text <a href="/" style="{}">link</a></p></main></body></html>"""
GRAY = ".text { color: #888 } a { color: black }"
"""A color with enough contrast for large text only."""
NEAR = "a { color: #400040 }"
"""A color too near to that of the text around a link."""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((GRAY, "font-size: 24px", ""), (GRAY, "font-size: 20px", "")),
        ((GRAY, "font-size: 20px; font-weight: bold", ""), (GRAY, "font-size: 20px", "")),
        ((NEAR, "", "text-decoration: underline"), (NEAR, "", "text-decoration: none")),
    ],
    ids=["size", "weight", "link"],
)
def test_what_looks_different_is_checked_again(
    browser: Browser, first: tuple[str, str, str], second: tuple[str, str, str]
) -> None:
    visitor = Visitor(browser)
    found = []
    for one in (first, second):
        visitor.page.set_content(PAGE.format(*one))
        visitor.check("colors")
        found.append([fault for fault in visitor.faults if "dark: " in fault])
    visitor.context.close()
    assert found[0] == []
    assert found[1]
