"""Feedback at a table: shown in the slot, and announced to screen readers once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page_lint import text_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from tests.page import Page

LIVE = {"alert", "status", "log"}
"""Roles of live regions."""


def said(shown: Page) -> str:
    """Return the visible message in the slot, or "".

    Only a rejection is in a live region there. Everything else is announced by static/js/announce.js, so it must not be
    in one.
    """
    slot = shown.one("div", id="slot")
    assert "aria-live" not in slot.attrib
    messages = [one for one in slot.iter() if "said" in one.get("class", "").split()]
    assert len(messages) <= 1, [text_of(one) for one in messages]
    for message in messages:
        assert "visually-hidden" not in message.get("class", "").split()
        assert "hidden" not in message.attrib
    speaking = {one for one in slot.iter() if one.get("role") in LIVE or "aria-live" in one.attrib}
    assert speaking == {one for one in messages if "said-bad" in one.get("class", "").split()}
    return "".join(map(text_of, messages))


def happened(shown: Page) -> str:
    """Return the last event in the slot."""
    slot = shown.one("div", id="slot")
    return "".join(text_of(one) for one in slot.iter() if one.get("id", "").startswith("happened-"))


def announced(shown: Page) -> str:
    """Return what static/js/announce.js announces about the moves."""
    return text_of(announced_moves(shown))


def announced_moves(shown: Page) -> Element:
    """Return the element with that text."""
    (one,) = (
        part for part in shown.root.iter() if "data-announced" in part.attrib and part.get("id") == "announced-moves"
    )
    assert "hidden" in one.attrib, "only the polite region announces it"
    return one
