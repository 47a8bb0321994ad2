"""Every visible text is marked for translation, and every language has all of them."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from classroom.i18n import DEFAULT, LANGUAGES, Language
from classroom.i18n.catalogs import source_catalog
from tests.guards.files import project_files
from tests.guards.translations import (
    TWO_FORMS,
    Message,
    loose_strings,
    messages,
    name_of,
    placeholders,
    shown_strings,
    tags,
    template_files,
    texts_of_template,
    translating_calls,
)
from tests.guards.untranslated import FOR_PROGRAMS, FOR_STUDENTS, LITERALS, SHARED

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages import Catalog

TRANSLATED = [language for language in LANGUAGES if language != DEFAULT]
FUNCTIONS = {"classroom/i18n/__init__.py", "classroom/i18n/templates.py"}
"""Files that define the translating functions, which call each other."""
CODE = [
    path for path in project_files(".py") if name_of(path).startswith("classroom/") and name_of(path) not in FUNCTIONS
]
SHOWN = [
    "classroom/blueprints/",
    "classroom/learning/explaining.py",
    "classroom/presenters/",
    "classroom/services/encodings.py",
    "classroom/services/file_types.py",
    "classroom/web/",
]
"""Folders and files whose texts are shown on pages."""
STUDENTS = (
    "classroom/blueprints/home.py",
    "classroom/blueprints/play",
    "classroom/presenters/student/",
    "templates/home/",
    "templates/layouts/student.html",
    "templates/play",
)
"""Files that only students read. `templates/play` and `blueprints/play` begin the names of `played`, too."""
TEACHERS = tuple(
    f"{folder}/{area}"
    for folder in ("classroom/blueprints", "classroom/presenters", "templates")
    for area in ("account", "admin", "auth", "classes", "decks", "games", "reports", "sessions", "setup", "students")
)


@cache
def catalog_of(language: Language) -> Catalog:
    with source_catalog(language).open("rb") as source:
        return read_po(source, locale=language.locale)


def as_forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the forms of a catalog entry: one, or one for each plural form."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.tag)
def test_the_catalog_has_all_messages_and_no_others(language: Language) -> None:
    catalog = {(one.context, one.id) for one in catalog_of(language) if one.id}
    code = {(one.context, one.id) for one in messages()}
    assert code - catalog == set(), "run `make messages`, then translate"
    assert catalog - code == set(), "run `make messages`"


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.tag)
def test_every_message_is_translated(language: Language) -> None:
    catalog = catalog_of(language)
    missing = []
    for one in catalog:
        forms = as_forms(one.string)
        wanted = catalog.num_plurals if isinstance(one.id, tuple) else 1
        if one.id and (one.fuzzy or len(forms) != wanted or not all(form.strip() for form in forms)):
            missing.append(one.id)
    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.tag)
def test_translations_have_the_placeholders_and_tags_of_their_messages(language: Language) -> None:
    wrong = []
    for one in catalog_of(language):
        sources, forms = as_forms(one.id), as_forms(one.string)
        for index, form in enumerate(forms):
            source = sources[min(index, len(sources) - 1)]
            is_one = isinstance(one.id, tuple) and index == 0
            optional = {"num"} if is_one else set()  # "Another student", for one
            has_all = placeholders(source) | optional == placeholders(form) | optional
            if one.id and form and not (has_all and tags(source) == tags(form)):
                wrong.append((source, form))
    assert wrong == []


def test_spanish_calls_each_game_that_is_played_a_partida() -> None:
    """Only the board game itself is a “juego”, with its sessions and the game of a whole class."""
    spanish = next(language for language in LANGUAGES if language.tag == "es")
    forms = [form for one in catalog_of(spanish) if one.id for form in as_forms(one.string)]
    other = re.compile(r"\bjuegos\b|\b(?:este|tu|su|primer|ningún|cada) juego\b", re.IGNORECASE)
    assert [form for form in forms if other.search(form)] == []


def test_spanish_questions_and_exclamations_are_opened() -> None:
    spanish = next(language for language in LANGUAGES if language.tag == "es")
    forms = [form for one in catalog_of(spanish) if one.id for form in as_forms(one.string)]
    texts = [form.replace(" ?", "") for form in forms]  # "6 × ? = 48"
    assert [text for text in texts if text.count("¿") != text.count("?") or text.count("¡") != text.count("!")] == []


def test_messages_have_typographic_apostrophes() -> None:
    found = [form for one in messages() for form in as_forms(one.id) if re.search(r"[^\W\d_]'", form)]
    assert found == [], "write ’"


def test_templates_have_no_text_outside_of_translations() -> None:
    found = [
        f"{name_of(path)}: {text}"
        for path in template_files()
        for text in texts_of_template(path)
        if text not in LITERALS
    ]
    assert found == []


def test_code_for_pages_has_no_text_outside_of_translations() -> None:
    found = [
        f"{name_of(path)}: {text}"
        for path in CODE
        if name_of(path).startswith(tuple(SHOWN)) and name_of(path) not in FOR_PROGRAMS
        for text in (*loose_strings(path), *shown_strings(path))
        if text not in LITERALS
    ]
    assert found == []


def test_untranslated_text_of_a_template_is_found(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text(
        """{% block title %}Hello{% endblock %}{% block body_class %}narrow{% endblock %}
        <p title="Words" alt="{{ _('x') }}">Text {{ name }}</p>{% trans %}fine <b>here</b>{% endtrans %}
        <i class="a b c" data-copied="Done now">{{ _("b") }}</i>{% if a %}&nbsp;×{% else %}, but{% endif %}
        {{ button("Save deck", url_for("decks.show"), "main") }}<code>run me</code>
        """,
        encoding="utf-8",
    )
    found = texts_of_template(template)
    assert found == ["Hello", 'title="Words"', "Text {}", 'data-copied="Done now"', "×, but", "Save deck"]


def test_untranslated_text_of_code_is_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        """'''Some documentation.'''
flash(f"{name} is gone")
TABLE = {"key": "A few words", "other": _("fine here")}
StringField("Title", description=lazy_gettext("fine here"))
raise ValidationError("Not right here")
raise ValueError("for developers only")
log.warning("a line of the log")
""",
        encoding="utf-8",
    )
    assert loose_strings(module) == [" is gone", "A few words", "Not right here"]
    assert sorted(shown_strings(module)) == ["'Not right here'", "'Title'", "f'{name} is gone'"]


def test_messages_are_plain_strings() -> None:
    """Extraction misses f-strings and strings that are joined or formatted."""
    wrong = [
        f"{name_of(path)}:{call.lineno}"
        for path in CODE
        for call, texts in translating_calls(path)
        for one in texts
        if not (isinstance(one, ast.Constant) and isinstance(one.value, str))
    ]
    assert wrong == []


def test_calls_fill_in_the_placeholders_of_their_messages() -> None:
    wrong = []
    for path in CODE:
        for call, arguments in translating_calls(path):
            texts = [str(one.value) for one in arguments if isinstance(one, ast.Constant)]
            name, given = ast.unparse(call.func), {one.arg for one in call.keywords}
            wanted = set().union(*map(placeholders, texts)) - ({"num"} if name in TWO_FORMS else set())
            is_filled_in_later = name.startswith("lazy_") and not given
            is_right = given - {None} <= wanted if None in given else given == wanted  # None: "**values"
            if not (is_right or is_filled_in_later):
                wrong.append(f"{name_of(path)}:{call.lineno}: {texts}")
    assert wrong == []


def files_of(message: Message, folders: tuple[str, ...]) -> set[str]:
    return {name for name in messages()[message] if name.startswith(folders)}


def test_no_message_addresses_both_students_and_teachers() -> None:
    both = {
        str(one.id)
        for one in messages()
        if one.context is None and files_of(one, STUDENTS) and files_of(one, TEACHERS) and one.forms[0] not in SHARED
    }
    assert both == set(), 'give the one for students the context "student"'


def test_no_page_for_teachers_addresses_students() -> None:
    found = {str(one.id): files_of(one, TEACHERS) - set(FOR_STUDENTS) for one in messages() if one.context == "student"}
    assert {text: files for text, files in found.items() if files} == {}
