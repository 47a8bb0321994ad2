"""Display settings: colors for everyone who uses this browser, and the reader's language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from classroom.i18n import LANGUAGES, current_language
from classroom.presenters.shell import ShownTheme, Theme
from classroom.web.areas import Area, Audience
from classroom.web.cookies import drop_cookie, keep_cookie, read_cookie
from classroom.web.language import keep_choice, offered_language
from classroom.web.paths import own_address

blueprint = Area("display", __name__, Audience.EVERYONE)

COOKIE = "theme"
KEPT_FOR = timedelta(days=365)


@blueprint.post("/theme")
def choose_theme() -> ResponseReturnValue:
    """Store the choice in a cookie of its own, and go back. Following the device needs no cookie."""
    answer = redirect(_way_back(), 303)
    theme = _theme(request.form.get("theme"))
    if theme is Theme.DEVICE:
        drop_cookie(answer, COOKIE)
    else:
        keep_cookie(answer, COOKIE, theme.value, KEPT_FOR)
    return answer


@blueprint.post("/language")
def choose_language() -> ResponseReturnValue:
    """Save the choice for the signed-in person, or for the next one who signs in, and go back."""
    language = offered_language(request.form.get("language"))
    if language is None:
        abort(400)
    keep_choice(language)
    return redirect(_way_back(), 303)


@blueprint.app_context_processor
def display() -> dict[str, Any]:
    """Pass to every page `theme`, a ShownTheme, and `other_languages`, those that it is not in.

    Addresses of forms can't always be opened with GET: the way back from there is the start page.
    """
    here = own_address() if request.method == "GET" else ""
    return {
        "theme": ShownTheme(_theme(read_cookie(COOKIE)), back=here),
        "other_languages": [one for one in LANGUAGES if one != current_language()],
    }


def _theme(value: str | None) -> Theme:
    return Theme(value) if value in set(Theme) else Theme.DEVICE


def _way_back() -> str:
    """Return the page to go back to, only within this app: browsers treat two leading slashes as another site."""
    path = request.form.get("back", "")
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else url_for("home.show")
