from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom import instance
from classroom.database import db
from classroom.models import LoginFailure, Teacher
from classroom.services.accounts import invitations, logins, rate_limit, teachers
from classroom.services.accounts.devices import NEW_DEVICE, Device
from classroom.services.errors import AccountErrorCode, ErrorCode, NameErrorCode, ServiceError
from tests.factories import PASSWORD, make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def code_of(action: Callable[[], object]) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        action()
    return caught.value.code


@pytest.fixture
def folder(app: Flask) -> Path:
    """The instance folder, with a token in it."""
    folder = Path(app.instance_path)
    instance.setup_token(folder)
    return folder


def set_up(folder: Path, *, device: Device = NEW_DEVICE, **changes: str) -> str:
    wanted = {
        "token": instance.setup_token(folder),
        "name": "Ms Okafor",
        "password": PASSWORD,
        **changes,
    }
    return teachers.set_up(folder=folder, device=device, **wanted)


@pytest.mark.usefixtures("db_session")
class TestSetUp:
    def test_the_set_up_creates_one_account_and_signs_in(self, folder: Path) -> None:
        assert not teachers.has_teacher()
        login = logins.find_login(token=set_up(folder))
        assert login is not None
        assert login.teacher_id is not None
        assert login.name == "Ms Okafor"
        assert teachers.has_teacher()

    def test_the_token_can_be_used_once(self, folder: Path) -> None:
        token = instance.setup_token(folder)
        set_up(folder)
        assert not instance.check_setup_token(folder, token)

    def test_the_set_up_requires_the_token(self, folder: Path) -> None:
        assert code_of(lambda: set_up(folder, token="0000-0000")) is AccountErrorCode.WRONG_TOKEN
        assert not teachers.has_teacher()

    def test_a_second_set_up_is_refused(self, folder: Path) -> None:
        make_teacher()
        assert code_of(lambda: set_up(folder)) is AccountErrorCode.SETUP_DONE

    def test_an_invalid_password_does_not_use_up_the_token(self, folder: Path) -> None:
        assert code_of(lambda: set_up(folder, password="short")) is AccountErrorCode.PASSWORD_TOO_SHORT
        assert set_up(folder)

    def test_guessing_the_token_is_limited_but_the_right_one_works(
        self, folder: Path, frozen_clock: FrozenClock
    ) -> None:
        for _ in range(rate_limit.SETUP_TOKEN.failures):
            assert code_of(lambda: set_up(folder, token="0000", device=Device("one"))) is AccountErrorCode.WRONG_TOKEN
        assert (
            code_of(lambda: set_up(folder, token="0000", device=Device("one"))) is AccountErrorCode.TOO_MANY_ON_DEVICE
        )
        assert set_up(folder, device=Device("one"))


def check(password: str, device: Device, *, name: str = "Alice Okafor") -> str:
    return teachers.check_name_and_password(name=name, password=password, device=device)


