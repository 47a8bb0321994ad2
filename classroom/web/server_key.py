"""The server's own secret, used to derive values that the database must not contain."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from itsdangerous import SignatureExpired, URLSafeTimedSerializer


def server_key() -> bytes:
    """Return the instance folder's key."""
    key = current_app.secret_key or b""
    return key if isinstance(key, bytes) else key.encode()


def read_signed(serializer: URLSafeTimedSerializer, text: str, longest: timedelta) -> tuple[Any, datetime]:
    """Return the signed data and the time of signing, which is in the future if the clock was set back.

    :raises itsdangerous.BadData: if the signature is invalid or older than `longest`.
    """
    found, signed = serializer.loads(text, return_timestamp=True)
    if time.time() - signed.timestamp() > longest.total_seconds():
        raise SignatureExpired("it is too old")
    return found, signed
