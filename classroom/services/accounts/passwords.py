"""Passwords and PINs: argon2id at the minimum of OWASP's cheat sheet, with few concurrent hashes and a short queue."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from classroom.services.errors import AccountErrorCode, ServerErrorCode, ServiceError
from classroom.serving.warm_queue import waiting_aside

SLOTS = max(1, min(4, os.cpu_count() or 1))
"""Each hash takes 19 MiB and a core. More at once would only wait for each other."""
FIRST_WAITING = 1000
"""A school building that signs in at once."""
OTHERS_WAITING = 64


class HashPool:
    """A semaphore with two queues. Hashes for unknown devices run one at a time, after all others."""

    def __init__(self, *, slots: int = SLOTS) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self._first: deque[threading.Event] = deque()
        self._others: deque[threading.Event] = deque()
        self._running = 0
        self._others_running = 0

    @contextmanager
    def slot(self, *, goes_first: bool) -> Iterator[None]:
        """Wait for a slot and hold it during the block.

        :param goes_first: False for unknown devices.
        :raises ServiceError: BUSY, if too many are waiting.
        """
        self._wait_for_turn(goes_first=goes_first)
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                self._others_running -= not goes_first
                self._start_next()

    def _wait_for_turn(self, *, goes_first: bool) -> None:
        queue, longest = (self._first, FIRST_WAITING) if goes_first else (self._others, OTHERS_WAITING)
        turn = threading.Event()
        with self._lock:
            if len(queue) >= longest:
                raise ServiceError(ServerErrorCode.BUSY)
            queue.append(turn)
            self._start_next()
        with waiting_aside():
            turn.wait()

    def _start_next(self) -> None:
        while self._running < self._slots:
            if self._first:
                self._first.popleft().set()
            elif self._others and not self._others_running:
                self._others.popleft().set()
                self._others_running += 1
            else:
                return
            self._running += 1


SHORTEST = 8
LONGEST = 128
_COMMON = Path(__file__).with_name("common_passwords.txt")
_OF_THIS_PLACE = frozenset(
    "classroom sequence sequence1 sequences sequencenumbers school123 school1234 teacher1 teacher123 students "
    "mathteacher mathematics profesor1 profesora profesora1 maestra1 maestra123 maestro1 maestro123 escuela1 "
    "escuela123 estudiante estudiantes matematica matematicas matemáticas contraseña contraseña1 contrasena "
    "contrasena1 bienvenido bienvenida bienvenidos secuencia secuencias teamo123 tequiero colegio1 colegio123".split()
)
"""Words that someone at a school would try first, in the app's languages, in addition to the common list."""


def new_hasher() -> PasswordHasher:
    """Return the app's hasher. Tests replace `_hasher` with a cheap one."""
    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


_hasher = new_hasher()
_pool = HashPool()


def check_new_password(password: str) -> None:
    """Reject an unacceptable new password.

    :raises ServiceError: PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG or PASSWORD_TOO_COMMON.
    """
    if len(password) < SHORTEST:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_SHORT, shortest=SHORTEST)
    if len(password) > LONGEST:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_LONG, longest=LONGEST)
    if password.casefold() in common_passwords() or len(set(password)) == 1:
        raise ServiceError(AccountErrorCode.PASSWORD_TOO_COMMON)


@cache
def common_passwords() -> frozenset[str]:
    """Return the most common passwords (source: `common_passwords.txt`)."""
    lines = _COMMON.read_text(encoding="utf-8").splitlines()
    return _OF_THIS_PLACE.union(line for line in lines if not line.startswith("#"))


def hash_secret(secret: str) -> str:
    """Return the salted hash of a password or a PIN.

    :raises ServiceError: BUSY.
    """
    with _pool.slot(goes_first=True):
        return _hasher.hash(secret)


def is_right_secret(secret: str, secret_hash: str | None, *, goes_first: bool = True) -> bool:
    """Return whether ``secret`` matches the hash. Without a hash, take as long and return False.

    :param goes_first: False if anyone can attempt this without limit: such attempts wait for all others.
    :raises ServiceError: BUSY, if too many are waiting.
    """
    with _pool.slot(goes_first=goes_first):
        try:
            _hasher.verify(secret_hash or _dummy_hash(), secret)
        except (VerificationError, InvalidHashError):
            return False
    return bool(secret_hash)


@cache
def _dummy_hash() -> str:
    return _hasher.hash("no one has this password")
