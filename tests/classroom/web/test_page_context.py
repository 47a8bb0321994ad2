"""Templates call what they call as Jinja does: by the short way too, with what each function asks for."""

from __future__ import annotations

import pytest
from flask import Flask
from jinja2 import StrictUndefined, pass_context, pass_environment, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.runtime import Context

from classroom.web.once import PageEnvironment


class Room:
    """Something with a method."""

    def holds(self, number: int, *, more: int = 0) -> int:
        """Take a number."""
        return number + more


class Door:
    """Something that can be called, and wants the context."""

    @pass_context
    def __call__(self, context: Context, name: str) -> str:
        """Look a name up."""
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
    environment = PageEnvironment(Flask(__name__), undefined=StrictUndefined)
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
def test_what_a_template_calls_gets_what_it_asks_for(environment: PageEnvironment, source: str, text: str) -> None:
    assert environment.from_string("{% autoescape true %}" + source + "{% endautoescape %}").render(name="Ada") == text
