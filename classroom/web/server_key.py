"""The server's own secret, from which secrets are made that the database must not hold."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from itsdangerous import SignatureExpired, URLSafeTimedSerializer


def server_key() -> bytes:
    """Return the key of the instance folder."""
    key = current_app.secret_key or b""
    return key if isinstance(key, bytes) else key.encode()


def read_signed(serializer: URLSafeTimedSerializer, text: str, longest: timedelta) -> tuple[Any, datetime]:
    """Return what was signed, and when. Where the clock was set back since, that is later than now.

    :raises itsdangerous.BadData: if the signature is not ours, or older than `longest`.
    """
    found, signed = serializer.loads(text, return_timestamp=True)
    if time.time() - signed.timestamp() > longest.total_seconds():
        raise SignatureExpired("it is too old")
    return found, signed
