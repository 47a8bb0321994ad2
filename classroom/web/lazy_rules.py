"""URL rules that are compiled on first use: compiling all takes most of each start."""

from __future__ import annotations

import threading
from collections.abc import Callable

from werkzeug.routing import Rule

# CPython 3.11 counts the depth of syntax trees that it creates in one place for all threads. If a garbage collection
# runs Python code meanwhile (serving/garbage.py), another thread gets its turn, and one of the two fails.
_compiling = threading.RLock()


class LazyRule(Rule):
    """Werkzeug compiles two functions for each rule at startup, but a process calls few of them."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 (its signature)
        """Return a function that on its first call replaces itself by the compiled one."""
        compile_builder = super()._compile_builder

        def build_first(rule: Rule, /, **values: object) -> tuple[str, str]:
            with _compiling:
                build = compile_builder(append_unknown).__get__(rule, None)
            setattr(rule, "_build_unknown" if append_unknown else "_build", build)
            address: tuple[str, str] = build(**values)
            return address

        return build_first
