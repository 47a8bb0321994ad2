"""A length that is the smallest or largest of several lengths has one place: elsewhere, its name is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

CSS = Path(__file__).parents[2] / "static" / "css"
_CALL = re.compile(r"\b(?:min|max|clamp)\(")


def compared(css: str) -> Iterator[str]:
    """Yield each comparison of lengths that contains another comparison, or is in another.

    >>> list(compared("font-size: max(1rem, min(2rem, 3vw)); width: min(4rem, 50%);"))
    ['max(1rem, min(2rem, 3vw))', 'min(2rem, 3vw)']
    """
    ends = 0
    for found in _CALL.finditer(css):
        whole = css[found.start() : _end(css, found.end())]
        if found.start() < ends or _CALL.search(whole, 1):
            yield whole
        ends = max(ends, found.start() + len(whole))


def _end(css: str, start: int) -> int:
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(css[start], 0)
        start += 1
    return start


def test_no_comparison_of_lengths_is_written_twice() -> None:
    texts = (path.read_text(encoding="utf-8") for path in CSS.glob("*.css"))
    counts = Counter(one for text in texts for one in compared(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
    assert len(counts) > 10
    assert {one: number for one, number in counts.items() if number > 1} == {}
