"""Parse pages as html5lib does, but many times faster: what html5lib has found sound once, it need not parse again.

html5lib is strict and slow, and most pages consist of parts that it has seen: the same elements in the same places. So
a page is first read by a small parser, which knows only markup that closes each element explicitly. If a part of the
page is new, html5lib parses the page as well; if both agree and there is no error, its parts are sound from then on. A
page of sound parts alone is sound, because without omitted tags the state of an HTML parser depends on nothing but the
elements that are open. Everything else is left to html5lib: markup that the small parser doesn't know, and errors.

What one worker of a run has found sound, the others need not ask html5lib again: a file of the run holds it.
"""

from __future__ import annotations

import ast
import functools
import re
from html import unescape
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, SubElement

import html5lib

from tests.temporary import folder_of_run

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

Parsed: TypeAlias = tuple[Element, list[str]]

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW = frozenset("iframe noembed noframes script style textarea title xmp".split())
"""Elements with text alone; with tags in them they are html5lib's."""
_NO_REFERENCES = _RAW - {"textarea", "title"}
_NEWLINE_FIRST = frozenset({"listing", "pre", "textarea"})
"""A newline after their start tag is no part of their text."""
_SVG = "{http://www.w3.org/2000/svg}"

_DOCTYPE = re.compile(r"\s*<!doctype html>", re.ASCII | re.IGNORECASE)
_ATTRIBUTE = r"""\s+([^\s"'<>/=]+)(="[^"]*"|='[^']*')?"""
_ATTRIBUTES = re.compile(_ATTRIBUTE, re.ASCII)
_TAG = re.compile(rf"<(/?)([a-z][a-z0-9-]*)((?:{_ATTRIBUTE})*)\s*(/?)>", re.ASCII | re.IGNORECASE)
_REFERENCE = re.compile(r"&[^;\s<&]*;?", re.ASCII)
_ODD = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|[\U0001fffe-\U0010ffff]")
"""Characters that html5lib changes or objects to, and rare ones."""


class _Sound:
    """Parts that html5lib has found sound, in this worker or in another one of the run."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.touch()
        self._parts: set[Hashable] = set()
        self._length_read = 0

    def covers(self, parts: set[Hashable]) -> bool:
        """Tell whether all of these are among them."""
        if parts <= self._parts:
            return True
        self._read_news()
        return parts <= self._parts

    def add(self, parts: set[Hashable]) -> None:
        """Add some, for all workers."""
        new = parts - self._parts
        self._parts |= new
        lines = "".join(f"{part!r}\n" for part in new).encode()
        with self._file.open("ab", buffering=0) as file:
            file.write(lines)  # all in one: what workers append at the same time is not mixed

    def _read_news(self) -> None:
        with self._file.open("rb") as file:
            file.seek(self._length_read)
            news = file.read()
        whole = news[: news.rfind(b"\n") + 1]
        self._length_read += len(whole)
        self._parts.update(map(ast.literal_eval, whole.decode().splitlines()))


@functools.cache
def _sound() -> _Sound:
    return _Sound(folder_of_run() / "sound.txt")


class _NotPlainError(Exception):
    """The small parser doesn't know such markup."""


def parse(markup: str, *, is_fragment: bool = False) -> Parsed:
    """Give the tree, and the errors that a strict parser finds."""
    try:
        plain = _Plain(markup, is_fragment=is_fragment)
    except _NotPlainError:
        return parse_strictly(markup, is_fragment=is_fragment)
    if _sound().covers(plain.parts):
        return plain.root, []
    root, errors = parse_strictly(markup, is_fragment=is_fragment)
    if not errors and same(root, plain.root):
        _sound().add(plain.parts)
    return root, errors


