from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Deck, SchoolClass, Teacher
from classroom.services.accounts import administration, connections, logins, teachers
from classroom.services.classes.deleting import delete_teacher
from classroom.services.errors import AccountErrorCode, ClassErrorCode, ErrorCode, ServiceError
from tests.factories import PASSWORD, make_deck, make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock


def code_of(action: Callable[[], object]) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        action()
    return caught.value.code


@pytest.fixture
def chief(cast: Cast) -> Teacher:
    """The only administrator."""
    return make_teacher("Grace", is_administrator=True)


@pytest.mark.usefixtures("db_session")
def test_only_the_first_account_is_an_administrator() -> None:
    first = teachers.create_first_teacher(name="Ms Okafor", password=PASSWORD)
    second = teachers.create_teacher(name="Ms Novak", password=PASSWORD)
    assert (first.is_administrator, second.is_administrator) == (True, False)


class TestTheLastAdministrator:
    def test_stays_one(self, cast: Cast, chief: Teacher) -> None:
        def take_away() -> None:
            administration.set_administrator(teacher_id=chief.id, is_administrator=False)

        assert code_of(take_away) is AccountErrorCode.LAST_ADMINISTRATOR
        administration.set_administrator(teacher_id=cast.alice.id, is_administrator=True)
        take_away()
        assert not chief.is_administrator

    def test_a_deactivated_account_does_not_count(self, cast: Cast, chief: Teacher) -> None:
        administration.set_administrator(teacher_id=cast.alice.id, is_administrator=True)
        administration.disable(teacher_id=cast.alice.id, by=chief.id)
        assert (
            code_of(lambda: administration.set_administrator(teacher_id=chief.id, is_administrator=False))
            is AccountErrorCode.LAST_ADMINISTRATOR
        )
        assert (
            code_of(lambda: administration.set_administrator(teacher_id=cast.alice.id, is_administrator=True))
            is AccountErrorCode.ACCOUNT_DISABLED
        )

    def test_the_last_administrator_stays(self, cast: Cast, chief: Teacher) -> None:
        administration.set_administrator(teacher_id=cast.alice.id, is_administrator=True)
        for action in (
            lambda: administration.disable(teacher_id=chief.id, by=chief.id),
            lambda: delete_teacher(teacher_id=chief.id, by=chief.id, new_owner_id=None),
        ):
            assert code_of(action) is AccountErrorCode.OWN_ACCOUNT


def test_a_deactivated_teacher_is_signed_out_and_cannot_sign_in(cast: Cast, chief: Teacher) -> None:
    token = logins.start_login(teacher_id=cast.alice.id)
    administration.disable(teacher_id=cast.alice.id, by=chief.id)
    assert logins.find_login(token=token) is None
    assert code_of(lambda: logins.start_login(teacher_id=cast.alice.id)) is AccountErrorCode.ACCOUNT_DISABLED
    assert db.session.get(SchoolClass, cast.class_7b.id) is not None
    administration.enable(teacher_id=cast.alice.id)
    assert logins.find_login(token=logins.start_login(teacher_id=cast.alice.id)) is not None


def test_an_old_sign_in_of_a_deactivated_teacher_is_invalid(cast: Cast, chief: Teacher) -> None:
    token = logins.start_login(teacher_id=cast.alice.id)
    cast.alice.disabled_at = cast.alice.created_at
    db.session.commit()
    assert logins.find_login(token=token) is None


def test_classes_and_decks_are_given_away(cast: Cast, chief: Teacher) -> None:
    deck = make_deck(cast.alice)
    delete_teacher(teacher_id=cast.alice.id, by=chief.id, new_owner_id=cast.dora.id)
    db.session.expire_all()
    assert db.session.get(Teacher, cast.alice.id) is None
    assert db.session.get_one(SchoolClass, cast.class_7b.id).teacher_id == cast.dora.id
    assert db.session.get_one(Deck, deck.id).teacher_id == cast.dora.id
    assert [student.name for student in db.session.get_one(SchoolClass, cast.class_7b.id).students] == ["Bob"]


