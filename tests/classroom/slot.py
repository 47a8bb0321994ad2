"""What a table tells a student of what was just done: seen in the slot, and told to screen readers once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.page import Page

LIVE = {"alert", "status", "log"}
"""The roles that speak."""


def said(shown: Page) -> str:
    """The message that is seen in the slot; empty: none.

    What was refused speaks there. All else is told by static/js/tell.js, so nothing that speaks may hold it here.
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


def told(shown: Page) -> str:
    """What static/js/tell.js tells a screen reader of the moves."""
    (one,) = (part for part in shown.root.iter() if "data-told" in part.attrib and part.get("id") == "told-moves")
    assert "hidden" in one.attrib, "it is heard from the polite region, and nowhere else"
    return text_of(one)
