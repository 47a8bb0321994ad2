"""Where boxes are on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator

PLACES = """(boxes) => Object.fromEntries(boxes.map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, [x, y + scrollY, width, height]];
}))"""
"""Maps names of boxes to their position and size, independent of scrolling."""
BROKEN_WORDS = """(names) => names.flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1;
  }).map(({ 0: word }) => word);
})"""
"""Words of names that are on more than one line."""
BOXES = """(all) => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.getClientRects().length && { x, y, width, height };
})"""


def box_of(part: Locator) -> FloatRect:
    """Return where a visible part of a loaded page is, with one message to the browser instead of three."""
    (box,) = boxes_of(part)
    return box


def boxes_of(parts: Locator) -> list[FloatRect]:
    """Return where visible parts of a loaded page are."""
    boxes: list[FloatRect] = parts.evaluate_all(BOXES)
    assert all(boxes), f"not visible: {parts}"
    return boxes
