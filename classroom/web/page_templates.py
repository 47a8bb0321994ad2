"""How Jinja compiles and runs the templates of pages: as ever, but by short ways.

A page prints and calls hundreds of things. Jinja makes a safe text of each, copies what macros give three times, and
looks at whatever is called for marks of what it takes.
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
"""What can be called as it is, unless it is marked (`pass_context`)."""


def printed(value: object) -> str:
    """Give what stands on a page for a value: escaped, unless it is markup already.

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
    """Call a macro of a page, none of whose arguments is named."""
    few = macro._argument_count - len(arguments)  # noqa: SLF001  (Jinja offers no other way past `Macro.__call__`)
    if few < 0 or macro.caller or macro.catch_kwargs or macro.catch_varargs:
        markup = macro(*arguments)
    else:
        markup = macro._func(*arguments, *(missing,) * few)  # noqa: SLF001
    return markup if type(markup) is Markup else Markup(markup)  # noqa: S704  it was escaped when it was rendered


class PageCode(CodeGenerator):
    """Jinja's, but what is printed goes through `printed`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.printed(")
        else:
            super()._output_child_pre(node, frame, finalize)


class PageContext(Context):
    """Jinja's, with a short way to macros, functions, and methods that take nothing of the context."""

    def call(self, called: Callable[..., object], /, *args: object, **kwargs: object) -> object:
        """Call what a template calls."""
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
    """Flask's, with the same globals for all templates. Jinja goes through a copy at each import of a macro."""

    code_generator_class = PageCode
    context_class = PageContext
    printed = staticmethod(printed)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Give the globals of a template, which adds none of its own."""
        return super().make_globals(d) if d else self.globals
