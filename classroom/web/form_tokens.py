"""Only our own pages send forms: their tokens, by Flask-WTF, and what the browser says of the page they came from."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf
from itsdangerous import URLSafeTimedSerializer

from classroom.web.refused_access import Reason, note_refused
from classroom.web.server_key import server_key

_FIELD = "csrf_token"
_SECONDS = 60
"""How long a token is given again. It counts until the sign-in ends."""
_READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


_View = TypeVar("_View", bound=Callable[..., ResponseReturnValue])
_FOREIGN = "takes_foreign_forms"


def use_form_tokens(app: Flask) -> None:
    """Refuse forms of other sites, and forms without a token; let templates write one: ``csrf_token()``."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # asked below, where views are told apart
    protection = CSRFProtect(app)

    @app.before_request
    def _refuse_foreign_forms() -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        if getattr(view, _FOREIGN, False):
            g.is_from_other_site = True
            return
        if request.method in _READING:
            return
        _refuse_other_sites()
        if app.config["WTF_CSRF_ENABLED"]:
            protection.protect(apply_exemptions=True)

    app.jinja_env.globals[_FIELD] = form_token
    app.context_processor(lambda: {_FIELD: form_token})


def takes_foreign_forms(view: _View) -> _View:
    """Let a view take forms that another site sends. It must check by itself what they say.

    Browsers send no cookie with them. So the answer keeps none either: it would sign out the person who is signed in.
    """
    setattr(view, _FOREIGN, True)
    return view


def form_token() -> str:
    """Give the token for this browser's forms."""
    secret = session.get(_FIELD)
    if not isinstance(secret, str):
        token: str = generate_csrf()
        return token
    if _FIELD not in g:
        setattr(g, _FIELD, _signed(server_key(), secret, int(time.time()) // _SECONDS))
    return str(g.get(_FIELD))


def _refuse_other_sites() -> None:
    """Refuse what another site sends, even with a token that was read off one of our pages.

    Browsers name the kind of site over https, and on http the page's origin alone. Programs name neither, and have no
    one's cookie to abuse.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    is_own = site in {"same-origin", "none"} if site else not origin or urlsplit(origin).netloc == request.host
    if not is_own:
        note_refused(Reason.OTHER_SITE)
        raise CSRFError(f"sent from {origin}")


@lru_cache(maxsize=4096)
def _signed(key: bytes, secret: str, minute: int) -> str:
    del minute
    return URLSafeTimedSerializer(key, salt="wtf-csrf-token").dumps(secret)
