"""The secrets of a login card, derived from an order's seed and the server's key: the same order, the same secrets."""

from __future__ import annotations

import base64
import hashlib
import hmac
from math import perm

from classroom.models.student import SecretKind

PICTURES = (
    *("sun", "moon", "star", "cloud", "tree", "flower", "apple", "heart"),
    *("fish", "cat", "house", "boat", "key", "cup", "bell", "umbrella"),
)
"""The names of the pictures in forms, hashes and, as words, on pages. Drawn in templates/macros/pictures.html."""

PICTURES_ON_CARD = 4
PICTURE_PASSWORDS = perm(len(PICTURES), PICTURES_ON_CARD)
"""The number of picture passwords: 43,680."""
PIN_DIGITS = 6
"""For new PINs. Cards of earlier versions have four."""
_TOKEN_BYTES = 18
"""144 bits, and a multiple of three, so Base64 needs no padding."""


def make_secret(*, kind: SecretKind, key: bytes, seed: str, student_id: str) -> str:
    """Return what the student types or taps: `PIN_DIGITS` digits, or four pictures in order separated by spaces."""
    number = int.from_bytes(_made(key, f"{kind} {seed} {student_id}"))
    if kind is SecretKind.PICTURES:
        return " ".join(_four_of(number))
    return f"{number % 10**PIN_DIGITS:0{PIN_DIGITS}}"


def make_card_token(*, key: bytes, seed: str, student_id: str) -> str:
    """Return what the card's QR code contains after the ``#``."""
    made = _made(key, f"card {seed} {student_id}")
    return base64.urlsafe_b64encode(made[:_TOKEN_BYTES]).decode()


def hash_card_token(token: str) -> str:
    """Return the hash of a token for the database. A token is too long to be guessed, so a fast hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _made(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _four_of(number: int) -> list[str]:
    """Return four different pictures. With a 256-bit number, all 16·15·14·13 rows are practically equally likely."""
    left = list(PICTURES)
    chosen = []
    for _ in range(PICTURES_ON_CARD):
        number, index = divmod(number, len(left))
        chosen.append(left.pop(index))
    return chosen
