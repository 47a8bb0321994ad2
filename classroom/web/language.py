"""The language of a page: the reader's own, else the one chosen in this browser, else the one the browser asks for."""

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
"""Sent by every page's scripts: the language in which the page around was written."""


def use_language(app: Flask) -> None:
    """Write each page in its reader's language, and reload an open page whose reader got another one."""
    use_languages(app, _choose)
    app.before_request(_reload_in_other_language)


def offered_language(tag: str | None) -> Language | None:
    """Find a language that people can choose here."""
    language = language_of_tag(tag)
    return None if language in PSEUDO_LANGUAGES and not current_app.config["PSEUDO_LANGUAGES"] else language


def keep_choice(language: Language) -> None:
    """Keep a choice: for the person who is signed in, else until someone signs in with this browser."""
    person = identity.current_identity()
    if person.is_teacher or person.is_student:
        keep_language(teacher_id=person.teacher_id, student_id=person.student_id, language=language.tag)
    else:
        session[_CHOSEN] = language.tag


def browser_language() -> Language:
    """Find the language chosen in this browser before sign-in, else the one it asks for. Needs no database."""
    chosen = session.get(_CHOSEN)
    if chosen is not None:
        language = offered_language(chosen)
        if language is not None:
            return language
    header = request.headers.get("Accept-Language", "")
    return _matching_language(header, has_pseudo=bool(current_app.config["PSEUDO_LANGUAGES"]))


@lru_cache(maxsize=256)
def _matching_language(accept_language: str, *, has_pseudo: bool) -> Language:
    """Read the value of the ``Accept-Language`` header. Browsers send few different ones."""
    accepted = parse_accept_header(accept_language, LanguageAccept)
    return matching_language((tag for tag, _ in accepted), (*LANGUAGES, *PSEUDO_LANGUAGES) if has_pseudo else LANGUAGES)


def is_other_language_shown() -> bool:
    """Tell whether the page that asks was written in another language than its reader's present one."""
    shown = request.headers.get(_PAGE_HEADER)
    return shown is not None and shown != current_language().tag


def _choose() -> Language:
    return offered_language(identity.own_language()) or browser_language()


def _reload_in_other_language() -> Response | None:
    if request.method != "GET" or not is_htmx() or not is_other_language_shown():
        return None
    return Response(status=204, headers={"HX-Refresh": "true"})
