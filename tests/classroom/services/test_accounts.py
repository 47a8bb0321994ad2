from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom import instance
from classroom.models import Student, Teacher
from classroom.services import accounts, logins, throttle
from classroom.services.problems import Problem, ProblemError
from tests.factories import PASSWORD, PIN, make_student, make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def problem_of(action: Callable[[], object]) -> Problem:
    with pytest.raises(ProblemError) as caught:
        action()
    return caught.value.problem


@pytest.fixture
def folder(app: Flask) -> Path:
    """The instance folder, with a token in it."""
    folder = Path(app.instance_path)
    instance.setup_token(folder)
    return folder


def set_up(folder: Path, **changes: str) -> str:
    wanted = {
        "token": instance.setup_token(folder),
        "name": "Ms Okafor",
        "password": PASSWORD,
        "network": "10.0.0.1",
        **changes,
    }
    return accounts.set_up(folder=folder, **wanted)


@pytest.mark.usefixtures("db_session")
class TestSetUp:
    def test_it_makes_one_account_and_signs_in(self, folder: Path) -> None:
        assert not accounts.has_teacher()
        login = logins.find_login(token=set_up(folder))
        assert login is not None
        assert login.teacher is not None
        assert login.teacher.name == "Ms Okafor"
        assert accounts.has_teacher()

    def test_the_token_is_spent(self, folder: Path) -> None:
        token = instance.setup_token(folder)
        set_up(folder)
        assert not instance.check_setup_token(folder, token)

    def test_nobody_sets_up_without_the_token(self, folder: Path) -> None:
        assert problem_of(lambda: set_up(folder, token="0000-0000")) is Problem.WRONG_SECRET
        assert not accounts.has_teacher()

    def test_a_second_set_up_is_refused(self, folder: Path) -> None:
        make_teacher()
        assert problem_of(lambda: set_up(folder)) is Problem.SETUP_DONE

    def test_a_bad_password_spends_nothing(self, folder: Path) -> None:
        assert problem_of(lambda: set_up(folder, password="short")) is Problem.PASSWORD_TOO_SHORT
        assert set_up(folder)

    def test_guessing_the_token_is_throttled_by_network(self, folder: Path, frozen_clock: FrozenClock) -> None:
        for _ in range(throttle.SETUP_TOKEN.failures):
            assert problem_of(lambda: set_up(folder, token="0000")) is Problem.WRONG_SECRET
        assert problem_of(lambda: set_up(folder)) is Problem.TOO_MANY_TRIES
        assert set_up(folder, network="10.0.0.2")


