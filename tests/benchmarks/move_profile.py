"""`make profile`: CPU time of a move by function, including the fragments for the others at the table."""

from __future__ import annotations

import cProfile
import pstats
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from classroom.hosting import hosted_app
from classroom.services.settings import TableSettings
from tests.benchmarks.tables import HTMX, tables_of
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.over_http import LiveServer, PlainBrowser

MOVES = 120
_FIRST = 24
"""Moves before the first one that is profiled."""
_SHOWN = 40


class _Server:
    """Browsers that send to the app itself."""

    def __init__(self, app: Flask, profile: cProfile.Profile) -> None:
        self._app = app
        self._profile = profile

    def browser(self, cookie: str) -> PlainBrowser:
        client = self._app.test_client()
        client.set_cookie(self._app.config["SESSION_COOKIE_NAME"], cookie)
        return cast("PlainBrowser", _Browser(client.open, self._profile))


class _Browser:
    def __init__(self, open_address: Any, profile: cProfile.Profile) -> None:
        self._open = open_address
        self._profile = profile

    def send(
        self, method: str, address: str, fields: Mapping[str, str] | None = None, *, headers: Mapping[str, str] = HTMX
    ) -> TestResponse:
        ask = partial(self._open, address, method=method, headers=dict(headers))
        self._profile.enable()
        try:
            return cast("TestResponse", ask(query_string=fields) if method == "GET" else ask(data=fields))
        finally:
            self._profile.disable()


def main() -> None:
    """Play, and print the functions that take most time of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stage = set_stage(folder, students=48, settings=TableSettings(deck="times-tables", board="8x8", table_size=4))
        profile = cProfile.Profile()
        with hosted_app(instance_path=folder) as app:
            tables = tables_of(folder, stage, cast("LiveServer", _Server(app, profile)))
            for table in tables:
                table.open_pages()
            for number in range(_FIRST + MOVES):
                if number == _FIRST:
                    profile.clear()
                table = tables[number % len(tables)]
                mover = table.position.turn
                if not table.can_continue:
                    continue
                table.move()
                for seat in table.browsers:
                    if seat != mover:
                        table.fetch(seat)
        pstats.Stats(profile).sort_stats("tottime").print_stats(_SHOWN)


if __name__ == "__main__":
    main()
