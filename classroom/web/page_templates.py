"""A Jinja environment for pages with faster output and calls.

A page prints and calls hundreds of things. For each, Jinja converts the value to safe text, copies macro results three
times, and inspects the callable for markers.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from types import FunctionType, MethodType
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

_PLAIN = {FunctionType, MethodType}
"""Types that can be called directly, unless marked (`pass_context`)."""


def printed(value: object) -> str:
    """Return a value as page content: escaped, unless it is already markup.

    >>> printed("<b>"), printed("b"), printed(Markup("<b>")), printed(7)
    (Markup('&lt;b&gt;'), 'b', Markup('<b>'), '7')
    """
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is int or (kind is str and value.isalnum()):  # type: ignore[attr-defined]
        return str(value)
    return escape(value)


def call_macro(macro: Macro, *arguments: object) -> Markup:
    """Call a macro with positional arguments only."""
    few = macro._argument_count - len(arguments)  # noqa: SLF001  (Jinja offers no other way past `Macro.__call__`)
    if few < 0 or macro.caller or macro.catch_kwargs or macro.catch_varargs:
        markup = macro(*arguments)
    else:
        markup = macro._func(*arguments, *(missing,) * few)  # noqa: SLF001
    return markup if type(markup) is Markup else Markup(markup)  # noqa: S704  it was escaped when it was rendered


class PageCode(CodeGenerator):
    """Jinja's code generator, with output through `printed`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.printed(")
        else:
            super()._output_child_pre(node, frame, finalize)


class PageContext(Context):
    """Jinja's context, with a fast path for macros, functions, and methods that take nothing from the context."""

    def call(self, called: Callable[..., object], /, *args: object, **kwargs: object) -> object:
        """Call something from a template."""
        kind = type(called)
        if kind is not Macro and (kind not in _PLAIN or hasattr(called, "jinja_pass_arg")):
            return super().call(called, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        if kind is not Macro:
            return called(*args, **kwargs)
        if kwargs or not self.eval_ctx.autoescape:
            return called(self.eval_ctx, *args, **kwargs)
        return call_macro(called, *args)  # type: ignore[arg-type]


class PageEnvironment(Environment):
    """Flask's environment, sharing the globals between templates. Jinja copies them for each macro import."""

    code_generator_class = PageCode
    context_class = PageContext
    printed = staticmethod(printed)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return a template's globals, without a copy if it adds none of its own."""
        return super().make_globals(d) if d else self.globals
