"""The keys of authenticator apps: made from a seed, which is kept, and the server's key, which the database lacks.

Whoever has a copy of the database has no keys. A server with another key cannot make them either, and knows that.
"""

from __future__ import annotations

import base64
import hmac
import secrets

_BYTES = 20
"""160 bits, as long as RFC 4226 advises; no rest is left in base 32."""
_PARTED = ":"
"""Between a seed and the mark of the server's key. What an earlier version kept has none: it is the key itself."""


def new_seed(*, server_key: bytes) -> str:
    """A seed as it is kept, with a mark by which the server's key is known again."""
    return f"{secrets.token_urlsafe(16)}{_PARTED}{_mark(server_key)}"


def key_of(kept: str, *, server_key: bytes) -> str | None:
    """The key that the app has too, in base 32; None if it was made with another server's key."""
    seed, parted, mark = kept.partition(_PARTED)
    if not parted:
        return kept
    if not hmac.compare_digest(mark, _mark(server_key)):
        return None
    return base64.b32encode(hmac.digest(server_key, f"totp {seed}".encode(), "sha256")[:_BYTES]).decode()


def _mark(server_key: bytes) -> str:
    return hmac.digest(server_key, b"totp mark", "sha256")[:6].hex()
