"""What templates ask for again and again, worked out once: parts of pages, and addresses."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from flask import Flask, request, url_for
from jinja2.runtime import Macro
from markupsafe import Markup

from classroom.i18n import current_language
from classroom.presenters.table.shared import SharedTable
from classroom.web.page_templates import call_macro

_ROOM = 16_384
"""Parts that `keep` remembers: rows of boards with 2 kB, spaces and cards with 0.3 kB each."""


def once(macro: Macro, table: SharedTable, *what: Hashable) -> Markup:
    """Call a macro with a table, unless it was called with equal arguments for this version of the table before.

    The macro may read nothing but its arguments, or one student would see another's page: no form's token, no address,
    no one who is signed in.
    """
    key = (macro, *what)
    kept = table.markup.get(key)
    if kept is None:
        kept = table.markup[key] = call_macro(macro, table, *what)
    return kept


def keep(macro: Macro, *arguments: Hashable) -> Markup:
    """Call a macro, unless it was called with equal arguments in this language before.

    The macro may read nothing but its arguments: no form's token, no address, no one who is signed in.
    """
    return _called(current_language().tag, macro, *arguments)


@lru_cache(maxsize=_ROOM)
def _called(_language: str, macro: Macro, *arguments: Hashable) -> Markup:
    return call_macro(macro, *arguments)


_ADDRESSES = 4096


def use_addresses(app: Flask) -> None:
    """Let templates find addresses so."""
    app.jinja_env.globals["url_for"] = address_of


def address_of(endpoint: str, **values: object) -> str:
    """Give the address of an endpoint, as `flask.url_for` does."""
    for name, value in values.items():
        if name[0] == "_" or not isinstance(value, str | int):  # with its host, or a place on the page
            return url_for(endpoint, **values)  # type: ignore[arg-type]
    return _kept(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=_ADDRESSES)
def _kept(root: str, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    del root  # what the address begins with: `url_for` reads it from the request
    return url_for(endpoint, **dict(values))  # type: ignore[arg-type]
