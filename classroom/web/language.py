"""The language of a page: the reader's own, or the one chosen in this browser, or the one that the browser requests."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask, Response, current_app, request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from classroom.i18n import (
    LANGUAGES,
    PSEUDO_LANGUAGES,
    Language,
    current_language,
    language_of_tag,
    matching_language,
    use_languages,
)
from classroom.services.accounts.logins import keep_language
from classroom.web import identity
from classroom.web.htmx import is_htmx

_CHOSEN = "language"
_PAGE_HEADER = "X-Page-Language"
"""Header sent by every page's scripts: the language of the page."""
_NAME_HEADER = "X-Page-Name"
"""Header sent by every page's scripts: a digest of the name in the page's header."""


def use_language(app: Flask) -> None:
    """Render each page in its reader's language, and reload open pages when that or the reader's name changes."""
    use_languages(app, _choose)
    app.before_request(_reload_for_changed_reader)


def offered_language(tag: str | None) -> Language | None:
    """Return the language with this tag, if people can choose it here."""
    language = language_of_tag(tag)
    return None if language in PSEUDO_LANGUAGES and not current_app.config["PSEUDO_LANGUAGES"] else language


def keep_choice(language: Language) -> None:
    """Store a choice: for the signed-in person, or in this browser until someone signs in."""
    person = identity.current_identity()
    if person.is_teacher or person.is_student:
        keep_language(teacher_id=person.teacher_id, student_id=person.student_id, language=language.tag)
    else:
        session[_CHOSEN] = language.tag


def browser_language() -> Language:
    """Return the language chosen in this browser before sign-in, or the one that it requests. Needs no database."""
    chosen = session.get(_CHOSEN)
    if chosen is not None:
        language = offered_language(chosen)
        if language is not None:
            return language
    header = request.headers.get("Accept-Language", "")
    return _matching_language(header, has_pseudo=bool(current_app.config["PSEUDO_LANGUAGES"]))


@lru_cache(maxsize=256)
def _matching_language(accept_language: str, *, has_pseudo: bool) -> Language:
    """Parse the ``Accept-Language`` header. Cached, because browsers send few different values."""
    accepted = parse_accept_header(accept_language, LanguageAccept)
    return matching_language((tag for tag, _ in accepted), (*LANGUAGES, *PSEUDO_LANGUAGES) if has_pseudo else LANGUAGES)


def is_other_language_shown() -> bool:
    """Return whether the requesting page is in another language than its reader's current one."""
    shown = request.headers.get(_PAGE_HEADER)
    return shown is not None and shown != current_language().tag


def _choose() -> Language:
    return offered_language(identity.own_language()) or browser_language()


def _is_other_name_shown() -> bool:
    shown = request.headers.get(_NAME_HEADER)
    return shown is not None and identity.person_name() is not None and shown != identity.name_mark()


def _reload_for_changed_reader() -> Response | None:
    if request.method != "GET" or not is_htmx() or not (is_other_language_shown() or _is_other_name_shown()):
        return None
    return Response(status=204, headers={"HX-Refresh": "true"})
