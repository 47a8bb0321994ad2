"""Where boxes are on a page."""

from __future__ import annotations

PLACES = """(boxes) => Object.fromEntries(boxes.map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [name, [x, y + scrollY, width, height]];
}))"""
"""Maps names of boxes to their position and size, independent of scrolling."""