def test_classes_and_decks_can_be_deleted(cast: Cast, chief: Teacher) -> None:
    deck_id, alice_id, class_id = make_deck(cast.alice).id, cast.alice.id, cast.class_7b.id
    delete_teacher(teacher_id=alice_id, by=chief.id, new_owner_id=None)
    db.session.expire_all()
    assert db.session.get(Teacher, alice_id) is None
    assert db.session.get(SchoolClass, class_id) is None
    assert db.session.get(Deck, deck_id) is None
    assert db.session.get(SchoolClass, cast.class_8c.id) is not None


@pytest.mark.parametrize("new_owner", ["", "zzzzzzzzzzzz", "self", "off"])
def test_a_new_owner_is_required(cast: Cast, chief: Teacher, new_owner: str) -> None:
    administration.disable(teacher_id=cast.dora.id, by=chief.id)
    new_owner_id = {"self": cast.alice.id, "off": cast.dora.id}.get(new_owner, new_owner)
    action = lambda: delete_teacher(teacher_id=cast.alice.id, by=chief.id, new_owner_id=new_owner_id)  # noqa: E731
    assert code_of(action) is ClassErrorCode.NEW_OWNER_MISSING
    assert db.session.get(SchoolClass, cast.class_7b.id) is not None


def test_the_list_shows_each_account(cast: Cast, chief: Teacher, frozen_clock: FrozenClock) -> None:
    make_deck(cast.alice)
    cast.alice.totp_secret = "KEY"
    db.session.commit()
    logins.start_login(teacher_id=cast.alice.id)
    found = {one.name: one for one in administration.all_teachers()}
    alice, dora = found["Alice Okafor"], found["Dora Lind"]
    assert list(found) == ["Alice Okafor", "Dora Lind", "Grace"]
    assert (alice.classes, alice.decks, alice.has_two_factor, alice.signed_in_at) == (1, 1, True, frozen_clock.now)
    assert (dora.classes, dora.decks, dora.has_two_factor, dora.signed_in_at) == (1, 0, False, None)


def test_an_account_without_a_password_stays_connected(cast: Cast) -> None:
    connections.connect(teacher_id=cast.alice.id, subject="there 1")
    assert connections.teacher_of(subject="there 1") == cast.alice.id
    assert (
        code_of(lambda: connections.connect(teacher_id=cast.dora.id, subject="there 1"))
        is AccountErrorCode.ALREADY_CONNECTED
    )
    cast.alice.password_hash = None
    db.session.commit()
    assert code_of(lambda: connections.disconnect(teacher_id=cast.alice.id)) is AccountErrorCode.NO_PASSWORD
    assert (
        code_of(lambda: teachers.confirm_password(teacher_id=cast.alice.id, password=""))
        is AccountErrorCode.NO_PASSWORD
    )
    assert (
        code_of(lambda: teachers.check_name_and_password(name="Alice Okafor", password=""))
        is AccountErrorCode.WRONG_PASSWORD
    )


def test_the_first_password_of_an_account_needs_a_fresh_sign_in(cast: Cast, frozen_clock: FrozenClock) -> None:
    cast.alice.password_hash = None
    db.session.commit()
    since = frozen_clock.now
    frozen_clock.move_on(minutes=11)
    new = {"teacher_id": cast.alice.id, "new": "eight yellow zebras"}
    assert (
        code_of(lambda: teachers.choose_first_password(**new, signed_in_at=since)) is AccountErrorCode.SIGN_IN_TOO_OLD
    )
    assert teachers.choose_first_password(**new, signed_in_at=frozen_clock.now)
    assert (
        code_of(lambda: teachers.choose_first_password(**new, signed_in_at=frozen_clock.now))
        is AccountErrorCode.NOT_YOUR_PASSWORD
    )
