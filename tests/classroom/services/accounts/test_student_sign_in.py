from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import LoginSession, Student, TryState
from classroom.services.accounts import logins, passwords, rate_limit, student_sign_in
from classroom.services.accounts.devices import NEW_DEVICE, Device
from classroom.services.accounts.login_cards import LoginCard, new_cards, revoke_card
from classroom.services.accounts.student_sign_in import locked_out, unlock, unlock_all
from classroom.services.classes.roster import archive_student
from classroom.services.errors import AccountErrorCode, ErrorCode, ServiceError
from tests.factories import PIN, make_class_session, make_login_failure, make_student, make_students

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def code_of(action: Callable[[], object]) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        action()
    return caught.value.code


def sign_in(student: Student, pin: str, device: Device = NEW_DEVICE) -> str:
    return student_sign_in.sign_in_student(student_id=student.id, secret=pin, device=device)


def test_the_right_pin_signs_in(cast: Cast) -> None:
    login = logins.find_login(token=sign_in(cast.bob, PIN))
    assert login is not None
    assert login.student_id == cast.bob.id


@pytest.mark.parametrize("pin", ["", "0000", "4711080", "47110", "x" * 5_000])
def test_a_wrong_pin_does_not_sign_in(cast: Cast, pin: str) -> None:
    assert code_of(lambda: sign_in(cast.bob, pin)) is AccountErrorCode.WRONG_SECRET


def test_five_wrong_pins_lock_the_student_out(cast: Cast, frozen_clock: FrozenClock) -> None:
    for _ in range(5):
        assert code_of(lambda: sign_in(cast.bob, "0000")) is AccountErrorCode.WRONG_SECRET
    assert code_of(lambda: sign_in(cast.bob, PIN)) is AccountErrorCode.TOO_MANY_TRIES
    frozen_clock.move_on(minutes=15)
    assert sign_in(cast.bob, PIN)


class _SlowHasher(PasswordHasher):
    """A hasher during whose work something else happens."""

    def __init__(self, meanwhile: Callable[[], object], *, is_called_first: bool = False) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self._meanwhile = meanwhile
        self._is_called_first = is_called_first

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        if self._is_called_first:
            self._meanwhile()
        is_right = super().verify(hash, password)
        if not self._is_called_first:
            self._meanwhile()
        return is_right


def exchange_card(*, student_id: str) -> None:
    """Print another card, with another PIN."""
    class_id = db.session.get_one(Student, student_id).class_id
    new_cards(class_id=class_id, student_ids=[student_id])


@pytest.mark.parametrize("action", [revoke_card, archive_student, exchange_card])
def test_sign_ins_in_progress_end_with_the_others(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, action: Callable[..., object]
) -> None:
    student_id = cast.bob.id
    monkeypatch.setattr(passwords, "_hasher", _SlowHasher(lambda: action(student_id=student_id)))
    assert code_of(lambda: sign_in(cast.bob, PIN)) is AccountErrorCode.WRONG_SECRET
    assert db.session.execute(select(LoginSession)).first() is None


def test_a_student_without_a_card_has_no_pin_to_guess(cast: Cast) -> None:
    newcomer = make_student(school_class=cast.class_7b, pin=None)
    assert code_of(lambda: sign_in(newcomer, "0000")) is AccountErrorCode.NO_PIN


def test_new_devices_have_twenty_tries_a_day(cast: Cast, frozen_clock: FrozenClock) -> None:
    for quarter in range(4):
        frozen_clock.move_on(minutes=16 * (quarter > 0))
        assert [code_of(lambda: sign_in(cast.bob, "0000")) for _ in range(5)] == [AccountErrorCode.WRONG_SECRET] * 5
    frozen_clock.move_on(minutes=16)
    assert code_of(lambda: sign_in(cast.bob, PIN)) is AccountErrorCode.TOO_MANY_TRIES
    frozen_clock.move_on(hours=24)
    assert sign_in(cast.bob, PIN)


def test_a_right_pin_does_not_reset_the_tries_of_the_day(cast: Cast, frozen_clock: FrozenClock) -> None:
    for _ in range(5):
        for _ in range(4):
            code_of(lambda: sign_in(cast.bob, "0000"))
        with suppress(ServiceError):
            sign_in(cast.bob, PIN)
    assert code_of(lambda: sign_in(cast.bob, PIN)) is AccountErrorCode.TOO_MANY_TRIES


def own_device(student: Student) -> Device:
    return Device(f"own {student.id[:6]}", (student.id,))


