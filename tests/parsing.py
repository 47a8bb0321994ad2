"""Parse pages as html5lib does, but many times faster: html5lib need not parse again what it has found valid.

html5lib is strict and slow, and most pages consist of parts that it has seen: the same elements in the same places. So
a small parser reads a page first. It accepts only markup that closes each element explicitly. If a part of the page is
new, html5lib parses the page as well; if both agree and there is no error, its parts are valid from then on. A page of
valid parts is valid, because without omitted tags the state of an HTML parser depends only on the open elements. All
other markup, which the small parser doesn't accept or which has errors, is left to html5lib.

The workers of a run share the valid parts through a file.
"""

from __future__ import annotations

import ast
import functools
import re
import threading
from html import unescape
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, SubElement

import html5lib

from tests.temporary import run_folder

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

Parsed: TypeAlias = tuple[Element, list[str]]

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_RAW = frozenset("iframe noembed noframes script style textarea title xmp".split())
"""Elements that contain only text. If one has tags, html5lib parses the page."""
_NO_REFERENCES = _RAW - {"textarea", "title"}
_NEWLINE_FIRST = frozenset({"listing", "pre", "textarea"})
"""Elements whose text does not include a newline after the start tag."""
_SVG = "{http://www.w3.org/2000/svg}"

_DOCTYPE = re.compile(r"\s*<!doctype html>", re.ASCII | re.IGNORECASE)
_ATTRIBUTE = r"""\s+([^\s"'<>/=]+)(="[^"]*"|='[^']*')?"""
_ATTRIBUTES = re.compile(_ATTRIBUTE, re.ASCII)
_TAG = re.compile(rf"<(/?)([a-z][a-z0-9-]*)((?:{_ATTRIBUTE})*)\s*(/?)>", re.ASCII | re.IGNORECASE)
_REFERENCE = re.compile(r"&[^;\s<&]*;?", re.ASCII)
_ODD = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|[\U0001fffe-\U0010ffff]")
"""Characters that html5lib changes or rejects, and rare ones."""


class _Sound:
    """Parts that html5lib has found valid, in any worker of the run."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.touch()
        self._parts: set[Hashable] = set()
        self._length_read = 0
        self._reading = threading.Lock()

    def covers(self, parts: set[Hashable]) -> bool:
        """Tell whether all of these parts are known to be valid."""
        if parts <= self._parts:
            return True
        self._read_additions()
        return parts <= self._parts

    def add(self, parts: set[Hashable]) -> None:
        """Add valid parts, for all workers."""
        new = parts - self._parts
        self._parts |= new
        lines = "".join(f"{part!r}\n" for part in new).encode()
        with self._file.open("ab", buffering=0) as file:
            file.write(lines)  # in one call, so that lines of several workers don't mix

    def _read_additions(self) -> None:
        with self._reading:  # simulated students of a lesson are threads
            with self._file.open("rb") as file:
                file.seek(self._length_read)
                additions = file.read()
            whole = additions[: additions.rfind(b"\n") + 1]
            self._length_read += len(whole)
            self._parts.update(map(ast.literal_eval, whole.decode().splitlines()))


@functools.cache
def _sound() -> _Sound:
    return _Sound(run_folder() / "sound.txt")


class _NotPlainError(Exception):
    """The small parser doesn't accept this markup."""


def parse(markup: str, *, is_fragment: bool = False) -> Parsed:
    """Return the tree, and the errors that a strict parser finds."""
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
    """Parse with html5lib."""
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
    """The name that decides how an HTML parser treats the element. For inputs, it includes the type."""


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
    """An open element."""

    element: Element
    name: str
    path: tuple[str, ...]
    """The elements around it, and the element."""
    is_svg: bool


class _Plain:
    """A page as the small parser reads it."""

    def __init__(self, markup: str, *, is_fragment: bool) -> None:
        markup = markup.replace("\r\n", "\n")  # as HTML parsers do; WTForms writes \r\n into each <textarea>
        if _ODD.search(markup):
            raise _NotPlainError
        self.root = Element("DOCUMENT_FRAGMENT")
        self.parts: set[Hashable] = set()
        self._open = [_Open(self.root, "", ("fragment",) if is_fragment else (), is_svg=False)]
        self._last: Element | None = None
        """The last closed child of the innermost open element. More text is added after it."""
        self._read(markup, self._after_doctype(markup, is_fragment=is_fragment))
        if len(self._open) > 1:
            raise _NotPlainError
        if not is_fragment:
            self._check_frame()

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

    def _check_frame(self) -> None:
        """Check that the page is one head and one body, and move the white space around them as HTML parsers do."""
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
