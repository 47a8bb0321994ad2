"""The language of pages: chosen at sign-in by anyone, and kept for whoever signs in."""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, request
from flask.typing import ResponseReturnValue

from classroom.i18n import LANGUAGES, current_language
from classroom.web.addresses import way_back
from classroom.web.areas import Area, Audience
from classroom.web.language import choose_language, offered_language

blueprint = Area("language", __name__, Audience.EVERYONE)


@blueprint.post("/language")
def choose() -> ResponseReturnValue:
    """Keep the choice and go back to the page."""
    language = offered_language(request.form.get("language"))
    if language is None:
        abort(400)
    choose_language(language)
    return redirect(way_back(request.form.get("back", "")), 303)


@blueprint.app_context_processor
def languages() -> dict[str, Any]:
    """Give every page `other_languages`, those that it is not in."""
    return {"other_languages": [one for one in LANGUAGES if one != current_language()]}