def test_an_attacker_without_cookies_locks_no_one_out_of_their_own_device(cast: Cast) -> None:
    students = [cast.bob, *(make_student(school_class=cast.class_7b) for _ in range(5))]
    for student in students:
        codes = {code_of(partial(sign_in, student, "0000", Device(f"new {n}"))) for n in range(8)}
        assert AccountErrorCode.TOO_MANY_TRIES in codes
    assert locked_out(class_id=cast.class_7b.id) == {one.id for one in students}
    for student in students:
        assert code_of(partial(sign_in, student, PIN)) is AccountErrorCode.TOO_MANY_TRIES
        assert sign_in(student, PIN, own_device(student))


def test_one_device_locks_at_most_two_students_and_then_itself(cast: Cast, frozen_clock: FrozenClock) -> None:
    students = make_students(8, school_class=cast.class_7b)
    guesser = Device("guesser")
    codes = [code_of(partial(sign_in, one, "0000", guesser)) for _ in range(5) for one in students]
    assert codes == [AccountErrorCode.WRONG_SECRET] * 10 + [AccountErrorCode.TOO_MANY_ON_DEVICE] * 30
    for student in students:
        assert sign_in(student, PIN)
    frozen_clock.move_on(minutes=16)
    for student in students[:2]:
        for _ in range(5):
            assert code_of(partial(sign_in, student, "0000", guesser)) is AccountErrorCode.WRONG_SECRET
    assert code_of(partial(sign_in, students[2], PIN, guesser)) is AccountErrorCode.TOO_MANY_ON_DEVICE
    assert sign_in(students[2], PIN, Device("neighbor"))


def test_a_known_device_has_its_own_limited_budget(cast: Cast, frozen_clock: FrozenClock) -> None:
    for number in range(5):
        assert code_of(partial(sign_in, cast.bob, "0000", Device(f"{number}", (cast.bob.id,)))) is (
            AccountErrorCode.WRONG_SECRET
        )
    assert code_of(partial(sign_in, cast.bob, PIN, own_device(cast.bob))) is AccountErrorCode.TOO_MANY_TRIES
    assert sign_in(cast.bob, PIN), "on a new device"
    frozen_clock.move_on(minutes=15)
    assert sign_in(cast.bob, PIN, own_device(cast.bob))


def test_unlocking_clears_the_device_that_keeps_a_student_out_too(cast: Cast) -> None:
    neighbor, shared = make_student(school_class=cast.class_7b), Device("shared")
    for student in (neighbor, make_student(school_class=cast.class_7b)):
        for _ in range(5):
            code_of(partial(sign_in, student, "0000", shared))
    assert code_of(partial(sign_in, cast.bob, PIN, shared)) is AccountErrorCode.TOO_MANY_ON_DEVICE
    assert cast.bob.id in locked_out(class_id=cast.class_7b.id)
    unlock(student_id=cast.bob.id)
    assert cast.bob.id not in locked_out(class_id=cast.class_7b.id)
    assert sign_in(cast.bob, PIN, shared)
    assert code_of(partial(sign_in, neighbor, PIN, shared)) is AccountErrorCode.TOO_MANY_TRIES, "unlocked is Bob alone"
    unlock_all(class_id=cast.class_7b.id)
    assert locked_out(class_id=cast.class_7b.id) == frozenset()
    assert sign_in(neighbor, PIN, shared)


def test_a_card_of_an_earlier_version_works_and_has_three_tries_a_day(cast: Cast, frozen_clock: FrozenClock) -> None:
    ana = make_student(school_class=cast.class_7b, pin="4711", pin_digits=None)
    for number in range(3):
        assert sign_in(ana, "4711", own_device(ana))
        assert code_of(partial(sign_in, ana, "0000", Device(f"{number}"))) is AccountErrorCode.WRONG_SECRET
    for device in (NEW_DEVICE, own_device(ana)):
        assert code_of(partial(sign_in, ana, "4711", device)) is AccountErrorCode.TOO_MANY_TRIES
    unlock(student_id=ana.id)
    assert sign_in(ana, "4711")


