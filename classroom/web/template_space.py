"""Remove the indentation of templates from pages: it is a twentieth of a compressed fragment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import TOKEN_BLOCK_BEGIN, TOKEN_DATA, Token, TokenStream

_SPACE = re.compile(r"\s*\n\s*|\s{2,}")
_TEXT = {"trans": True, "endtrans": False}


class WithoutIndentation(Extension):
    """Collapses each run of whitespace to one line break or space when compiling. Browsers see no difference.

    Messages stay exactly as they are: they are the keys of the catalogs.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Filter the tokens of a template."""
        return _without_indentation(stream)


def _shortest(space: re.Match[str]) -> str:
    return "\n" if "\n" in space[0] else " "


def _without_indentation(stream: TokenStream) -> Iterator[Token]:
    is_text, begins_block = False, False
    for token in stream:
        if begins_block:
            is_text = _TEXT.get(token.value, is_text)
        begins_block = token.type == TOKEN_BLOCK_BEGIN
        if token.type == TOKEN_DATA and not is_text:
            yield Token(token.lineno, TOKEN_DATA, _SPACE.sub(_shortest, token.value))
        else:
            yield token
