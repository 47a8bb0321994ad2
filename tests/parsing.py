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
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, TypeAlias
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

_MAX_START_TAGS = 2_000
"""In a place. Forms have tokens, and links have ids."""

_DOCTYPE = re.compile(r"\s*<!doctype html>", re.ASCII | re.IGNORECASE)
_ATTRIBUTE = r"""\s+([^\s"'<>/=]+)(="[^"]*"|='[^']*')?"""
_ATTRIBUTES = re.compile(_ATTRIBUTE, re.ASCII)
_TAG = re.compile(rf"<(/?)([a-z][a-z0-9-]*)((?:{_ATTRIBUTE})*)\s*(/?)>", re.ASCII | re.IGNORECASE)
_ANY_TAG = re.compile(r"""(<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>)""")
"""Each match of `_TAG`, and more."""
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
        self.page = _Place("", ())
        self.fragment = _Place("", ("fragment",))
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
        plain.set_valid()
        return plain.root, []
    root, errors = parse_strictly(markup, is_fragment=is_fragment)
    if not errors and same(root, plain.root):
        _sound().add(plain.parts)
        plain.set_valid()
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


@functools.lru_cache(20_000)
def _read_attributes(name: str, source: str) -> tuple[dict[str, str], frozenset[Hashable]]:
    """Return the attributes of a start tag, and its parts."""
    found = _ATTRIBUTES.findall(source)
    attributes = {key: unescape(value[2:-1]) for key, value in found}
    if len(attributes) < len(found):
        raise _NotPlainError
    parts: set[Hashable] = {(name, key, bool(value)) for key, value in found}
    return attributes, frozenset(parts | _references(source, "attribute"))


def _references(text: str, where: str) -> set[Hashable]:
    return {(where, reference) for reference in _REFERENCE.findall(text)} if "&" in text else set()


class _Place:
    """The elements with the same names around them. Pages are alike, so each start tag is read once in a place."""

    def __init__(self, name: str, path: tuple[str, ...], *, is_svg: bool = False) -> None:
        self.name = name
        self.path = path
        """How an HTML parser treats the elements around it, and the element."""
        self.is_svg = is_svg
        self.end_tag = f"</{name}>"
        self.has_references = name not in _NO_REFERENCES
        self.has_text = False
        """Whether html5lib has found text there valid."""
        self._start_tags: dict[str, _StartTag] = {}
        self._places: dict[str, _Place] = {}

    def start_tag(self, source: str) -> _StartTag:
        """Read a start tag of an element in this place."""
        return self._start_tags.get(source) or self._read(source)

    def _read(self, source: str) -> _StartTag:
        tag = _TAG.fullmatch(source)
        if not tag or tag[1] or self.name in _RAW:
            raise _NotPlainError
        name, is_closed = tag[2], bool(tag[6])
        is_svg = self.is_svg or name == "svg"
        is_empty = name in _VOID or (is_svg and is_closed)
        if is_closed and not is_empty:
            raise _NotPlainError
        attributes, parts = _read_attributes(name, tag[3])
        kind = f"{name} {attributes.get('type', '').casefold()}" if name == "input" else name
        if kind not in self._places:
            self._places[kind] = _Place(name, (*self.path, kind), is_svg=is_svg)
        inside = self._places[kind]
        parts |= {(inside.path, is_closed)}
        read = _StartTag(_SVG + name if is_svg else name, attributes, parts, None if is_empty else inside)
        if len(self._start_tags) < _MAX_START_TAGS:
            self._start_tags[source] = read
        return read


@dataclass
class _StartTag:
    name: str
    attributes: dict[str, str]
    parts: frozenset[Hashable]
    inside: _Place | None
    """None if the element has no content and no end tag."""
    is_valid: bool = False
    """Whether html5lib has found its parts valid."""


class _Plain:
    """A page as the small parser reads it."""

    def __init__(self, markup: str, *, is_fragment: bool) -> None:
        markup = markup.replace("\r\n", "\n")  # as HTML parsers do; WTForms writes \r\n into each <textarea>
        if _ODD.search(markup):
            raise _NotPlainError
        self.root = Element("DOCUMENT_FRAGMENT")
        self._new_tags: list[_StartTag] = []
        self._new_texts: list[_Place] = []
        self._references: set[Hashable] = set()
        place = _sound().fragment if is_fragment else _sound().page
        self._read(place, _ANY_TAG.split(markup[self._after_doctype(markup, is_fragment=is_fragment) :]))
        if not is_fragment:
            self._check_frame()

    @property
    def parts(self) -> set[Hashable]:
        """What html5lib must have found valid, except what it surely has."""
        texts = {(place.path, "text") for place in self._new_texts}
        return texts.union(self._references, *(tag.parts for tag in self._new_tags))

    def set_valid(self) -> None:
        """Note that html5lib has found all parts valid."""
        for tag in self._new_tags:
            tag.is_valid = True
        for place in self._new_texts:
            place.has_text = True

    def _after_doctype(self, markup: str, *, is_fragment: bool) -> int:
        doctype = None if is_fragment else _DOCTYPE.match(markup)
        if doctype is None and not is_fragment:
            raise _NotPlainError
        return doctype.end() if doctype else 0

    def _read(self, place: _Place, pieces: list[str]) -> None:
        """Build the tree from texts and tags by turns."""
        element, last = self.root, None
        around: list[tuple[_Place, Element]] = []
        for text, source in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            if text:
                self._add_text(text, place, element, last)
            if source == place.end_tag or _is_end_tag(source, place):
                last = element
                if not around:
                    raise _NotPlainError
                place, element = around.pop()
            elif source:
                tag = place.start_tag(source)
                if not tag.is_valid:
                    self._new_tags.append(tag)
                last = SubElement(element, tag.name, tag.attributes)
                if tag.inside:
                    around.append((place, element))
                    place, element, last = tag.inside, last, None
        if around:
            raise _NotPlainError

    def _add_text(self, text: str, place: _Place, element: Element, last: Element | None) -> None:
        """Add text to an element, behind its last child."""
        if "<" in text:
            raise _NotPlainError
        if not place.has_text and text.strip(" \t\n"):
            if place.path in {(), ("html",)}:
                raise _NotPlainError
            self._new_texts.append(place)
        if "&" in text:
            self._references |= _references(text, "text")
            if place.has_references:
                text = unescape(text)
        if last is not None:
            last.tail = (last.tail or "") + text
        else:
            is_dropped = place.name in _NEWLINE_FIRST and not element.text and text.startswith("\n")
            element.text = text.removeprefix("\n") if is_dropped else text

    def _check_frame(self) -> None:
        """Check that the page is one head and one body, and move the white space around them as HTML parsers do."""
        if [one.tag for one in self.root] != ["html"] or [one.tag for one in self.root[0]] != ["head", "body"]:
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


def _is_end_tag(source: str, place: _Place) -> bool:
    """Tell whether a tag with spaces is the end tag of a place."""
    return source.startswith("</") and re.sub(r"\s*>$", ">", source, flags=re.ASCII) == place.end_tag
