"""Apply a fragment that leaves out what a page already shows, as static/js/difference.js does."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from tests.parsing import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

NEW_IN_EACH_RESPONSE = {"csrf_token", "idempotency_key"}
"""Fields whose values differ in each response."""


def parse_live_part(html: str) -> Element:
    """Parse a fragment, or the live part of a page, without elements that are for other parts of the page."""
    if "<!doctype" in html[:20].lower():
        return next(one for one in parse(html)[0].iter("div") if one.get("id") == "live")
    part, _ = parse(html, is_fragment=True)
    for beyond in [one for one in part if one.get("data-beyond")]:
        part.remove(beyond)
    return part


def version_shown(part: Element) -> str:
    """Return the version that a live part shows."""
    return next(one.get("value", "") for one in part.iter("input") if one.get("name") == "version")


def parts_shown(part: Element) -> str:
    """Return the header that names the parts that a live part shows."""
    return ",".join(f"{one.get('id')}={one.get('data-part')}" for one in part.iter() if one.get("data-part"))


def apply_fragment(page: Element, fragment: Element) -> Element:
    """Return the live part after an update: the fragment, completed with what the page already shows."""
    whole = deepcopy(fragment)
    parents = {child: parent for parent in whole.iter() for child in parent}
    templates = list(whole.iter("template"))
    if not templates:
        return whole
    since, *kept = templates
    assert since.get("data-since") == version_shown(page)
    parents[since].remove(since)
    for template in reversed(kept):  # inner ones first
        parent = parents[template]
        at = list(parent).index(template)
        parent[at] = _with_changes(deepcopy(_by_id(page, template.get("data-kept", ""))), list(template))
    return whole


def canonical_form(element: Element) -> list[str]:
    """Return an element's markup in a form that can be compared."""
    return list(_pieces(element))


def _with_changes(kept: Element, changes: list[Element]) -> Element:
    for element in changes:
        old = _by_id(kept, element.get("id", ""))
        if element.get("data-before") is not None:
            old[:0] = list(element)
            continue
        parent = next(one for one in kept.iter() if old in list(one))
        parent[list(parent).index(old)] = element
    return kept


def _by_id(element: Element, wanted: str) -> Element:
    found = [one for one in element.iter() if one.get("id") == wanted]
    assert len(found) == 1, f"{len(found)} elements have the id {wanted!r}"
    return found[0]


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        attributes = dict(child.attrib)
        attributes.pop("data-new", None)
        if "passing" in attributes.get("class", "").split():  # shown once, and not part of a whole page
            yield from _text(child.tail)
            continue
        if attributes.get("name") in NEW_IN_EACH_RESPONSE:
            attributes.pop("value")
        yield f"<{child.tag} {sorted(attributes.items())}>"
        if "data-announced" in attributes and child.get("id") == "announced-moves":  # only new announcements
            yield from _text(child.tail)
            continue
        yield from _text(child.text)
        yield from _pieces(child)
        yield f"</{child.tag}>"
        yield from _text(child.tail)


def _text(text: str | None) -> Iterator[str]:
    if text and text.strip():
        yield " ".join(text.split())
