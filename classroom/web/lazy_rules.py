"""URL rules that are compiled on first use: compiling all takes most of each start."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.routing import Rule


class LazyRule(Rule):
    """Werkzeug compiles two functions for each rule at startup, but a process calls few of them."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 (its signature)
        """Return a function that on its first call replaces itself by the compiled one."""
        compile_builder = super()._compile_builder

        def build_first(rule: Rule, /, **values: object) -> tuple[str, str]:
            build = compile_builder(append_unknown).__get__(rule, None)
            setattr(rule, "_build_unknown" if append_unknown else "_build", build)
            address: tuple[str, str] = build(**values)
            return address

        return build_first
