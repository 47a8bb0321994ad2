"""Format a card's text: typographic signs with spaces around them, and parentheses around negative numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.equations.characters import RAISE
from engine.equations.reading.tokens import Kind, Token

_BINARY = {"+", "−", "×", "÷", "/", "=", "of"}


def printed(tokens: Sequence[Token]) -> str:
    """Format a parsed expression or equation."""
    text = ""
    for index in range(len(tokens)):
        shown = _shown(tokens, index)
        text += f"{shown})" if index and _is_bracketed(tokens, index - 1) else shown
    return text


def _shown(tokens: Sequence[Token], index: int) -> str:
    kind, text = tokens[index]
    if kind is Kind.POWER:
        return text.translate(RAISE)
    if kind is Kind.FACTOR:
        return f"{text} "
    if kind is not Kind.SIGN or text not in _BINARY:
        return text
    if _is_unary(tokens, index):
        return "(−" if _is_bracketed(tokens, index) else text
    if text == "/":
        return text if _is_fraction(tokens, index) else " ÷ "
    return f" {text} "


def _is_bracketed(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a negative number directly after a plus or minus needs parentheses: 10 − (−5)."""
    is_behind = index > 0 and tokens[index - 1].text in {"+", "−"} and _is_unary(tokens, index)
    return is_behind and tokens[index + 1].kind in {Kind.NUMBER, Kind.FRACTION, Kind.UNKNOWN}


def _is_unary(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a minus sign is part of the number after it."""
    if tokens[index].text != "−":
        return False
    if not index:
        return True
    kind, text = tokens[index - 1]
    return kind is Kind.FACTOR or text in _BINARY or text in {"(", "√"}


def _is_fraction(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a slash is part of a fraction, 3/4, rather than a division, 12/3."""
    above, below = tokens[index - 1], tokens[index + 1]
    if above.kind is not Kind.NUMBER or below.kind is not Kind.NUMBER:
        return False
    is_of = index + 2 < len(tokens) and tokens[index + 2].text == "of"
    return is_of or float(above.text.replace(",", ".")) < float(below.text.replace(",", "."))
