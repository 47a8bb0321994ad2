"""Rules of addresses that are compiled when a page first links to them: to compile all takes most of each start."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.routing import Rule


class LazyRule(Rule):
    """Werkzeug's, which writes and compiles two functions for each rule at once; a process calls few of them."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 (its signature)
        """Give a function that puts the compiled one in its place when it is first called."""
        compile_builder = super()._compile_builder

        def build_first(rule: Rule, /, **values: object) -> tuple[str, str]:
            build = compile_builder(append_unknown).__get__(rule, None)
            setattr(rule, "_build_unknown" if append_unknown else "_build", build)
            address: tuple[str, str] = build(**values)
            return address

        return build_first
