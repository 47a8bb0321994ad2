"""Rules for all pages: faults that a parser can find."""

from __future__ import annotations

import functools
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

REFERENCES = {"for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list"}
INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "small", "span", "strong", "sub", "sup", "time"}
TOKENS = {"csrf_token", "launch_note"}
"""Fields that keep other sites from sending a form. The second one is for pages in an LMS, which send no cookie."""
UNLABELLED = {"hidden", "submit", "button", "image", "reset"}


def find_faults(root: Element, *, is_fragment: bool = False) -> list[str]:
    """Describe every fault. A fragment needs no title or heading, and may refer to elements outside of it."""
    # Comments are nodes of this tree, too. Their tag is a function.
    elements = [one for one in root.iter() if not callable(one.tag)]
    start_tags = [_start_tag(one.tag, tuple(one.items())) for one in elements]
    faults = [fault for tag in start_tags for fault in tag.faults]
    faults += _ids(elements, start_tags, is_fragment=is_fragment)
    faults += [*_fields(root, elements), *_forms(root), *_names(elements)]
    if sum(tag.is_main for tag in start_tags) > 1 and len(main := list(_main_buttons(root))) > 1:
        faults.append(f"main buttons: {main}")
    if not is_fragment:
        faults += [*_frame(root), *_focus(elements)]
    return faults


_EQUATION = re.compile("\u2066([^\u2069]*)\u2069")


def text_of(element: Element) -> str:
    """Return an element's readable text, with single spaces between words and blocks.

    Removes the invisible marks around equations. Names keep theirs.
    """
    pieces: list[str] = []
    _add_pieces(element, pieces)
    return _EQUATION.sub(r"\1", " ".join("".join(pieces).split()))


def _add_pieces(element: Element, pieces: list[str]) -> None:
    if callable(element.tag) or element.tag in {"script", "template"}:
        return
    gap = "" if element.tag in INLINE else " "
    pieces.append(gap)
    if element.text:
        pieces.append(element.text)
    for part in element:
        _add_pieces(part, pieces)
        if part.tail:
            pieces.append(part.tail)
    pieces.append(gap)


def _has_text(element: Element) -> bool:
    """Tell whether `text_of` returns anything."""
    if callable(element.tag) or element.tag in {"script", "template"}:
        return False
    texts = (element.text, *(part.tail for part in element))
    return any(text and not _BLANK.fullmatch(text) for text in texts) or any(map(_has_text, element))


_BLANK = re.compile("[\\s\u2066\u2069]*")


def _frame(root: Element) -> Iterator[str]:
    for tag in ("h1", "title", "main"):
        found = list(root.iter(tag))
        if len(found) != 1:
            yield f"{len(found)} × <{tag}> instead of one"
        elif not _has_text(found[0]):
            yield f"empty <{tag}>"
    if not root.get("lang"):
        yield "<html> without lang"


def _focus(elements: Sequence[Element]) -> Iterator[str]:
    """Find pages where two elements get the focus, or where none does although a form was rejected."""
    focused = [one for one in elements if one.get("autofocus") is not None]
    if len(focused) > 1:
        yield f"{len(focused)} × autofocus"
    lists = [one for one in elements if one.get("id") == "errors"]
    places = {"errors", *(link.get("href", "").removeprefix("#") for one in lists for link in one.iter("a"))}
    is_rejected = lists or any(one.get("aria-invalid") for one in elements)
    if is_rejected and not any(one.get("id") in places or one.get("aria-invalid") for one in focused):
        yield "a rejected form without autofocus on the errors or a wrong field"


class _StartTag(NamedTuple):
    faults: tuple[str, ...]
    """Code and styles that the content security policy blocks."""
    id: str | None
    references: tuple[str, ...]
    """The ids to which it refers."""
    is_main: bool
    """Whether it is a main button."""


@functools.lru_cache(20_000)
def _start_tag(tag: str, attributes: tuple[tuple[str, str], ...]) -> _StartTag:
    """Check what depends only on a start tag. Most start tags occur on many pages."""
    references = [name for attribute, value in attributes if attribute in REFERENCES for name in value.split()]
    if tag == "a":
        references += [value[1:] for name, value in attributes if name == "href" and value.startswith("#")]
    values = dict(attributes)
    is_main = "button-main" in values.get("class", "").split()
    return _StartTag(tuple(_code_in(tag, values)), values.get("id"), tuple(references), is_main)


def _code_in(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    if tag == "style" or "style" in attributes:
        yield f"inline style on <{tag}>"
    if tag == "script" and not attributes.get("src"):
        yield "inline script"
    for name, value in attributes.items():
        if name.startswith(("on", "hx-on")) or _CODE.match(value):
            yield f"code in {name} of <{tag}>"


_CODE = re.compile(r"\s*javascript:", re.IGNORECASE)


def _ids(elements: Sequence[Element], start_tags: Sequence[_StartTag], *, is_fragment: bool) -> Iterator[str]:
    ids = Counter([tag.id for tag in start_tags if tag.id])
    if len(ids) < ids.total():
        yield from (f"id {name!r} occurs {count} times" for name, count in ids.items() if count > 1)
    if is_fragment:
        return
    for one, tag in zip(elements, start_tags, strict=True):
        for name in tag.references:
            if name not in ids:
                yield f"<{one.tag}> refers to {name!r}, which is missing"


def _fields(root: Element, elements: Sequence[Element]) -> Iterator[str]:
    labelled = {one.get("for") for one in root.iter("label")}
    inside = {id(part) for label in root.iter("label") for part in label.iter()}
    for one in elements:
        if one.tag not in {"input", "select", "textarea"} or one.get("type") in UNLABELLED:
            continue
        has_name = one.get("aria-label") or one.get("aria-labelledby")
        if not has_name and one.get("id") not in labelled and id(one) not in inside:
            yield f"<{one.tag} name={one.get('name')!r}> without a label"


def _forms(root: Element) -> Iterator[str]:
    for form in root.iter("form"):
        tokens = [one for one in form.iter("input") if one.get("name") in TOKENS and one.get("value")]
        is_ours = "://" not in form.get("action", "")  # another site must not see our token
        is_post = form.get("method", "get").casefold() == "post" and is_ours
        if is_post and len(tokens) != 1:
            yield f"POST form to {form.get('action')!r} with {len(tokens)} CSRF tokens"
        if not is_post and tokens:
            yield f"GET form to {form.get('action')!r} that sends the CSRF token"


def _names(elements: Sequence[Element]) -> Iterator[str]:
    """Find links, buttons, and pictures that a screen reader can't name."""
    for one in elements:
        if one.tag == "img" and one.get("alt") is None:
            yield f"<img src={one.get('src', '')[:60]!r}> without alt"
        if one.tag in {"a", "button"} and not (one.get("aria-label") or _has_text(one)):
            pictures = [image.get("alt") for image in one.iter("img")]
            if not any(pictures):
                yield f"<{one.tag}> without a name"
        if one.find("bdi") is not None and "button" in one.get("class", "").split():
            yield f"{text_of(one)!r} in a button without <span>, which sets its words apart"


def _main_buttons(element: Element) -> Iterator[str]:
    """Find the buttons that a page recommends and shows at once. In a list of classes, each has its own."""
    classes = element.get("class", "").split()
    is_closed = element.tag == "template" or (element.tag == "details" and element.get("open") is None)
    if callable(element.tag) or element.get("hidden") is not None or is_closed or "class-open" in classes:
        return
    if "button-main" in classes:
        yield text_of(element)
    for part in element:
        yield from _main_buttons(part)
