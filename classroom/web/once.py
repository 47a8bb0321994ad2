"""Caches for templates: parts of pages, and addresses."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from flask import Flask, request, url_for
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from classroom.i18n import current_language
from classroom.presenters.table.shared import SharedTable
from classroom.web.form_tokens import TOKEN_BLANK, blank_tokens, form_token
from classroom.web.page_templates import call_macro

_CACHE_SIZE = 16_384
"""Maximum number of parts that `keep` caches. A row of a board takes 2 kB, a space or card 0.3 kB."""


def once(macro: Macro, table: SharedTable, *what: Hashable) -> Markup:
    """Call a macro with a table, cached for this version of the table by its arguments.

    The macro may read only its arguments, or one student would see another's page: no form token, no address, no
    signed-in person.
    """
    key = (macro, *what)
    kept = table.markup.get(key)
    if kept is None:
        kept = table.markup[key] = call_macro(macro, table, *what)
    return kept


def keep(macro: Macro, *arguments: Hashable) -> Markup:
    """Call a macro, cached by its arguments and the language.

    The macro may read only its arguments: no address of the request, no signed-in person. Form tokens are left out of
    the cache and filled in for each reader.
    """
    pieces = _called(current_language().tag, macro, *arguments)
    return pieces[0] if len(pieces) == 1 else escape(form_token()).join(pieces)


@lru_cache(maxsize=_CACHE_SIZE)
def _called(_language: str, macro: Macro, *arguments: Hashable) -> tuple[Markup, ...]:
    """Return the markup before, between, and after form tokens."""
    with blank_tokens():
        return tuple(call_macro(macro, *arguments).split(TOKEN_BLANK))


_ADDRESSES = 4096


def use_addresses(app: Flask) -> None:
    """Make templates use cached addresses."""
    app.jinja_env.globals["url_for"] = address_of


def address_of(endpoint: str, **values: object) -> str:
    """Return the address of an endpoint, like `flask.url_for`."""
    for name, value in values.items():
        if name[0] == "_" or not isinstance(value, str | int):  # full addresses and anchors are not cached
            return url_for(endpoint, **values)  # type: ignore[arg-type]
    return _kept(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=_ADDRESSES)
def _kept(root: str, endpoint: str, values: tuple[tuple[str, object], ...]) -> str:
    del root  # the key must contain the prefix, which `url_for` reads from the request
    return url_for(endpoint, **dict(values))  # type: ignore[arg-type]
