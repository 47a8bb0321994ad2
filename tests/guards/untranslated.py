"""Texts that the translation guards allow without translation, each with a reason."""

from __future__ import annotations

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
    "autofocus": "an attribute",
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
"""Texts that look like visible words, but must not be translated."""

SHARED = {"Cancel": "an infinitive in Spanish, which addresses no one"}
"""Messages without a context that both students and teachers read."""

FOR_STUDENTS = {
    "classroom/presenters/sessions/replay.py": "replays are for both: each reader has messages of their own",
    "templates/classes/_card_label.html": "printed for students",
    "templates/classes/_card_page.html": "printed for students",
    "templates/decks/paper.html": "printed for students",
}
"""Files among those of teachers' pages that address students."""

FOR_PROGRAMS = {
    "classroom/presenters/reports/workbook.py": "the markup of spreadsheets, which programs read",
    "classroom/web/metrics.py": "read by Prometheus and by operators: in English, as logs are",
    "classroom/web/page_templates.py": "compiled code of templates",
}
"""Files in the folders of pages whose texts no page shows, each with its reason."""
