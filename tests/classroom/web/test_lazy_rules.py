"""URLs equal those of Werkzeug's own rules, and starting the app compiles none of the rules."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from werkzeug.routing import BuildError, Map, Rule

from classroom.web.lazy_rules import LazyRule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from werkzeug.routing import MapAdapter

ADDRESSES = {
    "list": "/games",
    "show": "/games/<game>",
    "page": "/games/<game>/<int:page>",
    "file": "/files/<path:rule>",
}
ASKED: list[tuple[str, dict[str, object]]] = [
    ("list", {}),
    ("list", {"sort": "ä b"}),
    ("show", {"game": "a/b ü"}),
    ("show", {"game": "1", "self": "2", "rule": "3"}),
    ("page", {"game": "x", "page": 2}),
    ("page", {"game": "x"}),
    ("page", {"game": "x", "page": 9}),
    ("page", {"game": "x", "page": "no number"}),
    ("file", {"rule": "a/b.css", "v": "1"}),
]


def adapter(rule_class: type[Rule]) -> MapAdapter:
    rules = [rule_class(address, endpoint=name) for name, address in ADDRESSES.items()]
    first = rule_class("/games/<game>", endpoint="page", defaults={"page": 1})
    return Map([*rules, first]).bind("school.test")


def built(addresses: MapAdapter, name: str, values: dict[str, object], *, append_unknown: bool) -> str:
    try:
        return addresses.build(name, values, append_unknown=append_unknown)
    except (BuildError, ValueError) as error:
        return type(error).__name__


@pytest.mark.parametrize("append_unknown", [True, False])
def test_addresses_are_the_same_the_first_time_and_later(*, append_unknown: bool) -> None:
    plain, lazy = adapter(Rule), adapter(LazyRule)
    for _ in range(2):
        for name, values in ASKED:
            expected = built(plain, name, values, append_unknown=append_unknown)
            assert built(lazy, name, values, append_unknown=append_unknown) == expected, (name, values)


@pytest.fixture
def switching_threads() -> Iterator[None]:
    """Collect garbage all the time, with a callback in which other threads get their turn."""

    def let_others_run(_phase: str, _info: dict[str, int]) -> None:
        time.sleep(0)

    thresholds = gc.get_threshold()
    gc.set_threshold(10)
    gc.callbacks.append(let_others_run)
    yield
    gc.callbacks.remove(let_others_run)
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("switching_threads")
def test_several_threads_compile_rules() -> None:
    values = {f"value_{one}": "x" for one in range(8)}
    long = "/".join(f"<{name}>" for name in values)
    addresses = Map([LazyRule(f"/{one}/{long}", endpoint=str(one)) for one in range(200)]).bind("school.test")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda one: addresses.build(str(one), values), range(200)))
    assert found == [f"/{one}{8 * '/x'}" for one in range(200)]


def test_the_app_uses_lazy_rules(app: Flask) -> None:
    eager = {rule.endpoint for rule in app.url_map.iter_rules() if not isinstance(rule, LazyRule)}
    assert eager == {"static"}, "Flask adds it by itself"
