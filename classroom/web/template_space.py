"""Remove whitespace from pages that no one sees: it would be a third of the nodes that an update compares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import TOKEN_BLOCK_BEGIN, TOKEN_DATA, Token, TokenStream

_SPACE = re.compile(r"\s*\n\s*|\s{2,}")
BLOCKS = (
    "article|aside|dd|details|div|dl|dt|fieldset|figure|footer|form|h2|h3|h4|header|legend|li|main|nav|ol|p|section|"
    "summary|table|tbody|template|tfoot|thead|tr|ul|"
    "circle|defs|g|line|path|rect|symbol|use"
)
"""Elements that begin a new line, templates, which stand for these, and shapes of drawings."""
_SPACE_BEFORE = re.compile(rf"\s+(?=</?(?:{BLOCKS})(?:[\s/>]|$))")
_SPACE_AFTER = re.compile(rf"(</?(?:{BLOCKS})(?:\s[^<>]*)?/?>)\s+")
_UNFINISHED = re.compile(rf"</?(?:{BLOCKS})(?:\s[^<>]*)?$")
_TEXT = {"trans": True, "endtrans": False}


class WithoutUnseenSpace(Extension):
    """Collapses each run of whitespace to one line break or space when compiling, and drops those around blocks.

    Browsers show no difference. Messages stay exactly as they are: they are the keys of the catalogs.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """Filter the tokens of a template."""
        return _without_unseen_space(stream)


def _without_unseen_space(stream: TokenStream) -> Iterator[Token]:
    is_text, begins_block, is_in_tag = False, False, False
    for token in stream:
        if begins_block:
            is_text = _TEXT.get(token.value, is_text)
        begins_block = token.type == TOKEN_BLOCK_BEGIN
        if token.type == TOKEN_DATA and not is_text:
            text, is_in_tag = _shortened(token.value, is_in_tag=is_in_tag)
            yield Token(token.lineno, TOKEN_DATA, text)
        else:
            yield token


def _shortened(text: str, *, is_in_tag: bool) -> tuple[str, bool]:
    """Shorten the markup between two expressions. Return whether it ends in a block's tag, which the next one finishes.

    :param is_in_tag: whether it begins in one.
    """
    text = _SPACE.sub(_shortest, text)
    if is_in_tag:
        rest_of_tag, end, after = text.partition(">")
        text = rest_of_tag + end + after.lstrip() if end else text
    text = _SPACE_BEFORE.sub("", _SPACE_AFTER.sub(r"\1", text))
    return text, bool(_UNFINISHED.search(text)) or (is_in_tag and ">" not in text)


def _shortest(space: re.Match[str]) -> str:
    return "\n" if "\n" in space[0] else " "
