"""Every template compiles, follows the naming rules, refers only to what exists, and contains no code."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jinja2 import TemplateError, nodes

from classroom.app import create_app
from classroom.web.assets import load_assets
from tests.template_cache import COMPILED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "templates"
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
PARTS = ("layouts/", "macros/")
"""Folders of templates that are neither pages nor fragments."""

SAFE: dict[str, str] = {
    "classroom/i18n/sentences.py": "removes a period between escaped values and texts",
    "classroom/i18n/templates.py": "texts from the code and the catalogs; inserted values are escaped",
    "classroom/presenters/words.py": "escapes a name and puts it in a `bdi` element",
    "classroom/web/form_tokens.py": "a placeholder for a token, which no escaped text can equal",
    "classroom/web/login_cards.py": "inserts rendered cards, each in its language, into the page",
    "classroom/web/page_templates.py": "inserts rendered and escaped parts of templates, and escapes everything else",
    "templates/macros/frame.html": "repeats an empty element for each card of a player, without any user's text",
}
"""Templates and modules that switch off escaping, each with its reason."""

FORBIDDEN = {
    "inline style": r"<style\b|\sstyle\s*=",
    "inline handler": r"<[^>]*\son[a-z]+\s*=|hx-on\b",
    "inline script": r"<script\b(?![^>]*\ssrc=)|javascript:",
    "code for htmx": r"""hx-(?:vals|headers|confirm)[^=]*=["']js:|hx-trigger="[^"]*\[""",
    "another host": r"""(?:src|href|action|hx-get|hx-post)\s*=\s*["'](?:https?:)?//""",
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Create one app for all of these tests. None of them uses its database."""
    made = create_app(instance_path=tmp_path_factory.mktemp("templates"))
    made.jinja_env.bytecode_cache = COMPILED  # don't compile again what another test has compiled
    yield made
    made.extensions["bus"].close()


def test_there_are_templates() -> None:
    assert NAMES


def test_all_templates_compile(app: Flask) -> None:
    faults = {}
    for name in NAMES:
        try:
            app.jinja_env.get_template(name)
        except TemplateError as error:
            faults[name] = repr(error)
    assert faults == {}


def test_a_page_has_a_title_and_a_fragment_an_underscore(app: Flask) -> None:
    misnamed, untitled = [], []
    for name in NAMES:
        tree = _tree(app, name)
        is_page = any(tree.find_all(nodes.Extends))
        if not name.startswith(PARTS) and is_page is name.rpartition("/")[2].startswith("_"):
            misnamed.append(name)
        if is_page and not name.startswith(PARTS) and "title" not in {one.name for one in tree.find_all(nodes.Block)}:
            untitled.append(name)
    assert misnamed == [], "a fragment's name begins with an underscore, a page's does not"
    assert untitled == []


def test_no_template_contains_code() -> None:
    found = {}
    for name in NAMES:
        source = _without_comments((FOLDER / name).read_text(encoding="utf-8"))
        for what, pattern in FORBIDDEN.items():
            if match := re.search(pattern, source):
                found[name, what] = match.group()
    assert found == {}


def test_imports_exist_and_are_used(app: Flask) -> None:
    missing, unused = [], []
    for name in NAMES:
        tree = _tree(app, name)
        used = {one.name for one in tree.find_all(nodes.Name)}
        for statement in tree.find_all(nodes.FromImport):
            assert isinstance(statement.template, nodes.Const)
            source = statement.template.value
            macros = {macro.name for macro in _tree(app, source).find_all(nodes.Macro)}
            for wanted in statement.names:
                source_name, local_name = wanted if isinstance(wanted, tuple) else (wanted, wanted)
                if source_name not in macros:
                    missing.append(f"{name}: {source} has no macro {source_name}")
                if local_name not in used:
                    unused.append(f"{name}: {local_name}")
    assert missing == []
    assert unused == []


def test_links_lead_to_existing_endpoints_and_files(app: Flask) -> None:
    assets = load_assets(ROOT / "static")
    missing = []
    for name in NAMES:
        for call in _tree(app, name).find_all(nodes.Call):
            if not isinstance(call.node, nodes.Name) or call.node.name != "url_for":
                continue
            (endpoint, *_) = call.args
            if not isinstance(endpoint, nodes.Const):
                continue
            values = (argument.value for argument in call.kwargs if argument.key == "filename")
            files = [value.value for value in values if isinstance(value, nodes.Const)]
            if endpoint.value not in app.view_functions:
                missing.append(f"{name}: there is no endpoint {endpoint.value}")
            missing += [f"{name}: there is no file {file}" for file in files if file not in assets]
    assert missing == []


def test_every_template_is_used(app: Flask) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "classroom").rglob("*.py"))
    patterns = [
        ".*".join(map(re.escape, re.split(r"\{[^}]*\}", address))) for address in re.findall(r'"([^"\n]*\.html)"', code)
    ]
    used = {name for name in NAMES if any(re.fullmatch(pattern, name) for pattern in patterns)}
    for name in NAMES:
        used |= set(_templates_named_in(_tree(app, name)))
    assert set(NAMES) - used == set()


def test_escaping_is_turned_off_only_for_a_reason() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in [*FOLDER.rglob("*.html"), *(ROOT / "classroom").rglob("*.py")]
        if re.search(
            r"\|\s*safe\b|\bautoescape\b(?!=True)|\bMarkup\(|render_template_string", path.read_text(encoding="utf-8")
        )
    }
    assert found == set(SAFE)


@functools.cache
def _tree(app: Flask, name: str) -> nodes.Template:
    return app.jinja_env.parse((FOLDER / name).read_text(encoding="utf-8"), name)


def _templates_named_in(tree: nodes.Template) -> Iterator[str]:
    statement: Any
    for statement in tree.find_all((nodes.Extends, nodes.Include, nodes.FromImport, nodes.Import)):
        yield from (constant.value for constant in statement.template.find_all(nodes.Const))
        if isinstance(statement.template, nodes.Const):
            yield statement.template.value


def _without_comments(source: str) -> str:
    return re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)
