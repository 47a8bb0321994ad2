from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from argon2 import PasswordHasher, extract_parameters

from classroom.services.accounts import passwords
from classroom.services.accounts.passwords import LONGEST, SHORTEST, check_new_password, hash_secret, is_right_secret
from classroom.services.errors import AccountErrorCode, ErrorCode, ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def full_cost() -> Iterator[None]:
    """The hasher of the running app, which `cheap_hashes` may have replaced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", passwords.new_hasher())
        passwords._dummy_hash.cache_clear()
        yield
    passwords._dummy_hash.cache_clear()


def test_only_the_right_secret_is_accepted() -> None:
    kept = hash_secret("4711")
    assert "4711" not in kept
    assert kept != hash_secret("4711")
    assert is_right_secret("4711", kept)
    assert not is_right_secret("4712", kept)


@pytest.mark.parametrize("kept", [None, "", "plain text", "$argon2id$v=19$m=8,t=1,p=1$broken"])
def test_an_invalid_hash_accepts_nothing(kept: str | None) -> None:
    assert not is_right_secret("4711", kept)
    assert not is_right_secret("no one has this password", kept)


def test_hashes_cost_what_owasp_recommends(full_cost: None) -> None:
    parameters = extract_parameters(hash_secret("secret"))
    assert (parameters.type.name, parameters.parallelism) == ("ID", 1)
    assert parameters.memory_cost >= 19 * 1024
    assert parameters.time_cost >= 2


def test_hashes_of_another_cost_still_verify() -> None:
    kept = PasswordHasher(time_cost=2, memory_cost=64, parallelism=1).hash("secret")
    assert is_right_secret("secret", kept)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(full_cost: None) -> None:
    kept = hash_secret("secret")
    is_right_secret("wrong", None)  # not the hash of any account

    def seconds(secret_hash: str | None) -> float:
        tries = []
        for _ in range(5):
            start = time.thread_time()  # processor time, not elapsed time: other tests run in parallel
            is_right_secret("wrong", secret_hash)
            tries.append(time.thread_time() - start)
        return min(tries)

    assert seconds(None) > seconds(kept) / 2


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("", AccountErrorCode.PASSWORD_TOO_SHORT),
        ("x1" * 3, AccountErrorCode.PASSWORD_TOO_SHORT),
        ("ab" * LONGEST, AccountErrorCode.PASSWORD_TOO_LONG),
        ("Password123", AccountErrorCode.PASSWORD_TOO_COMMON),
        ("iloveyou", AccountErrorCode.PASSWORD_TOO_COMMON),
        ("Contraseña", AccountErrorCode.PASSWORD_TOO_COMMON),
        ("z" * 20, AccountErrorCode.PASSWORD_TOO_COMMON),
    ],
)
def test_bad_passwords_are_refused(password: str, problem: ErrorCode) -> None:
    with pytest.raises(ServiceError) as caught:
        check_new_password(password)
    assert caught.value.code is problem


@pytest.mark.parametrize(
    "password", ["a" * (SHORTEST - 1) + "b", "seven purple giraffes", "ab" * (LONGEST // 2), "जल्दी नहीं"]
)
def test_other_passwords_are_accepted(password: str) -> None:
    check_new_password(password)


def test_common_passwords_are_refused() -> None:
    """ASVS 5.0, 6.2.4: the 3,000 most common passwords that are long enough, in any capitalization."""
    common = passwords.common_passwords()
    long_enough = [one for one in common if len(one) >= SHORTEST]
    print(f"S1 {len(long_enough):,} common passwords of {SHORTEST} and more characters are refused")
    assert len(long_enough) >= 3_000
    assert all(one == one.casefold().strip() for one in common)
    for password in ("PASSWORD1", "qwertyuiop", "Starwars", "1qaz2wsx", "11234567"):
        with pytest.raises(ServiceError):
            check_new_password(password)
    check_new_password("seven purple llamas")
