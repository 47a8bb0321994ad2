"""Every template compiles, is named for what it is, refers to what exists, and holds no code."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jinja2 import nodes

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
    "classroom/i18n/templates.py": "texts of the code and of its catalogs; what is put into them is escaped",
    "classroom/presenters/words.py": "marks a name up and escapes it: `bdi`",
    "classroom/web/login_cards.py": "puts rendered cards, each in its language, into the page",
    "classroom/web/once.py": "gives again what a template has rendered and escaped",
    "templates/macros/frame.html": "repeats an empty element as often as a player has cards: nothing of anyone's",
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
    """One app for all of these tests: nothing here touches its database."""
    made = create_app(instance_path=tmp_path_factory.mktemp("templates"))
    made.jinja_env.bytecode_cache = COMPILED  # what another test has compiled need not be compiled again
    yield made
    made.extensions["bus"].close()


def test_there_are_templates() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_compiles(app: Flask, name: str) -> None:
    app.jinja_env.get_template(name)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(PARTS)])
def test_a_page_has_a_title_and_a_fragment_an_underscore(app: Flask, name: str) -> None:
    tree = _tree(app, name)
    is_page = any(tree.find_all(nodes.Extends))
    has_underscore = name.rpartition("/")[2].startswith("_")
    assert has_underscore != is_page, "a fragment's name begins with an underscore, a page's does not"
    if is_page:
        assert "title" in {block.name for block in tree.find_all(nodes.Block)}


@pytest.mark.parametrize("name", NAMES)
def test_holds_no_code(name: str) -> None:
    source = _without_comments((FOLDER / name).read_text(encoding="utf-8"))
    found = {what: match.group() for what, pattern in FORBIDDEN.items() if (match := re.search(pattern, source))}
    assert found == {}


@pytest.mark.parametrize("name", NAMES)
def test_imports_exist_and_are_used(app: Flask, name: str) -> None:
    tree = _tree(app, name)
    used = {one.name for one in tree.find_all(nodes.Name)}
    for statement in tree.find_all(nodes.FromImport):
        assert isinstance(statement.template, nodes.Const)
        offered = {macro.name for macro in _tree(app, statement.template.value).find_all(nodes.Macro)}
        for wanted in statement.names:
            source_name, local_name = wanted if isinstance(wanted, tuple) else (wanted, wanted)
            assert source_name in offered, f"{statement.template.value} has no macro {source_name}"
            assert local_name in used, f"{local_name} is imported and never used"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(app: Flask, name: str) -> None:
    for call in _tree(app, name).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name != "url_for":
            continue
        (endpoint, *_) = call.args
        if not isinstance(endpoint, nodes.Const):
            continue
        assert endpoint.value in app.view_functions, f"there is no endpoint {endpoint.value}"
        for argument in call.kwargs:
            if argument.key == "filename" and isinstance(argument.value, nodes.Const):
                assert argument.value.value in load_assets(ROOT / "static"), argument.value.value


def test_every_template_is_used(app: Flask) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "classroom").rglob("*.py"))
    patterns = [
        ".*".join(map(re.escape, re.split(r"\{[^}]*\}", address))) for address in re.findall(r'"([^"\n]*\.html)"', code)
    ]
    used = {name for name in NAMES if any(re.fullmatch(pattern, name) for pattern in patterns)}
    for name in NAMES:
        used |= set(_templates_named_in(_tree(app, name)))
    assert set(NAMES) - used == set()


def test_escaping_is_switched_off_only_for_a_reason() -> None:
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
