"""The promises of docs/sign-in-limits.md, computed from the app's actual limits."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.models.student import SecretKind
from classroom.services.accounts import pin_limits, rate_limit, student_sign_in
from classroom.services.accounts.card_secrets import PIN_DIGITS, make_secret
from classroom.services.accounts.devices import LIMITS, Device, Tried
from classroom.services.accounts.pin_limits import (
    CLASS_SIZE,
    MAX_GUESS_PROBABILITY,
    OLD_PIN_DIGITS,
    PICTURES,
    SecretLimits,
    limits_of,
)
from classroom.services.errors import AccountErrorCode, ServiceError
from tests.factories import make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock

DOCUMENT = Path(__file__).parents[4] / "docs" / "sign-in-limits.md"
KINDS = {
    "new PIN": limits_of(SecretKind.PIN, PIN_DIGITS),
    "pictures": PICTURES,
    "old PIN": limits_of(SecretKind.PIN, None),
}


@pytest.mark.parametrize("limits", KINDS.values(), ids=KINDS.keys())
def test_no_one_guesses_any_secret_of_a_class_in_a_day(limits: SecretLimits) -> None:
    assert CLASS_SIZE == 30
    assert limits.guess_probability() <= MAX_GUESS_PROBABILITY <= 0.01


def test_new_cards_stay_safe_where_the_teacher_unlocks_everyone_seven_times_a_day() -> None:
    limits = KINDS["new PIN"]
    assert 1 - (1 - 8 * limits.tries_a_day / limits.secrets) ** CLASS_SIZE <= MAX_GUESS_PROBABILITY


@pytest.mark.parametrize("kind", SecretKind)
def test_the_number_of_secrets_matches_the_limits(kind: SecretKind) -> None:
    limits = limits_of(kind, PIN_DIGITS)
    made = [make_secret(kind=kind, key=b"key", seed=f"{number}", student_id="bob") for number in range(20_000)]
    expected = limits.secrets * (1 - (1 - 1 / limits.secrets) ** len(made))
    assert len(set(made)) == pytest.approx(expected, rel=0.02)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "pin_digits", "name"),
    [
        (SecretKind.PIN, PIN_DIGITS, "new PIN"),
        (SecretKind.PICTURES, None, "pictures"),
        (SecretKind.PIN, None, "old PIN"),
    ],
)
def test_daily_tries_never_exceed_the_limits(
    cast: Cast, frozen_clock: FrozenClock, kind: SecretKind, pin_digits: int | None, name: str
) -> None:
    """An attacker with every kind of device who waits whenever that helps."""
    student = make_student(school_class=cast.class_7b, secret_kind=kind, pin_digits=pin_digits)
    checked = 0
    numbers = itertools.count()
    for _ in range(24 * 4 - 1):
        for people, _try in itertools.product(((), (student.id,)), range(6)):
            device = Device(f"{next(numbers)}", people, f"address {next(numbers)}")
            with pytest.raises(ServiceError) as caught:
                student_sign_in.sign_in_student(student_id=student.id, secret="wrong", device=device)
            checked += caught.value.code is AccountErrorCode.WRONG_SECRET
        frozen_clock.move_on(minutes=15)
    assert checked == KINDS[name].tries_a_day


def test_one_device_cannot_lock_a_class() -> None:
    short, day = LIMITS[Tried.PIN]
    tries_that_lock = min(5, *(one.new_devices for one in KINDS.values()))
    assert short.failures // tries_that_lock <= CLASS_SIZE / 5
    assert day.failures // tries_that_lock <= CLASS_SIZE / 3


def test_the_document_states_the_numbers_of_the_app() -> None:
    rows = dict(re.findall(r"^\| ([^|]+?) \| (.+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        f"PIN, {PIN_DIGITS} digits": KINDS["new PIN"],
        "Picture password": KINDS["pictures"],
        f"PIN, {OLD_PIN_DIGITS} digits (older cards)": KINDS["old PIN"],
    }
    for title, limits in named.items():
        shared = limits.known_devices == 0
        known = "shared" if shared else str(limits.known_devices)
        expected = f"{limits.secrets:,} | {limits.new_devices} | {known} | {limits.guess_probability():.2%}"
        assert rows[title] == expected
    assert f"{rate_limit.PASSWORD_ON_NEW_DEVICES.failures} wrong passwords in an hour" in DOCUMENT.read_text("utf-8")
    assert pin_limits.MAX_GUESS_PROBABILITY == 0.01
