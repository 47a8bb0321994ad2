"""The language of a page: the reader's own, else the one chosen in this browser, else the one the browser asks for."""

from __future__ import annotations

from flask import Flask, Response, current_app, request, session

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


def _choose() -> Language:
    chosen = offered_language(identity.own_language()) or offered_language(session.get(_CHOSEN))
    offered = (*LANGUAGES, *PSEUDO_LANGUAGES) if current_app.config["PSEUDO_LANGUAGES"] else LANGUAGES
    return chosen or matching_language((tag for tag, _ in request.accept_languages), offered)


def _reload_in_other_language() -> Response | None:
    shown = request.headers.get(_PAGE_HEADER)
    if request.method != "GET" or not shown or not is_htmx() or shown == current_language().tag:
        return None
    return Response(status=204, headers={"HX-Refresh": "true"})