def test_simultaneous_tries_never_exceed_the_budget(cast: Cast, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []
    monkeypatch.setattr(passwords, "_hasher", _SlowHasher(lambda: checked.append(1), is_called_first=True))
    student_id = cast.bob.id

    def guess(number: int) -> ErrorCode:
        with app.app_context(), pytest.raises(ServiceError) as caught:
            student_sign_in.sign_in_student(student_id=student_id, secret=f"{number:06}")
        return caught.value.code

    with ThreadPoolExecutor(20) as pool:
        codes = list(pool.map(guess, range(40)))
    assert len(checked) == 5
    assert codes.count(AccountErrorCode.TOO_MANY_TRIES) == 35


def test_a_try_whose_process_died_counts_as_wrong(cast: Cast, frozen_clock: FrozenClock) -> None:
    for _ in range(5):
        make_login_failure(f"pin:{cast.bob.id}", state=TryState.UNDECIDED)
    frozen_clock.move_on(minutes=1)
    assert code_of(lambda: sign_in(cast.bob, PIN)) is AccountErrorCode.TOO_MANY_TRIES


@pytest.mark.parametrize(("students", "tries"), [(1, 60), pytest.param(30, 200, marks=pytest.mark.nightly)])
def test_concurrent_correct_tries_lock_no_one_out(
    cast: Cast, app: Flask, students: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "_PATIENCE_SECONDS", 120.0)  # the last one waits long where much else runs
    ids = [make_student(school_class=cast.class_7b).id for _ in range(students)]
    device = Device("shared by all")

    def sign_in_one(number: int) -> str:
        with app.app_context():
            return student_sign_in.sign_in_student(student_id=ids[number % len(ids)], secret=PIN, device=device)

    with ThreadPoolExecutor(20) as pool:
        tokens = list(pool.map(sign_in_one, range(tries)))
    assert len(set(tokens)) == tries


def test_the_teacher_sees_locked_out_students_and_unlocks_them(cast: Cast) -> None:
    other = make_student(school_class=cast.class_7b)
    assert locked_out(class_id=cast.class_7b.id) == frozenset()
    for _ in range(5):
        code_of(lambda: sign_in(cast.bob, "0000"))
    assert locked_out(class_id=cast.class_7b.id) == {cast.bob.id}
    assert other.id not in locked_out(class_id=cast.class_7b.id)
    unlock(student_id=cast.bob.id)
    assert locked_out(class_id=cast.class_7b.id) == frozenset()
    assert sign_in(cast.bob, PIN)


class TestCards:
    @pytest.fixture
    def card(self, cast: Cast) -> LoginCard:
        """Bob's card, in a class with an open session."""
        make_class_session(cast.class_7b)
        return new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])[0]

    def use(self, token: str, *, device: Device = NEW_DEVICE) -> str:
        return student_sign_in.sign_in_by_card(token=token, device=device)

    def test_a_card_signs_its_student_in(self, card: LoginCard, cast: Cast) -> None:
        login = logins.find_login(token=self.use(card.token))
        assert login is not None
        assert login.student_id == cast.bob.id

    def test_the_database_holds_no_token(self, card: LoginCard, cast: Cast) -> None:
        assert cast.bob.card_hash is not None
        assert card.token not in cast.bob.card_hash
        assert code_of(lambda: self.use(cast.bob.card_hash or "")) is AccountErrorCode.UNKNOWN_CARD

    def test_unknown_and_old_and_revoked_cards_get_the_same_refusal(self, card: LoginCard, cast: Cast) -> None:
        new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])
        for token in ("", "x" * 24, card.token, card.token[:-1]):
            assert code_of(partial(self.use, token)) is AccountErrorCode.UNKNOWN_CARD
        newest = new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])[0]
        revoke_card(student_id=cast.bob.id)
        assert code_of(lambda: self.use(newest.token)) is AccountErrorCode.UNKNOWN_CARD

    def test_students_who_left_and_students_of_archived_classes_cannot_sign_in(
        self, card: LoginCard, cast: Cast
    ) -> None:
        for row, problem in (
            (cast.bob, AccountErrorCode.UNKNOWN_CARD),
            (cast.class_7b, AccountErrorCode.CLASS_CLOSED),
        ):
            row.archived_at = clock.now()
            db.session.commit()
            assert code_of(lambda: self.use(card.token)) is problem
            row.archived_at = None
            db.session.commit()
        assert self.use(card.token)

    def test_cards_do_not_sign_in_outside_of_lessons(self, cast: Cast) -> None:
        card = new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])[0]
        assert code_of(lambda: self.use(card.token)) is AccountErrorCode.CLASS_NOT_OPEN

    def test_a_locked_out_student_gets_in_by_card(self, card: LoginCard, cast: Cast) -> None:
        for _ in range(5):
            code_of(lambda: sign_in(cast.bob, "wrong"))
        assert self.use(card.token)

    def test_wrong_tokens_count_and_right_ones_always_work(self, card: LoginCard) -> None:
        for _ in range(30):
            assert code_of(lambda: self.use("no card")) is AccountErrorCode.UNKNOWN_CARD
        assert code_of(lambda: self.use("no card")) is AccountErrorCode.MANY_WRONG_TRIES
        assert code_of(lambda: self.use("no card", device=Device(address="there"))) is AccountErrorCode.UNKNOWN_CARD
        assert self.use(card.token)
        device = Device("one", address="elsewhere")
        for _ in range(30):
            assert code_of(lambda: self.use("no card", device=device)) is AccountErrorCode.UNKNOWN_CARD
        assert code_of(lambda: self.use("no card", device=device)) is AccountErrorCode.TOO_MANY_ON_DEVICE
        assert self.use(card.token, device=device)