def parse_strictly(markup: str, *, is_fragment: bool = False) -> Parsed:
    """Have html5lib parse it."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    root = (parser.parseFragment if is_fragment else parser.parse)(markup)
    return root, [f"line {place[0]}: {code} {facts}" for place, code, facts in parser.errors]


def same(one: Element, other: Element) -> bool:
    """Tell whether two trees are equal."""
    return (
        (one.tag, one.attrib, one.text or "", one.tail or "", len(one))
        == (other.tag, other.attrib, other.text or "", other.tail or "", len(other))
    ) and all(map(same, one, other))


class _StartTag(NamedTuple):
    attributes: dict[str, str]
    parts: frozenset[Hashable]
    place: str
    """What an HTML parser takes it for: inputs are treated by their type."""


@functools.lru_cache(20_000)
def _start_tag(name: str, source: str) -> _StartTag:
    found = _ATTRIBUTES.findall(source)
    attributes = {key: unescape(value[2:-1]) for key, value in found}
    if len(attributes) < len(found):
        raise _NotPlainError
    parts: set[Hashable] = {(name, key, bool(value)) for key, value in found}
    place = f"{name} {attributes.get('type', '').casefold()}" if name == "input" else name
    return _StartTag(attributes, frozenset(parts | _references(source, "attribute")), place)


def _references(text: str, where: str) -> set[Hashable]:
    return {(where, reference) for reference in _REFERENCE.findall(text)} if "&" in text else set()


class _Open(NamedTuple):
    """An element that is open."""

    element: Element
    name: str
    path: tuple[str, ...]
    """The elements around it, and itself."""
    is_svg: bool


class _Plain:
    """A page as the small parser reads it."""

    def __init__(self, markup: str, *, is_fragment: bool) -> None:
        markup = markup.replace("\r\n", "\n")  # as HTML wants it; WTForms writes one into each <textarea>
        if _ODD.search(markup):
            raise _NotPlainError
        self.root = Element("DOCUMENT_FRAGMENT")
        self.parts: set[Hashable] = set()
        self._open = [_Open(self.root, "", ("fragment",) if is_fragment else (), is_svg=False)]
        self._last: Element | None = None
        """The child of the innermost open element that closed last: further text comes after it."""
        self._read(markup, self._after_doctype(markup, is_fragment=is_fragment))
        if len(self._open) > 1:
            raise _NotPlainError
        if not is_fragment:
            self._settle_frame()

    def _after_doctype(self, markup: str, *, is_fragment: bool) -> int:
        doctype = None if is_fragment else _DOCTYPE.match(markup)
        if doctype is None and not is_fragment:
            raise _NotPlainError
        return doctype.end() if doctype else 0

    def _read(self, markup: str, position: int) -> None:
        for tag in _TAG.finditer(markup, position):
            if tag.start() > position:
                self._add_text(markup[position : tag.start()])
            position = tag.end()
            is_end, name, attributes, _, _, is_closed = tag.groups()
            if not is_end:
                self._start(name, attributes, is_closed=bool(is_closed))
            elif attributes or is_closed or name != self._open[-1].name:
                raise _NotPlainError
            else:
                self._last = self._open.pop().element
        if position < len(markup):
            self._add_text(markup[position:])

    def _start(self, name: str, source: str, *, is_closed: bool) -> None:
        outer = self._open[-1]
        tag = _start_tag(name, source)
        if outer.name in _RAW:
            raise _NotPlainError
        is_svg = outer.is_svg or name == "svg"
        path = (*outer.path, tag.place)
        self.parts.update(tag.parts)
        self.parts.add((path, is_closed))
        element = SubElement(outer.element, _SVG + name if is_svg else name, tag.attributes)
        if name in _VOID or (is_svg and is_closed):
            self._last = element
        elif is_closed:
            raise _NotPlainError
        else:
            self._open.append(_Open(element, name, path, is_svg))
            self._last = None

    def _add_text(self, text: str) -> None:
        outer = self._open[-1]
        if "<" in text:
            raise _NotPlainError
        if text.strip(" \t\n"):
            self.parts.add((outer.path, "text"))
            self.parts |= _references(text, "text")
        if outer.name not in _NO_REFERENCES:
            text = unescape(text)
        if self._last is not None:
            self._last.tail = (self._last.tail or "") + text
        else:
            is_dropped = outer.name in _NEWLINE_FIRST and not outer.element.text and text.startswith("\n")
            outer.element.text = text.removeprefix("\n") if is_dropped else text

    def _settle_frame(self) -> None:
        """See that there is a head, then a body and nothing else, and put spaces around them where HTML wants them."""
        if [one.tag for one in self.root] != ["html"] or [one.tag for one in self.root[0]] != ["head", "body"]:
            raise _NotPlainError
        if not self.parts.isdisjoint({((), "text"), (("html",), "text")}):
            raise _NotPlainError
        html = self.root[0]
        body = html[1]
        after = (body.tail or "") + (html.tail or "")
        html.text = html.tail = body.tail = None
        if len(body):
            body[-1].tail = (body[-1].tail or "") + after
        else:
            body.text = (body.text or "") + after
        self.root = html
