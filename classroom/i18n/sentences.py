"""Fill in the placeholders of a translated sentence."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

_ISOLATED = ".\N{POP DIRECTIONAL ISOLATE}"
_ENDS = (Markup(".\N{POP DIRECTIONAL ISOLATE}"), Markup(".</bdi>"))


def filled(text: str, values: Mapping[str, object]) -> str:
    """Fill in the values. A name that ends with a period, such as "Ana L.", also ends the sentence.

    >>> filled("You play with %(name)s.", {"name": "\u2068Ana L.\u2069"}) == "You play with \u2068Ana L.\u2069"
    True
    """
    sentence = text % values
    return sentence.replace(f"{_ISOLATED}.", _ISOLATED) if f"{_ISOLATED}." in sentence else sentence


def filled_markup(text: Markup, values: Mapping[str, object]) -> Markup:
    """Do the same in HTML; values that are no markup are escaped.

    >>> filled_markup(Markup("I’m %(name)s. Go on."), {"name": Markup("<bdi>Ana L.</bdi>")})
    Markup('I’m <bdi>Ana L.</bdi> Go on.')
    """
    sentence = text % values
    for end in _ENDS:
        if f"{end}." in sentence:
            sentence = sentence.replace(end + ".", end)
    return sentence
