"""Texts that the translation guards allow without translation, each with a reason."""

from __future__ import annotations

from pathlib import Path

LITERALS = {
    "Sequence Numbers": "the name of the product",
    "– Sequence Numbers": "the name of the product, in titles of pages",
    'attachment; filename="': "a header",
    "text/html; charset=utf-8": "a header",
    "text/plain; charset=utf-8": "a header",
    "text/plain; version=0.0.4; charset=utf-8": "a header",
    "public, max-age=31536000, immutable": "a header",
    "openid profile": "scopes of OpenID Connect",
    ".venv/bin/python -m pip install authlib requests": "a command",
    "'%(value)s' is not a valid choice for this field.": "a key: a message of WTForms",
    "Not a valid choice.": "a key: a message of WTForms",
    "Invalid Choice: could not coerce.": "a key: a message of WTForms",
    "Not a valid integer value.": "a key: a message of WTForms",
    "Not a valid decimal value.": "a key: a message of WTForms",
    "This field is required.": "a key: a message of WTForms",
    "})()}catch(e){reportError(e)}": "JavaScript",
    "\nevent: poke\ndata: ": "an event of a stream",
    "all sessions": "the name of a CSV file",
    "exit tickets": "the name of a CSV file",
    "another student": "a value of a CSV file",
    "not signed in": "a value of a CSV file",
    "saved tables": "a value of a CSV file",
    "signed in": "a value of a CSV file",
    "signed in now": "a value of a CSV file",
    "whole class": "a value of a CSV file",
    "fully graded": "a value of OneRoster",
    "traded in by mistake": "a heading of a CSV file",
    "Pasted text": "a value in the database",
    "Roster service": "a value in the database",
    'placeholder="Ana K."': "the name of a person",
    "Esc": "the name of a key",
    "code secret": "classes of CSS",
    "card-longer card-long": "classes of CSS",
    "space {} long taken {} locked last": "classes of CSS",
}
"""Texts that look like words for people, and are not to be translated."""

SHARED = {"Cancel": "an infinitive in Spanish, which addresses neither"}
"""Messages without a context that students and teachers read: the same in all languages."""

FOR_STUDENTS = {
    "classroom/presenters/sessions/replay.py": "replays are for both: each reader has messages of their own",
    "templates/classes/_card_label.html": "printed for students",
    "templates/classes/_card_page.html": "printed for students",
    "templates/decks/paper.html": "printed for students",
}
"""Files beside those of teachers' pages that speak to students."""

FOR_PROGRAMS = {
    "classroom/web/metrics.py": "what Prometheus reads, and who sets it up: in English, as logs are",
    "classroom/web/page_templates.py": "code that templates are compiled to",
}
"""Files of code for pages whose texts are on no page, each with its reason."""

UNFINISHED = frozenset(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split())
"""Files that are still to be translated. None may be added."""