class TestTeachers:
    def test_two_cannot_share_a_name(self, cast: Cast) -> None:
        assert (
            problem_of(lambda: accounts.create_teacher(name=" alice OKAFOR", password=PASSWORD)) is Problem.NAME_TAKEN
        )

    @pytest.mark.parametrize("name", ["Alice Okafor", " alice  okafor "])
    def test_signing_in_with_the_right_password(self, cast: Cast, name: str) -> None:
        login = logins.find_login(token=accounts.sign_in_teacher(name=name, password=PASSWORD))
        assert login is not None
        assert login.teacher_id == cast.alice.id

    @pytest.mark.parametrize(
        ("name", "password"),
        [
            ("Alice Okafor", "wrong"),
            ("Alice Okafor", ""),
            ("Nobody", PASSWORD),
            ("", PASSWORD),
            ("Al\0ice", "x" * 99_999),
        ],
    )
    def test_anything_else_says_the_same(self, cast: Cast, name: str, password: str) -> None:
        assert problem_of(lambda: accounts.sign_in_teacher(name=name, password=password)) is Problem.WRONG_SECRET

    def test_ten_wrong_passwords_and_one_waits(self, cast: Cast, frozen_clock: FrozenClock) -> None:
        for _ in range(throttle.PASSWORD.failures):
            assert (
                problem_of(lambda: accounts.sign_in_teacher(name="Alice Okafor", password="no")) is Problem.WRONG_SECRET
            )
        assert (
            problem_of(lambda: accounts.sign_in_teacher(name="Alice Okafor", password=PASSWORD))
            is Problem.TOO_MANY_TRIES
        )
        assert accounts.sign_in_teacher(name="Dora Lind", password=PASSWORD)
        frozen_clock.move_on(minutes=throttle.PASSWORD.minutes)
        assert accounts.sign_in_teacher(name="Alice Okafor", password=PASSWORD)

    def test_a_right_password_forgives_the_wrong_ones(self, cast: Cast) -> None:
        for _ in range(3):
            for _ in range(throttle.PASSWORD.failures - 1):
                problem_of(lambda: accounts.sign_in_teacher(name="Alice Okafor", password="no"))
            assert accounts.sign_in_teacher(name="Alice Okafor", password=PASSWORD)

    def test_a_reset_password_works_and_ends_every_sign_in(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        password = accounts.reset_password(name="alice okafor")
        assert password is not None
        assert logins.find_login(token=before) is None
        assert accounts.sign_in_teacher(name="Alice Okafor", password=password)
        assert (
            problem_of(lambda: accounts.sign_in_teacher(name="Alice Okafor", password=PASSWORD)) is Problem.WRONG_SECRET
        )

    def test_nobody_is_reset_for_an_unknown_name(self, cast: Cast) -> None:
        assert accounts.reset_password(name="Nobody") is None


class TestChangingThePassword:
    NEW = "eight yellow zebras"

    def change(self, teacher: Teacher, *, old: str = PASSWORD, new: str = NEW) -> str:
        return accounts.change_password(teacher_id=teacher.id, old=old, new=new)

    def test_the_new_one_counts_and_only_one_sign_in_is_left(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        after = self.change(cast.alice)
        assert logins.find_login(token=before) is None
        assert logins.find_login(token=after) is not None
        assert accounts.sign_in_teacher(name="Alice Okafor", password=self.NEW)

    def test_whoever_does_not_know_the_old_one_changes_nothing(self, cast: Cast) -> None:
        before = logins.start_login(teacher_id=cast.alice.id)
        assert problem_of(lambda: self.change(cast.alice, old="wrong")) is Problem.WRONG_SECRET
        assert logins.find_login(token=before) is not None
        assert accounts.sign_in_teacher(name="Alice Okafor", password=PASSWORD)

    def test_the_old_one_cannot_be_guessed_here_either(self, cast: Cast) -> None:
        for _ in range(throttle.PASSWORD.failures):
            problem_of(lambda: self.change(cast.alice, old="wrong"))
        assert problem_of(lambda: self.change(cast.alice)) is Problem.TOO_MANY_TRIES

    def test_the_new_one_must_be_good(self, cast: Cast) -> None:
        assert problem_of(lambda: self.change(cast.alice, new="password")) is Problem.PASSWORD_TOO_COMMON


class TestStudents:
    def sign_in(self, student: Student, pin: str) -> str:
        return accounts.sign_in_student(student_id=student.id, pin=pin)

    def test_the_right_pin_signs_in(self, cast: Cast) -> None:
        login = logins.find_login(token=self.sign_in(cast.bob, PIN))
        assert login is not None
        assert login.student_id == cast.bob.id

    @pytest.mark.parametrize("pin", ["", "0000", "47110", "471", "x" * 5_000])
    def test_another_one_does_not(self, cast: Cast, pin: str) -> None:
        assert problem_of(lambda: self.sign_in(cast.bob, pin)) is Problem.WRONG_SECRET

    def test_five_wrong_ones_and_the_student_waits(self, cast: Cast, frozen_clock: FrozenClock) -> None:
        for _ in range(5):
            assert problem_of(lambda: self.sign_in(cast.bob, "0000")) is Problem.WRONG_SECRET
        assert problem_of(lambda: self.sign_in(cast.bob, PIN)) is Problem.TOO_MANY_TRIES
        frozen_clock.move_on(minutes=15)
        assert self.sign_in(cast.bob, PIN)

    def test_without_a_card_there_is_no_pin_to_guess(self, cast: Cast) -> None:
        newcomer = make_student(school_class=cast.class_7b, pin=None)
        assert problem_of(lambda: self.sign_in(newcomer, "0000")) is Problem.NO_PIN
