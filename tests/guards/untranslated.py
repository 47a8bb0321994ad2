"""What the guards of translations allow, each with its reason."""

from __future__ import annotations

from pathlib import Path

LITERALS = {
    "Sequence Numbers": "the name of the product",
    "– Sequence Numbers": "the name of the product, in titles of pages",
    'attachment; filename="': "a header",
    "text/plain; charset=utf-8": "a header",
    "public, max-age=31536000, immutable": "a header",
    "openid profile": "scopes of OpenID Connect",
    ".venv/bin/python -m pip install authlib requests": "a command",
    "'%(value)s' is not a valid choice for this field.": "a key: a message of WTForms",
    "Not a valid choice.": "a key: a message of WTForms",
    "Invalid Choice: could not coerce.": "a key: a message of WTForms",
    "Not a valid integer value.": "a key: a message of WTForms",
    "Not a valid decimal value.": "a key: a message of WTForms",
    "This field is required.": "a key: a message of WTForms",
    "})(); } catch (error) { setTimeout(() => { throw error; }); }": "JavaScript",
    "\nevent: poke\ndata: ": "an event of a stream",
    "card-longer card-long": "classes of CSS",
    "space {} long taken {} locked last": "classes of CSS",
}
"""Texts that look like words for people, and are not to be translated."""

SHARED: dict[str, str] = {}
"""Messages without a context that students and teachers read: the same in all languages."""

UNFINISHED = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())
"""Files that are still to be translated. None may be added."""
