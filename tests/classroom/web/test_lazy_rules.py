"""URLs equal those of Werkzeug's own rules, and starting the app compiles none of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from werkzeug.routing import BuildError, Map, Rule

from classroom.web.lazy_rules import LazyRule

if TYPE_CHECKING:
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


def test_the_app_uses_lazy_rules(app: Flask) -> None:
    eager = {rule.endpoint for rule in app.url_map.iter_rules() if not isinstance(rule, LazyRule)}
    assert eager == {"static"}, "Flask adds it by itself"
