from __future__ import annotations

from typing import TYPE_CHECKING

import pyotp
import pytest

from classroom import clock
from classroom.database import db
from classroom.services.accounts import rate_limit, two_factor
from classroom.services.errors import AccountErrorCode, ErrorCode, ServiceError

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock

SERVER_KEY = b"a key of the server, long enough"
SEED = two_factor.new_seed(server_key=SERVER_KEY)


def code_at(seconds: int) -> str:
    """Return the code of an authenticator app whose clock differs from ours by this much."""
    key = two_factor.key_of(SEED, server_key=SERVER_KEY)
    assert key is not None
    return pyotp.TOTP(key).at(int(clock.now().timestamp()) + seconds)


def check(cast: Cast, code: str, *, server_key: bytes = SERVER_KEY) -> None:
    two_factor.check_code(teacher_id=cast.alice.id, code=code, server_key=server_key)


def turn_on(cast: Cast, code: str) -> None:
    two_factor.turn_on(teacher_id=cast.alice.id, seed=SEED, code=code, server_key=SERVER_KEY)


def code_of(cast: Cast, code: str) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        check(cast, code)
    return caught.value.code


@pytest.fixture
def turned_on(cast: Cast, frozen_clock: FrozenClock) -> Cast:
    """Alice turned codes on some time ago."""
    turn_on(cast, code_at(0))
    frozen_clock.move_on(minutes=10)
    return cast


def test_codes_equal_those_of_the_standard() -> None:
    """The examples of RFC 6238, appendix B, with six digits."""
    totp = pyotp.TOTP("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    assert [totp.at(at) for at in (59, 1_111_111_109, 20_000_000_000)] == ["287082", "081804", "353130"]


def test_a_new_key_has_160_bits_and_an_address() -> None:
    keys = {two_factor.key_of(two_factor.new_seed(server_key=SERVER_KEY), server_key=SERVER_KEY) for _ in range(5)}
    assert len(keys) == 5
    key = keys.pop()
    assert key is not None
    assert len(key) == 32
    address = two_factor.address_of(key=key, name="Ms Okafor")
    assert address.startswith("otpauth://totp/Sequence%20Numbers:Ms%20Okafor?")
    assert f"secret={key}" in address


def test_the_database_alone_cannot_make_codes(turned_on: Cast) -> None:
    kept = turned_on.alice.totp_secret
    assert kept is not None
    assert len(kept) <= 64
    key = two_factor.key_of(kept, server_key=SERVER_KEY)
    assert key is not None
    assert key not in kept
    assert two_factor.key_of(kept, server_key=b"a key of another server, as long") is None


def test_a_server_with_another_key_knows_that_it_cannot_check(turned_on: Cast) -> None:
    other = b"a key of another server, as long"
    with pytest.raises(ServiceError) as caught:
        two_factor.check_key(teacher_id=turned_on.alice.id, server_key=other)
    assert caught.value.code is AccountErrorCode.TWO_FACTOR_LOST
    with pytest.raises(ServiceError):
        check(turned_on, code_at(0), server_key=other)
    assert two_factor.teachers_without_key(server_key=other) == ["Alice Okafor"]
    two_factor.check_key(teacher_id=turned_on.alice.id, server_key=SERVER_KEY)
    two_factor.check_key(teacher_id=turned_on.dora.id, server_key=other)
    assert two_factor.teachers_without_key(server_key=SERVER_KEY) == []


def test_a_key_of_an_earlier_version_still_works(turned_on: Cast) -> None:
    turned_on.alice.totp_secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    db.session.commit()
    check(turned_on, pyotp.TOTP("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").at(int(clock.now().timestamp())))


@pytest.mark.parametrize("seconds", [-30, 0, 30])
def test_a_code_is_valid_if_the_clocks_differ_by_one_step(turned_on: Cast, seconds: int) -> None:
    check(turned_on, code_at(seconds))


@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_code_is_invalid_if_the_clocks_differ_by_two_steps(turned_on: Cast, seconds: int) -> None:
    assert code_of(turned_on, code_at(seconds)) is AccountErrorCode.WRONG_CODE


def test_spaces_do_not_matter_and_other_text_is_invalid(turned_on: Cast) -> None:
    code = code_at(0)
    for wrong in ("", "\0", "12345", code + "0", "\uff11\uff12\uff13\uff14\uff15\uff16", "−1", "x" * 9_999):
        rate_limit.reset_limit(scope=f"totp:{turned_on.alice.id}")
        assert code_of(turned_on, wrong) is AccountErrorCode.WRONG_CODE
    check(turned_on, f" {code[:3]} {code[3:]} ")


def test_a_used_or_earlier_code_is_invalid(turned_on: Cast) -> None:
    earlier, code, later = code_at(-30), code_at(0), code_at(30)
    check(turned_on, code)
    assert code_of(turned_on, code) is AccountErrorCode.WRONG_CODE
    assert code_of(turned_on, earlier) is AccountErrorCode.WRONG_CODE
    check(turned_on, later)


def test_the_code_that_turned_it_on_does_not_sign_in(cast: Cast, frozen_clock: FrozenClock) -> None:
    code = code_at(0)
    turn_on(cast, code)
    assert code_of(cast, code) is AccountErrorCode.WRONG_CODE


def test_guessing_is_slowed_down(turned_on: Cast, frozen_clock: FrozenClock) -> None:
    for _ in range(rate_limit.CODE.failures):
        assert code_of(turned_on, "0") is AccountErrorCode.WRONG_CODE
    assert code_of(turned_on, code_at(0)) is AccountErrorCode.TOO_MANY_TRIES
    frozen_clock.move_on(minutes=rate_limit.CODE.minutes)
    check(turned_on, code_at(0))


def test_a_wrong_code_turns_nothing_on(cast: Cast, frozen_clock: FrozenClock) -> None:
    with pytest.raises(ServiceError):
        turn_on(cast, "000000")
    assert not two_factor.is_on(teacher_id=cast.alice.id)


def test_someone_at_the_open_page_cannot_insert_another_key(turned_on: Cast) -> None:
    with pytest.raises(ServiceError) as caught:
        turn_on(turned_on, code_at(0))
    assert caught.value.code is AccountErrorCode.TWO_FACTOR_ON


def test_turning_off_deletes_the_key(turned_on: Cast) -> None:
    two_factor.turn_off(teacher_id=turned_on.alice.id)
    assert not two_factor.is_on(teacher_id=turned_on.alice.id)
    assert code_of(turned_on, code_at(0)) is AccountErrorCode.WRONG_CODE