class TestTeachers:
    def test_two_teachers_cannot_have_the_same_name(self, cast: Cast) -> None:
        assert (
            code_of(lambda: teachers.create_teacher(name=" alice OKAFOR", password=PASSWORD))
            is NameErrorCode.NAME_TAKEN
        )

    @pytest.mark.parametrize("name", ["Alice Okafor", " alice  okafor "])
    def test_signing_in_with_the_right_password(self, cast: Cast, name: str) -> None:
        assert teachers.check_name_and_password(name=name, password=PASSWORD) == cast.alice.id

    @pytest.mark.parametrize(
        ("name", "password"),
        [
            ("Alice Okafor", "wrong"),
            ("Alice Okafor", ""),
            ("Unknown", PASSWORD),
            ("", PASSWORD),
            ("Al\0ice", "x" * 99_999),
        ],
    )
    def test_every_failure_gives_the_same_error(self, cast: Cast, name: str, password: str) -> None:
        assert (
            code_of(lambda: teachers.check_name_and_password(name=name, password=password))
            is AccountErrorCode.WRONG_PASSWORD
        )

    def test_ten_wrong_passwords_block_the_device(self, cast: Cast, frozen_clock: FrozenClock) -> None:
        guesser = Device("guesser")
        for _ in range(rate_limit.PASSWORD.failures):
            assert code_of(lambda: check("no", guesser)) is AccountErrorCode.WRONG_PASSWORD
        assert code_of(lambda: check(PASSWORD, guesser)) is AccountErrorCode.TOO_MANY_ON_DEVICE
        assert check(PASSWORD, Device("teacher")) == cast.alice.id
        frozen_clock.move_on(minutes=rate_limit.PASSWORD.minutes)
        assert check(PASSWORD, guesser) == cast.alice.id

    def test_an_attacker_without_cookies_learns_nothing_after_the_budget(
        self, cast: Cast, frozen_clock: FrozenClock
    ) -> None:
        codes = [code_of(lambda: check("no", NEW_DEVICE)) for _ in range(60)]
        strangers = [code_of(lambda: check("no", NEW_DEVICE, name="Unknown")) for _ in range(5)]
        assert codes == [AccountErrorCode.WRONG_PASSWORD] * 30 + [AccountErrorCode.MANY_WRONG_TRIES] * 30
        elsewhere = Device(address="10.0.0.9")
        assert code_of(lambda: check(PASSWORD, elsewhere)) is AccountErrorCode.WRONG_PASSWORD, "the budget is gone"
        assert code_of(lambda: check(PASSWORD, elsewhere, name="Unknown")) is AccountErrorCode.WRONG_PASSWORD
        assert strangers == [AccountErrorCode.MANY_WRONG_TRIES] * 5
        assert check(PASSWORD, Device("own", (cast.alice.id,))) == cast.alice.id, "her own device has its own budget"
        assert check(PASSWORD, elsewhere, name="Dora Lind") == cast.dora.id
        frozen_clock.move_on(minutes=rate_limit.PASSWORD_ON_NEW_DEVICES.minutes)
        assert check(PASSWORD, elsewhere) == cast.alice.id

    @pytest.mark.nightly
    def test_unknown_names_leave_no_rows(self, cast: Cast) -> None:
        for number in range(200):
            device = Device(f"fetched {number}") if number % 2 else NEW_DEVICE
            code_of(partial(check, "no", device, name=f"Unknown {number}"))
        assert db.session.execute(select(func.count()).select_from(LoginFailure)).scalar_one() == 15

    def test_a_right_password_forgives_the_wrong_ones(self, cast: Cast) -> None:
        device = Device("own", (cast.alice.id,))
        for _ in range(3):
            for _ in range(rate_limit.PASSWORD.failures - 1):
                assert code_of(lambda: check("no", device)) is AccountErrorCode.WRONG_PASSWORD
            assert check(PASSWORD, device)

    def test_a_reset_password_works_and_ends_every_sign_in(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        password = teachers.reset_password(name="alice okafor")
        assert password is not None
        assert logins.find_login(token=before) is None
        assert teachers.check_name_and_password(name="Alice Okafor", password=password)
        assert (
            code_of(lambda: teachers.check_name_and_password(name="Alice Okafor", password=PASSWORD))
            is AccountErrorCode.WRONG_PASSWORD
        )

    def test_a_reset_password_revokes_the_open_reset_link(self, cast: Cast) -> None:
        token = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=True)
        teachers.reset_password(name="Alice Okafor")
        assert code_of(lambda: invitations.find_link(token=token)) is AccountErrorCode.LINK_INVALID

    def test_a_new_password_works_at_once_in_every_browser(self, cast: Cast) -> None:
        device = Device("one", (cast.alice.id,))
        for _ in range(rate_limit.PASSWORD.failures):
            code_of(lambda: teachers.check_name_and_password(name="Alice Okafor", password="no", device=device))
            code_of(lambda: teachers.confirm_password(teacher_id=cast.alice.id, password="no"))
        password = teachers.reset_password(name="Alice Okafor")
        assert password is not None
        assert teachers.check_name_and_password(name="Alice Okafor", password=password, device=device)
        teachers.confirm_password(teacher_id=cast.alice.id, password=password)

    def test_a_new_password_does_not_reset_limits_of_others(self, cast: Cast) -> None:
        device = Device("one", (cast.dora.id,))
        for _ in range(rate_limit.PASSWORD.failures):
            code_of(lambda: teachers.check_name_and_password(name="Dora Lind", password="no", device=device))
        teachers.reset_password(name="Alice Okafor")
        locked_out = code_of(
            lambda: teachers.check_name_and_password(name="Dora Lind", password=PASSWORD, device=device)
        )
        assert locked_out is AccountErrorCode.TOO_MANY_TRIES

    def test_resetting_an_unknown_name_is_refused(self, cast: Cast) -> None:
        assert teachers.reset_password(name="Unknown") is None


class TestChangingThePassword:
    NEW = "eight yellow zebras"

    def change(self, teacher: Teacher, *, old: str = PASSWORD, new: str = NEW) -> str:
        return teachers.change_password(teacher_id=teacher.id, old=old, new=new)

    def test_the_new_password_works_and_only_one_sign_in_remains(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        after = self.change(cast.alice)
        assert logins.find_login(token=before) is None
        assert logins.find_login(token=after) is not None
        assert teachers.check_name_and_password(name="Alice Okafor", password=self.NEW)

    def test_the_old_password_is_required(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        assert code_of(lambda: self.change(cast.alice, old="wrong")) is AccountErrorCode.NOT_YOUR_PASSWORD
        assert logins.find_login(token=before) is not None
        assert teachers.check_name_and_password(name="Alice Okafor", password=PASSWORD)

    def test_guessing_the_old_password_is_limited_here_too(self, cast: Cast) -> None:
        for _ in range(rate_limit.PASSWORD.failures):
            code_of(lambda: self.change(cast.alice, old="wrong"))
        assert code_of(lambda: self.change(cast.alice)) is AccountErrorCode.TOO_MANY_TRIES

    def test_the_new_password_is_checked(self, cast: Cast) -> None:
        assert code_of(lambda: self.change(cast.alice, new="password")) is AccountErrorCode.PASSWORD_TOO_COMMON
