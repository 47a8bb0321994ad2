"""Find the texts of the code and of the templates: those that are marked for translation, and those that are not."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
from babel.util import pathmatch
from jinja2 import Environment, FileSystemLoader, nodes

from tests.guards.files import ROOT, project_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEYWORDS = {**DEFAULT_KEYWORDS, "lazy_gettext": None, "lazy_pgettext": ((1, "c"), 2)}
"""The functions that `make messages` extracts, as in the Makefile."""
TRANSLATORS = {"_", "gettext", "lazy_gettext", "pgettext", "lazy_pgettext", "ngettext", "npgettext"}
_CONTEXT_FIRST = {"pgettext", "lazy_pgettext", "npgettext"}
TWO_FORMS = {"ngettext", "npgettext"}
_SHOWN = {"flash", "ValidationError", "StopValidation", "DataRequired", "InputRequired", "FileRequired", "FileAllowed"}
"""Functions whose texts are shown, besides the fields of forms."""
_SHOWN_KEYWORDS = {"label", "description", "message"}
_READ_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-valuetext", "label"}
_NOT_READ = {"code", "pre", "script", "style"}
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = re.compile(r"[^\W\d_]{2,}[,:;.!?…]? [^\W\d_]")
_VALUE = "\0"
"""Stands for what a template computes."""


@dataclass(frozen=True)
class Message:
    """A text that is marked for translation."""

    context: str | None
    forms: tuple[str, ...]
    """One, or singular and plural."""

    @property
    def id(self) -> str | tuple[str, ...]:
        """The key in a Babel catalog."""
        return self.forms[0] if len(self.forms) == 1 else self.forms


def name_of(path: Path) -> str:
    """Return the path within the project, with slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def messages() -> dict[Message, frozenset[str]]:
    """Extract all messages, each with the files that have it."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    found: dict[Message, set[str]] = {}
    for path in project_files(".py", ".html"):
        name = name_of(path)
        mapping = next((one for one in mappings if pathmatch(one["pattern"], name)), None)
        if mapping is None:
            continue
        options = {key: value for key, value in mapping.items() if key not in {"method", "pattern"}}
        for _, text, _, context in extract_from_file(mapping["method"], path, KEYWORDS, options=options):
            forms = text if isinstance(text, tuple) else (text,)
            found.setdefault(Message(context, forms), set()).add(name)
    return {message: frozenset(names) for message, names in found.items()}


def placeholders(text: str) -> set[str]:
    """Find the named placeholders of a message."""
    return set(re.findall(r"%\((\w+)\)[a-z]", text))


def tags(text: str) -> list[str]:
    """Find the HTML tags of a message."""
    return sorted(re.findall(r"</?\w+", text))


def template_files() -> list[Path]:
    """List all templates, the demo's among them."""
    return [path for path in project_files(".html") if "/templates/" in f"/{name_of(path)}"]


def texts_of_template(path: Path) -> list[str]:
    """Find the visible texts of a template that are not marked for translation."""
    environment = Environment(loader=FileSystemLoader(ROOT), extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.policies["ext.i18n.trimmed"] = True
    tree = environment.parse(path.read_text(encoding="utf-8"))
    reader = _Reader()
    reader.feed(re.sub(rf"(</?\w*){_VALUE}+", r"\1", "".join(_pieces(tree))))
    reader.close()
    return [*reader.found, *(text for text in _strings(tree) if _WORDS.search(text))]


def _pieces(node: nodes.Node) -> Iterator[str]:
    """Yield a template's markup in order: both branches of each condition, and `_VALUE` for each expression."""
    if isinstance(node, nodes.Block) and node.name == "body_class":
        return
    if isinstance(node, nodes.Output):
        for one in node.nodes:
            yield one.data if isinstance(one, nodes.TemplateData) else _VALUE
    else:
        for child in node.iter_child_nodes():
            yield from _pieces(child)


def _strings(node: nodes.Node) -> Iterator[str]:
    """Yield the strings in a template's expressions that are not passed to a translating function."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name in TRANSLATORS:
        for value in node.kwargs:
            yield from _strings(value)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    for child in node.iter_child_nodes():
        yield from _strings(child)


class _Reader(HTMLParser):
    """Collects text and visible attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check the attributes."""
        if tag in _NOT_READ:
            self._skipped.append(tag)
        for name, value in attrs:
            is_read = name in _READ_ATTRIBUTES and _LETTER.search(value or "")
            if is_read or (name.startswith("data-") and _WORDS.search(value or "")):
                self.found.append(f'{name}="{value}"'.replace(_VALUE, "{}"))

    def handle_endtag(self, tag: str) -> None:
        """Resume collecting text."""
        if tag in self._skipped:
            self._skipped.remove(tag)

    def handle_data(self, data: str) -> None:
        """Check a text."""
        if not self._skipped and _LETTER.search(data):
            self.found.extend(line.strip().replace(_VALUE, "{}") for line in data.splitlines() if _LETTER.search(line))


@cache
def calls(path: Path) -> list[tuple[ast.Call, str]]:
    """List the calls in a module, with the names of their functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [(node, _called(node)) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def translating_calls(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Yield each call of a translating function, with its arguments that are messages or contexts."""
    for call, name in calls(path):
        if isinstance(call.func, ast.Name) and name in TRANSLATORS:
            yield call, call.args[: 1 + (name in _CONTEXT_FIRST) + (name in TWO_FORMS)]


def shown_strings(path: Path) -> list[str]:
    """Find visible strings of a module that are not marked for translation."""
    found = []
    for call, name in calls(path):
        if name in _SHOWN or name.endswith("Field"):
            given = [*call.args, *(one.value for one in call.keywords if one.arg in _SHOWN_KEYWORDS)]
            found += [ast.unparse(one) for one in given[:3] if _is_text(one)]
    return [text for text in found if _WORDS.search(text) or text[1:2].isupper()]


def loose_strings(path: Path) -> list[str]:
    """Find sentences of a module that are not marked for translation: joined, stored in a table, or returned."""
    found: list[str] = []
    _Sentences(found).visit(ast.parse(path.read_text(encoding="utf-8")))
    return found


class _Sentences(ast.NodeVisitor):
    """Collects strings with at least two words, except documentation, logs, and errors for developers."""

    def __init__(self, found: list[str]) -> None:
        self._found = found

    def visit_Expr(self, node: ast.Expr) -> None:
        """Skip a docstring."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Skip a type annotation."""
        if getattr(node.annotation, "id", "") != "TypeAlias":
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Check only errors with a visible text."""
        if isinstance(node.exc, ast.Call) and _called(node.exc) in _SHOWN:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Skip texts that are translated, logged, or part of an SQL statement."""
        if _called(node) in TRANSLATORS:
            for one in node.keywords:
                self.visit(one.value)
        elif _called(node) not in {"warning", "error", "info", "exception", "text", "cast"}:
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Check a string that is neither an address nor a page."""
        if isinstance(node.value, str) and _WORDS.search(node.value) and not node.value.startswith(("/", "<!")):
            self._found.append(node.value)


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))
