"""The server's own secret, used to derive values that the database must not contain."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from itsdangerous import SignatureExpired, URLSafeTimedSerializer

from classroom import clock


def server_key() -> bytes:
    """Return the instance folder's key."""
    key = current_app.secret_key or b""
    return key if isinstance(key, bytes) else key.encode()


def read_signed(serializer: URLSafeTimedSerializer, text: str, longest: timedelta) -> tuple[Any, datetime]:
    """Return the signed data and the time of signing, which is in the future if the clock was set back.

    :raises itsdangerous.BadData: if the signature is invalid or older than `longest`.
    """
    found, signed = serializer.loads(text, return_timestamp=True)
    if is_too_old(signed.timestamp(), longest):
        raise SignatureExpired("it is too old")
    return found, signed


def is_too_old(signed_at: float, longest: timedelta) -> bool:
    """Return whether a signature is too old by both clocks.

    The system's clock, which dates signatures, may jump ahead by months; the app's own does not (`clock`).
    """
    return min(time.time(), clock.now().timestamp()) - signed_at > longest.total_seconds()
