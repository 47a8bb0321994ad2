"""Accept forms only from our own pages: checks Flask-WTF's tokens and the browser's origin headers."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TypeVar

from flask import Flask, current_app, g, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, CSRFProtect, generate_csrf, same_origin
from itsdangerous import BadData, URLSafeTimedSerializer
from markupsafe import Markup

from classroom.services.safe_addresses import address_parts
from classroom.web.refused_access import Reason, note_refused
from classroom.web.server_key import server_key

_FIELD = "csrf_token"
TOKEN_BLANK = Markup("<form-token>")
"""Replaces tokens in cached markup. Texts can't contain it, because `<` is escaped."""
_are_blank = ContextVar("are_tokens_blank", default=False)
_SALT = "wtf-csrf-token"
"""Flask-WTF's."""
_CACHE_SIZE = 4096
_SECONDS = 60
"""How long the same token is reused. It stays valid until the sign-in ends."""
_READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


_View = TypeVar("_View", bound=Callable[..., ResponseReturnValue])
_FOREIGN = "takes_foreign_forms"


def use_form_tokens(app: Flask) -> None:
    """Reject forms from other sites and forms without a token, and provide ``csrf_token()`` to templates."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # checked below, where the view is known
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
        if app.config["WTF_CSRF_ENABLED"] and view is not None and not _is_verified():
            protection.protect(apply_exemptions=True)

    app.jinja_env.globals[_FIELD] = form_token
    app.context_processor(lambda: {_FIELD: form_token})


def takes_foreign_forms(view: _View) -> _View:
    """Let a view accept forms from other sites. The view must verify their content itself.

    Browsers send no cookies with such forms. So the response sets no session cookie: it would sign out the current
    person.
    """
    setattr(view, _FOREIGN, True)
    return view


def form_token() -> str:
    if _are_blank.get():
        return TOKEN_BLANK
    token: str | None = g.get(_FIELD)
    if token is not None:
        return token
    secret = session.get(_FIELD)
    token = _signed(server_key(), secret, int(time.time()) // _SECONDS) if isinstance(secret, str) else generate_csrf()
    setattr(g, _FIELD, token)
    return token


def renew_form_secret() -> None:
    """Give a new sign-in its own secret for forms at once, so that its first page need not send the cookie again."""
    g.pop(_FIELD, None)
    generate_csrf()


@contextmanager
def blank_tokens() -> Iterator[None]:
    """Let templates write `TOKEN_BLANK` in place of tokens, because cached markup must not contain anyone's."""
    before = _are_blank.set(True)
    try:
        yield
    finally:
        _are_blank.reset(before)


def _refuse_other_sites() -> None:
    """Reject requests from other sites, even with a token that was read from one of our pages.

    Over https, browsers send Sec-Fetch-Site; over http, only Origin. Programs send neither, and have no user's cookie
    to abuse.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    is_own = site in {"same-origin", "none"} if site else not origin or address_parts(origin).netloc == request.host
    if not is_own:
        note_refused(Reason.OTHER_SITE)
        raise CSRFError(f"sent from {origin}")


def _is_from_own_page() -> bool:
    """Return whether the browser names one of our pages, as it does over https.

    :raises CSRFError: if it names none that Flask-WTF could read.
    """
    try:
        return bool(same_origin(request.referrer or "", f"https://{request.host}/"))
    except ValueError as error:
        raise CSRFError("sent from an invalid address") from error


def _is_verified() -> bool:
    """Return whether the form has a valid token. A table's form sends the same one each time, and it never expires.

    If not, Flask-WTF decides, and says what is wrong.
    """
    secret, token = session.get(_FIELD), request.form.get(_FIELD)
    if not isinstance(secret, str) or not token:
        return False
    if request.is_secure and not _is_from_own_page():
        return False
    try:
        is_own = hmac.compare_digest(_secret_of(server_key(), token), secret)
    except BadData:
        return False
    g.csrf_valid = is_own  # for Flask-WTF's forms
    return is_own


@lru_cache(maxsize=_CACHE_SIZE)
def _secret_of(key: bytes, token: str) -> str:
    """Return the secret that a token was made of.

    :raises BadData: if it was not made here. Only good tokens are cached.
    """
    secret: str = _serializer(key).loads(token)
    return secret


@lru_cache(maxsize=_CACHE_SIZE)
def _signed(key: bytes, secret: str, minute: int) -> str:
    del minute
    return _serializer(key).dumps(secret)


def _serializer(key: bytes) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt=_SALT)
