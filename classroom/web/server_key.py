"""The server's own secret, from which secrets are made that the database must not hold."""

from __future__ import annotations

from flask import current_app


def server_key() -> bytes:
    """Return the key of the instance folder."""
    key = current_app.secret_key or b""
    return key if isinstance(key, bytes) else key.encode()
