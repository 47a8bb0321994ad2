"""Whitespace that no one sees is left out of pages; whitespace between words and buttons stays."""

from __future__ import annotations

import re

import pytest
from jinja2 import Environment

from classroom.web.assets import plain_css
from classroom.web.template_space import BLOCKS, WithoutUnseenSpace
from tests.guards.files import ROOT

ENVIRONMENT = Environment(
    extensions=["jinja2.ext.i18n", WithoutUnseenSpace], trim_blocks=True, lstrip_blocks=True, autoescape=True
)


@pytest.mark.parametrize(
    ("template", "page"),
    [
        ("<div>\n  <p>One</p>\n  <p>Two</p>\n</div>\n", "<div><p>One</p><p>Two</p></div>"),
        ("<b>One</b>\n  <b>Two</b>", "<b>One</b>\n<b>Two</b>"),
        ("<b>One</b>  <b>Two</b> <i>three</i>", "<b>One</b> <b>Two</b> <i>three</i>"),
        ("<li>\n  <b>One</b>\n  words\n</li>", "<li><b>One</b>\nwords</li>"),
        ('<div class="{{ 1 }}">\n  <b>One</b>\n</div>', '<div class="1"><b>One</b></div>'),
        ('<div {% if 1 %} id="a"{% endif %} >\n  {{ 2 }}\n  <p>', '<div  id="a" >2<p>'),
        ('<b class="{{ 1 }}">\n  One</b>\n</div>', '<b class="1">\nOne</b></div>'),
        ("{{ 1 }}\n<div>", "1<div>"),
        ("{{ 1 }}\n<dialog>\n{{ 2 }}", "1\n<dialog>\n2"),
        ("<pre>\n a</pre>\n<textarea>\n\n</textarea>", "<pre>\na</pre>\n<textarea>\n</textarea>"),
        ('<svg>\n  <path d="M0 0"/>\n  <circle r="1"/>\n</svg>', '<svg><path d="M0 0"/><circle r="1"/></svg>'),
    ],
)
def test_only_unseen_space_is_left_out(template: str, page: str) -> None:
    assert ENVIRONMENT.from_string(template).render() == page


def test_messages_stay_the_keys_of_the_catalogs() -> None:
    ENVIRONMENT.install_gettext_callables(str.upper, lambda one, _many, _number: one, newstyle=True)  # type: ignore[attr-defined]
    template = "<div>\n{% trans %}<p>\n  a  b\n</p>{% endtrans %}\n</div>"
    assert ENVIRONMENT.from_string(template).render() == "<div><P>\n  A  B\n</P></div>"


def test_no_style_sheet_shows_these_elements_within_a_line() -> None:
    blocks = set(BLOCKS.split("|"))
    rules = [
        (file.name, selectors.strip())
        for file in sorted((ROOT / "static" / "css").glob("*.css"))
        for selectors in re.findall(r"([^{};]*)\{[^{}]*\bdisplay: ?inline", plain_css(file.read_text(encoding="utf-8")))
    ]
    assert len(rules) > 20
    within = [rule for rule in rules for one in re.split(r",(?![^(]*\))", rule[1]) if blocks & set(_names_of_last(one))]
    assert within == []


def _names_of_last(selector: str) -> list[str]:
    """Return the names of the elements that a selector selects, without those around them."""
    last = re.split(r"[\s>+~](?![^(]*\))", re.sub(r":not\([^)]*\)", "", selector).strip())[-1]
    return re.findall(r"(?:^|[(,])\s*([a-z][a-z0-9]*)", last)
