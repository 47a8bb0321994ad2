from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import AccountLink, AuditAction, AuditEntry, LinkKind, LoginFailure, Teacher
from classroom.services.accounts import invitations, logins, teachers
from classroom.services.accounts.devices import NEW_DEVICE, Device
from classroom.services.errors import AccountErrorCode, ErrorCode, NameErrorCode, ServiceError
from tests.factories import PASSWORD, make_login_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock

NEW = "eight yellow zebras"


def code_of(action: Callable[[], object]) -> ErrorCode:
    with pytest.raises(ServiceError) as caught:
        action()
    return caught.value.code


def accept(token: str, name: str = "Ms Novak", password: str | None = NEW) -> str:
    return invitations.accept(token=token, name=name, password=password)


def test_an_invitation_creates_one_account(cast: Cast) -> None:
    token = invitations.invite(label="the new colleague")
    teacher = db.session.get_one(Teacher, accept(token))
    assert (teacher.name, teacher.is_administrator) == ("Ms Novak", False)
    assert teachers.check_name_and_password(name="ms novak", password=NEW) == teacher.id
    assert code_of(lambda: accept(token, "Ms Other")) is AccountErrorCode.LINK_INVALID


def test_the_token_is_long_and_only_its_hash_is_kept(cast: Cast) -> None:
    token = invitations.invite(label="Eve")
    assert len(token) == 43  # 256 bits
    kept = db.session.execute(select(AccountLink)).scalar_one()
    assert token not in str(vars(kept))
    assert len(kept.token_hash) == 64


@pytest.mark.parametrize(
    ("name", "password", "problem"),
    [
        ("Alice Okafor", NEW, NameErrorCode.NAME_TAKEN),
        (" ", NEW, NameErrorCode.NAME_EMPTY),
        ("Eve", "short", AccountErrorCode.PASSWORD_TOO_SHORT),
    ],
)
def test_a_refused_attempt_does_not_use_up_the_link(cast: Cast, name: str, password: str, problem: ErrorCode) -> None:
    token = invitations.invite(label="Eve")
    assert code_of(lambda: accept(token, name, password)) is problem
    accept(token)


def test_links_expire(cast: Cast, frozen_clock: FrozenClock) -> None:
    token = invitations.invite(label="Eve")
    reset = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False)
    frozen_clock.move_on(hours=23)
    assert [link.kind for link in invitations.open_links()] == [LinkKind.RESET, LinkKind.INVITATION]
    frozen_clock.move_on(hours=1)
    assert code_of(lambda: invitations.use_reset_link(token=reset, password=NEW)) is AccountErrorCode.LINK_INVALID
    assert code_of(lambda: invitations.find_link(token=reset)) is AccountErrorCode.LINK_INVALID
    frozen_clock.move_on(hours=6 * 24 - 1)
    assert [link.kind for link in invitations.open_links()] == [LinkKind.INVITATION]
    frozen_clock.move_on(hours=1)
    assert code_of(lambda: accept(token)) is AccountErrorCode.LINK_INVALID
    assert invitations.open_links() == []
    assert db.session.execute(select(AccountLink)).first() is None


def test_a_revoked_link_ends_at_once(cast: Cast) -> None:
    token = invitations.invite(label="Eve")
    token_hash = db.session.execute(select(AccountLink.token_hash)).scalar_one()
    assert [invitations.revoke_link(token_hash=token_hash) for _ in range(2)] == [True, False]
    logged = select(func.count()).where(AuditEntry.action == AuditAction.LINK_REVOKED)
    assert db.session.execute(logged).scalar_one() == 1
    assert code_of(lambda: accept(token)) is AccountErrorCode.LINK_INVALID


def test_a_link_is_valid_only_for_its_purpose(cast: Cast) -> None:
    invitation = invitations.invite(label="Eve")
    reset = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False)
    assert code_of(lambda: accept(reset)) is AccountErrorCode.LINK_INVALID
    assert code_of(lambda: invitations.use_reset_link(token=invitation, password=NEW)) is AccountErrorCode.LINK_INVALID
    assert code_of(lambda: accept("")) is AccountErrorCode.LINK_INVALID


@pytest.mark.parametrize("drops", [True, False])
def test_a_reset_ends_all_sign_ins_and_optionally_two_step_verification(cast: Cast, drops: bool) -> None:
    cast.alice.totp_secret = "KEY"
    db.session.commit()
    before = logins.start_login(teacher_id=cast.alice.id)
    token = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=drops)
    assert logins.find_login(token=before) is not None
    for _ in range(40):
        for scope in (f"teacher:{cast.alice.id}", f"teacher:{cast.alice.id}:one"):
            make_login_failure(scope)
    invitations.use_reset_link(token=token, password=NEW)
    assert logins.find_login(token=before) is None
    for device in (NEW_DEVICE, Device("one", (cast.alice.id,))):
        assert teachers.check_name_and_password(name="Alice Okafor", password=NEW, device=device) == cast.alice.id
    assert (cast.alice.totp_secret is None) == drops
    assert code_of(lambda: invitations.use_reset_link(token=token, password=PASSWORD)) is AccountErrorCode.LINK_INVALID


def test_a_second_reset_link_revokes_the_first(cast: Cast) -> None:
    first, second = (invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False) for _ in range(2))
    assert code_of(lambda: invitations.use_reset_link(token=first, password=NEW)) is AccountErrorCode.LINK_INVALID
    invitations.use_reset_link(token=second, password=NEW)


def test_changing_the_password_revokes_the_reset_link(cast: Cast) -> None:
    token = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False)
    teachers.change_password(teacher_id=cast.alice.id, old=PASSWORD, new=NEW)
    assert code_of(lambda: invitations.use_reset_link(token=token, password=PASSWORD)) is AccountErrorCode.LINK_INVALID


def test_using_a_reset_link_revokes_all_others(cast: Cast) -> None:
    """Earlier versions could create several at once."""
    tokens = [invitations.make_reset_link(teacher_id=one.id, drops_two_factor=False) for one in (cast.alice, cast.dora)]
    for link in db.session.execute(select(AccountLink)).scalars():
        link.teacher_id = cast.alice.id
    db.session.commit()
    invitations.use_reset_link(token=tokens[0], password=NEW)
    assert (
        code_of(lambda: invitations.use_reset_link(token=tokens[1], password=PASSWORD)) is AccountErrorCode.LINK_INVALID
    )


def test_a_new_password_resets_wrong_codes(cast: Cast) -> None:
    for scope in (f"totp:{cast.alice.id}", f"totp:{cast.alice.id}:one"):
        for _ in range(5):
            make_login_failure(scope)
    token = invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False)
    invitations.use_reset_link(token=token, password=NEW)
    assert db.session.execute(select(LoginFailure)).first() is None
