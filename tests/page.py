"""A response as a parsed page, with its text, forms, and links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from tests.page_lint import find_faults, text_of
from tests.parsing import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.test import TestResponse

CHOICES = {"radio", "checkbox"}
EMPTY_PAGE = "<!doctype html><html><head></head><body></body></html>"
"""Parsed in place of a response without HTML."""


@dataclass(frozen=True)
class Form:
    """A form on a page."""

    action: str
    method: str
    fields: dict[str, str | list[str]]
    """What the browser sends if no one types anything, without buttons."""
    clickable: frozenset[str]
    """Names that a click can add: of buttons, radio buttons, and checkboxes."""


class Page:
    """One response. If it is not HTML, it has no elements, only `data`."""

    def __init__(self, answer: TestResponse, *, is_fragment: bool = False) -> None:
        self.answer = answer
        self.status = answer.status_code
        self.address = answer.request.path
        self.redirect = answer.location
        self.headers = answer.headers
        self.data = answer.data
        self.is_fragment = is_fragment
        is_html = answer.mimetype == "text/html" and bool(answer.data) and self.redirect is None
        self.html = answer.text if is_html else ""
        self.root, self.parse_errors = parse(self.html or EMPTY_PAGE, is_fragment=is_fragment)

    def lint(self) -> None:
        """Fail if the page breaks a rule of `tests.page_lint`."""
        if self.html:
            faults = find_faults(self.root, is_fragment=self.is_fragment) + self.parse_errors
            assert not faults, f"{self.address}:\n" + "\n".join(faults)

    @property
    def text(self) -> str:
        """The readable text of the body, with single spaces."""
        body = self.root.find("body")
        return text_of(self.root if body is None else body)

    @property
    def title(self) -> str:
        """The page's title."""
        return text_of(self.one("title"))

    @property
    def heading(self) -> str:
        """The page's h1."""
        return text_of(self.one("h1"))

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Find all elements with these attributes. ``class_`` is one of an element's classes."""
        wanted_class = attributes.pop("class_", None)
        return [
            one
            for one in self.root.iter(tag)
            if all(one.get(name) == value for name, value in attributes.items())
            and (wanted_class is None or wanted_class in one.get("class", "").split())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        """Find the only element with these attributes."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} × <{tag}> with {attributes} on {self.address}"
        return found[0]

    def link(self, text: str) -> str:
        """Return the address of the link with this text."""
        found = {one.get("href", "") for one in self.root.iter("a") if text_of(one) == text}
        assert len(found) == 1, f"{len(found)} links {text!r}, of {sorted(map(text_of, self.root.iter('a')))}"
        return found.pop()

    def forms(self) -> list[Form]:
        """Return all forms of the page."""
        return [self._form(one) for one in self.root.iter("form")]

    def form(self, action: str | None = None) -> Form:
        """Return the only form whose action ends with ``action``; without it, the only one in ``<main>``.

        A button outside of its form counts as a form with the button's ``formaction``.
        """
        if action is None:
            main = self.root.find(".//main")
            forms = [self._form(one) for one in (self.root if main is None else main).iter("form")]
        else:
            buttons = [one for one in self.root.iter("button") if one.get("form") and one.get("formaction")]
            outside = [self._sent_by(one) for one in buttons if one.get("disabled") is None]
            forms = [form for form in [*self.forms(), *outside] if form.action.partition("?")[0].endswith(action)]
        assert len(forms) == 1, f"{len(forms)} forms for {action!r}, of {[one.action for one in self.forms()]}"
        return forms[0]

    def form_with(self, button: str) -> Form:
        """Return the only form with a button with this text. The value of a button outside of its form is added."""
        found = [one for one in self.root.iter("form") if button in map(text_of, one.iter("button"))]
        outside = [one for one in self.root.iter("button") if one.get("form") and text_of(one) == button]
        assert len(found) + len(outside) == 1, f"{len(found) + len(outside)} forms with a button {button!r}"
        if found:
            return self._form(found[0])
        (pressed,) = outside
        return self._sent_by(pressed)

    def _sent_by(self, pressed: Element) -> Form:
        form = self._form(self.one("form", id=pressed.get("form", "")))
        sent = {pressed.get("name", ""): pressed.get("value", "")} if pressed.get("name") else {}
        return replace(form, action=pressed.get("formaction", form.action), fields={**form.fields, **sent})

    def _form(self, form: Element) -> Form:
        fields: dict[str, str | list[str]] = {}
        beside = (one for one in self.root.iter() if one.get("form") == form.get("id", "") and one.tag != "button")
        for name, value in chain(_values(form), *map(_values, beside)):
            earlier = fields.get(name)
            if earlier is None:
                fields[name] = value
            else:
                fields[name] = [*earlier, value] if isinstance(earlier, list) else [earlier, value]
        buttons = frozenset(one.get("name", "") for one in form.iter("button"))
        choices = frozenset(one.get("name", "") for one in form.iter("input") if one.get("type") in CHOICES)
        action = form.get("action") or self.address
        return Form(action, form.get("method", "get").upper(), fields, buttons | choices)


def _values(form: Element) -> Iterator[tuple[str, str]]:
    for one in form.iter():
        name = one.get("name")
        if not name or one.get("disabled") is not None:
            continue
        if one.tag == "textarea":
            yield name, one.text or ""
        elif one.tag == "select":
            options = list(one.iter("option"))
            chosen = [option for option in options if option.get("selected") is not None] or options[:1]
            for option in chosen:
                yield name, option.get("value", text_of(option))
        elif one.tag == "input":
            is_choice = one.get("type") in CHOICES
            if not is_choice or one.get("checked") is not None:
                yield name, one.get("value", "on" if is_choice else "")
