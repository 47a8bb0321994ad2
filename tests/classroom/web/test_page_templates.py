"""Templates call functions as Jinja does, also by the fast path, with the arguments that each function expects."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from jinja2 import DictLoader, StrictUndefined, UndefinedError, pass_context, pass_environment, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from markupsafe import Markup

from classroom.web.page_templates import PageEnvironment


class Room:
    """Something with a method."""

    def holds(self, number: int, *, more: int = 0) -> int:
        """Take a number."""
        return number + more


class Door:
    """A callable that needs the context."""

    @pass_context
    def __call__(self, context: Context, name: str) -> str:
        """Look up a name."""
        return f"door {context[name]}"


@pass_context
def _from_context(context: Context, name: str) -> str:
    return f"context {context[name]}"


@pass_environment
def _from_environment(environment: PageEnvironment) -> str:
    return f"environment {isinstance(environment, PageEnvironment)}"


@pass_eval_context
def _from_eval_context(evaluated: EvalContext) -> str:
    return f"escapes {evaluated.autoescape}"


@pytest.fixture(scope="module")
def environment() -> PageEnvironment:
    app = Flask(__name__)
    environment = PageEnvironment(app, undefined=StrictUndefined, autoescape=app.select_jinja_autoescape)
    environment.globals.update(
        plain=lambda *names, **named: f"{len(names)} and {len(named)}",
        from_context=_from_context,
        from_environment=_from_environment,
        from_eval_context=_from_eval_context,
        door=Door(),
        room=Room(),
    )
    return environment


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ plain(1, two=2) }}", "1 and 1"),
        ("{% for one in [1, 2] %}{{ plain(one) }}{% endfor %}", "1 and 01 and 0"),
        ("{{ plain(1, class=2, *[3], **{'four': 4}) }}", "2 and 2"),
        ("{{ plain(class=2) }}", "0 and 1"),
        ("{% set plain = room.holds %}{{ plain(1) }}", "1"),
        ("{% macro each(plain) %}{{ plain(5) }}{% endmacro %}{{ each(room.holds) }}", "5"),
        ("{% for plain in [room.holds] %}{{ plain(6) }}{% endfor %}{{ plain() }}", "60 and 0"),
        ("{{ room.holds(1, more=2) }}", "3"),
        ("{{ from_context('name') }}", "context Ada"),
        ("{{ from_environment() }}", "environment True"),
        ("{{ from_eval_context() }}", "escapes True"),
        ("{{ door('name') }}", "door Ada"),
        ("{% macro bold(text) %}<b>{{ text }}</b>{% endmacro %}{{ bold('<i>') }}", "<b>&lt;i&gt;</b>"),
        ("{% macro twice() %}{{ caller() }}{{ caller() }}{% endmacro %}{% call twice() %}<{% endcall %}", "<<"),
        ("{% macro each(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{% for x in [1] %}{{ each(x, b=3) }}{% endfor %}", "13"),
    ],
)
def test_functions_get_the_context_they_ask_for(environment: PageEnvironment, source: str, text: str) -> None:
    assert environment.from_string("{% autoescape true %}" + source + "{% endautoescape %}").render(name="Ada") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<b> & \"c\" 'd'", "&lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;"),
        ("7 × 8", "7 × 8"),
        (Markup("<b>"), "<b>"),
        (Path("<i>"), "&lt;i&gt;"),
        (True, "True"),
        (None, "None"),
        (7, "7"),
    ],
)
def test_output_is_escaped_unless_it_is_markup(environment: PageEnvironment, value: object, text: str) -> None:
    templates = {"page.html": "{{ value }}", "letter.txt": "{{ value }}"}
    environment.loader = DictLoader(templates)
    assert environment.get_template("page.html").render(value=value) == text
    assert environment.get_template("letter.txt").render(value=value) == str(value)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ room.name }}", "Hall"),
        ("{{ room.door.name }}", "Oak"),
        ("{{ {'name': room}.name.door.name }}", "Oak"),
        ("{{ {'name': 'item'}.name }}", "item"),
        ("{{ {'items': 'item'}.items()|length }}", "1"),
        ("{{ room.window is defined }}{{ room.name is defined }}", "FalseTrue"),
        ("{{ room.window }}", None),
        ("{{ nothing.name }}", None),
    ],
)
def test_attributes_are_looked_up_like_in_jinja(environment: PageEnvironment, source: str, text: str | None) -> None:
    template = environment.from_string(source)
    room = SimpleNamespace(name="Hall", door=SimpleNamespace(name="Oak"))
    if text is None:
        with pytest.raises(UndefinedError):
            template.render(room=room)
    else:
        assert template.render(room=room) == text


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("each(1, 2)", "1 and 2"),
        ("each(1)", "1 and two"),
        ("each()", "one and two"),
        ("each('<')", "&lt; and two"),
        ("all_of(1, 2)", "(1, 2)"),
        ("named_of(more=1)", "{&#39;more&#39;: 1}"),
        ("framed()", "[]"),
    ],
)
def test_macros_get_their_arguments_like_in_jinja(environment: PageEnvironment, call: str, text: str) -> None:
    macros = (
        "{% macro each(a='one', b='two') %}{{ a }} and {{ b }}{% endmacro %}"
        "{% macro all_of() %}{{ varargs }}{% endmacro %}{% macro named_of() %}{{ kwargs }}{% endmacro %}"
        "{% macro framed() %}[{{ caller() if caller is defined else '' }}]{% endmacro %}"
    )
    assert environment.from_string(macros + "{{ " + call + " }}").render() == text
    assert environment.from_string(macros + "{% for _ in [1] %}{{ " + call + " }}{% endfor %}").render() == text


def test_a_macro_takes_no_more_arguments_than_it_has(environment: PageEnvironment) -> None:
    with pytest.raises(TypeError, match="takes not more than"):
        environment.from_string("{% macro each(a) %}{{ a }}{% endmacro %}{{ each(1, 2) }}").render()
