"""Light or dark: what this browser was told, for everybody who uses it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import current_app, redirect, request
from flask.typing import ResponseReturnValue

from classroom.presenters.shell import ShownTheme, Theme
from classroom.web.addresses import way_back
from classroom.web.areas import Area, Audience

blueprint = Area("theme", __name__, Audience.EVERYONE)

COOKIE = "theme"
KEPT_FOR = timedelta(days=365)


@blueprint.post("/theme")
def choose() -> ResponseReturnValue:
    """Keep the choice in a cookie of its own and go back. As the device has it: no cookie."""
    answer = redirect(way_back(request.form.get("back", "")), 303)
    theme = _theme(request.form.get("theme"))
    if theme is Theme.DEVICE:
        answer.delete_cookie(COOKIE)
    else:
        is_secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        answer.set_cookie(COOKIE, theme.value, KEPT_FOR, secure=is_secure, httponly=True, samesite="Lax")
    return answer


@blueprint.app_context_processor
def theme() -> dict[str, Any]:
    """Give every page `theme`, a ShownTheme. What a form was posted to cannot always be opened."""
    here = request.full_path.rstrip("?") if request.method == "GET" else ""
    return {"theme": ShownTheme(_theme(request.cookies.get(COOKIE)), back=here)}


def _theme(value: str | None) -> Theme:
    return Theme(value) if value in set(Theme) else Theme.DEVICE
