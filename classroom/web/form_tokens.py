"""The tokens of forms, by Flask-WTF: signed once in a minute for each browser, not once in each answer."""

from __future__ import annotations

import time
from functools import lru_cache

from flask import Flask, g, session
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import URLSafeTimedSerializer

from classroom.web.server_key import server_key

_FIELD = "csrf_token"
_SECONDS = 60


def use_form_tokens(app: Flask) -> None:
    """Refuse forms without a token, and let templates write one: ``csrf_token()``."""
    CSRFProtect(app)
    app.jinja_env.globals[_FIELD] = form_token
    app.context_processor(lambda: {_FIELD: form_token})


def form_token() -> str:
    """Give the token for this browser's forms."""
    secret = session.get(_FIELD)
    if not isinstance(secret, str):
        token: str = generate_csrf()
        return token
    if _FIELD not in g:
        setattr(g, _FIELD, _signed(server_key(), secret, int(time.time()) // _SECONDS))
    return str(g.get(_FIELD))


@lru_cache(maxsize=4096)
def _signed(key: bytes, secret: str, minute: int) -> str:
    del minute
    return URLSafeTimedSerializer(key, salt="wtf-csrf-token").dumps(secret)
