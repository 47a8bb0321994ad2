"""A Jinja environment for pages with faster output and calls.

A page prints and calls hundreds of things. For each, Jinja converts the value to safe text, copies macro results three
times, and inspects the callable for markers.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import cached_property
from keyword import iskeyword
from types import FunctionType, MethodType
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.idtracking import VAR_LOAD_ALIAS, VAR_LOAD_RESOLVE
from jinja2.nodes import Call, Expr, Getattr, Name
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

_MARK = "jinja_pass_arg"
"""Attribute of functions that take something from the context (`pass_context`)."""
_PLAIN = {FunctionType, MethodType}
"""Types that can be called directly, unless marked."""
_as_markup = str.__new__


def printed(value: object) -> str:
    """Return a value as page content: escaped, unless it is already markup.

    >>> printed("<b>"), printed("b"), printed(Markup("<b>")), printed(7)
    ('&lt;b&gt;', 'b', Markup('<b>'), '7')
    """
    if type(value) is str:
        return str(_escape_inner(value))  # as `escape`, which would also copy the text
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else escape(value)


def call_macro(macro: Macro, *arguments: object) -> Markup:
    """Call a macro with positional arguments only."""
    few = macro._argument_count - len(arguments)  # noqa: SLF001  (Jinja offers no other way past `Macro.__call__`)
    if few < 0 or macro.caller or macro.catch_kwargs or macro.catch_varargs:
        markup = macro(*arguments)
    else:
        markup = macro._func(*arguments, *(missing,) * few)  # noqa: SLF001
    return markup if type(markup) is Markup else _as_markup(Markup, markup)  # it was escaped when it was rendered


class PageCode(CodeGenerator):
    """Jinja's code generator, with fast paths for output, attributes, and the functions that all templates have.

    The generated code holds values in `v` and `of` within an expression; no name of Jinja's is so short.
    """

    environment: PageEnvironment

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802  Jinja's name
        """Ask the object directly. Only if it has no such attribute, call `environment.getattr`, which is slower."""
        self.write("(v if (v := getattr((of := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr(of, {node.attr!r}))")

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802, FBT001, FBT002
        """Call a function of all templates directly, not through `Context.call`."""
        named = all(one.key.isidentifier() and not iskeyword(one.key) for one in node.kwargs)
        if not self._is_function(node.node, frame) or forward_caller or node.dyn_args or node.dyn_kwargs or not named:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for one in (*node.args, *node.kwargs):
            self.visit(one, frame)
            self.write(", ")
        self.write(")")

    def enter_frame(self, frame: Frame) -> None:
        """Look up functions of all templates in the globals, not in the context."""
        loads = frame.symbols.loads
        for target, (action, name) in loads.items():
            if action == VAR_LOAD_RESOLVE and name in self.environment.functions:
                loads[target] = _function(name)
        super().enter_frame(frame)

    def _is_function(self, called: Expr, frame: Frame) -> bool:
        if not isinstance(called, Name):
            return False
        load: object = frame.symbols.find_load(frame.symbols.ref(called.name))
        return load == _function(called.name)

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if self._is_printed(frame, finalize):
            self.write("(v if type(v := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if self._is_printed(frame, finalize):
            self.write(") is Markup else environment.printed(v))")
        else:
            super()._output_child_post(node, frame, finalize)

    @staticmethod
    def _is_printed(frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> bool:
        """Whether output goes through `printed`."""
        return bool(frame.eval_ctx.autoescape) and not frame.eval_ctx.volatile and finalize.src is None


def _function(name: str) -> tuple[str, str]:
    """Return how the generated code loads a function of all templates."""
    return VAR_LOAD_ALIAS, f"environment.globals[{name!r}]"


class PageContext(Context):
    """Jinja's context, with a fast path for macros, functions, and methods that take nothing from the context."""

    def call(self, called: Callable[..., object], /, *args: object, **kwargs: object) -> object:
        """Call something from a template."""
        kind = type(called)
        if kind is not Macro and (kind not in _PLAIN or hasattr(called, _MARK)):
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

    @cached_property
    def functions(self) -> frozenset[str]:
        """Names of functions that all templates have and that take nothing from the context. No variable has one."""
        return frozenset(
            name for name, one in self.globals.items() if type(one) is FunctionType and not hasattr(one, _MARK)
        )

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return a template's globals, without a copy if it adds none of its own."""
        return super().make_globals(d) if d else self.globals
