"""Passwords and PINs: argon2id at the floor of OWASP's cheat sheet, fast enough for a class at once."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from classroom.services.accounts.hash_pool import HashPool
from classroom.services.errors import AccountErrorCode, ServiceError

SHORTEST = 8
LONGEST = 128
_COMMON = frozenset(
    "12345678 123456789 1234567890 password password1 qwertyui qwertyuiop 11111111 00000000 iloveyou sunshine princess "
    "football baseball superman trustno1 abcd1234 abc12345 letmein1 welcome1 passw0rd 87654321 teacher1 classroom "
    "sequence school123 changeme password123 qwerty123 asdfghjk 1q2w3e4r aa123456".split()
)


def new_hasher() -> PasswordHasher:
    """The hasher of the running app. Tests put a cheap one in the place of `_hasher`."""
    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


_hasher = new_hasher()
_pool = HashPool()


def check_new_password(password: str) -> None:
    """Refuse what must not become a password.

    :raises ServiceError: PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG or PASSWORD_TOO_COMMON.
    """
    if len(password) < SHORTEST:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_SHORT, shortest=SHORTEST)
    if len(password) > LONGEST:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_LONG, longest=LONGEST)
    if password.casefold() in _COMMON or len(set(password)) == 1:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_COMMON)


def hash_secret(secret: str) -> str:
    """The salted hash of a password or a PIN.

    :raises ServiceError: BUSY.
    """
    with _pool.slot(goes_first=True):
        return _hasher.hash(secret)


def is_right_secret(secret: str, secret_hash: str | None, *, goes_first: bool = True) -> bool:
    """Whether ``secret`` is the one hashed. With no hash it takes as long, and is False.

    :param goes_first: False where anyone can ask as often as they like: such tries wait for all others.
    :raises ServiceError: BUSY, if too many wait already.
    """
    with _pool.slot(goes_first=goes_first):
        try:
            _hasher.verify(secret_hash or _nobodys_hash(), secret)
        except (VerificationError, InvalidHashError):
            return False
    return bool(secret_hash)


@cache
def _nobodys_hash() -> str:
    return _hasher.hash("nobody has this password")
