"""Accounts on PostgreSQL: of two simultaneous requests one succeeds, and the other is refused."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db, transaction
from classroom.models import AccountLink, LoginFailure, Teacher
from classroom.services.accounts import connections, invitations, rate_limit, teachers
from classroom.services.errors import AccountErrorCode, NameErrorCode
from classroom.services.locks import in_turn
from tests.classroom.services.meeting import all_at_once, second_comes_before_the_commit, wait_until_it_waits
from tests.factories import make_teacher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

pytestmark = pytest.mark.postgres

NEW = "eight yellow zebras"
SUBJECT = "https://school.example eve"


@pytest.fixture
def app(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> Iterator[Flask]:
    """An app on PostgreSQL, with its context open."""
    app = make_postgres_app()
    with app.app_context():
        yield app


def test_the_second_of_two_equal_names_is_refused(app: Flask) -> None:
    one, other = (
        partial(invitations.accept, token=invitations.invite(label="Eve"), name=name, password=NEW)
        for name in ("Ms Novak", "ms novak")
    )
    assert second_comes_before_the_commit(app, one, other) == [NameErrorCode.NAME_TAKEN]
    assert other.keywords["token"] != one.keywords["token"]
    invitations.accept(token=other.keywords["token"], name="Ms Other", password=NEW)


@pytest.mark.parametrize("is_new", [(False, False), (False, True), (True, False), (True, True)])
def test_a_person_of_the_sign_in_service_opens_one_account(app: Flask, is_new: tuple[bool, bool]) -> None:
    def action(name: str, is_new: bool) -> Callable[[], object]:
        if is_new:
            token = invitations.invite(label=name)
            return partial(invitations.accept, token=token, name=name, oidc_subject=SUBJECT)
        return partial(connections.connect, teacher_id=make_teacher(name).id, subject=SUBJECT)

    first, second = (action(name, one) for name, one in zip(("Eve", "Finn"), is_new, strict=True))
    assert second_comes_before_the_commit(app, first, second) == [AccountErrorCode.ALREADY_CONNECTED]
    assert db.session.get_one(Teacher, connections.teacher_of(subject=SUBJECT)).name == "Eve"


def test_the_set_up_creates_one_administrator(app: Flask) -> None:
    one, other = (partial(teachers.create_first_teacher, name=name, password=NEW) for name in ("Eve", "Finn"))
    assert second_comes_before_the_commit(app, one, other) == [AccountErrorCode.SETUP_DONE]
    assert db.session.execute(select(Teacher.name)).scalars().all() == ["Eve"]


def test_one_of_two_simultaneous_reset_links_is_valid(app: Flask) -> None:
    making = partial(invitations.make_reset_link, teacher_id=make_teacher().id, drops_two_factor=False)
    assert second_comes_before_the_commit(app, making, making) == []
    assert len(invitations.open_links()) == 1


def test_using_a_reset_link_first_locks_the_account(app: Flask) -> None:
    """Otherwise a request that creates another link at that moment would hold the account, a deadlock."""
    teacher_id = make_teacher().id
    token = invitations.make_reset_link(teacher_id=teacher_id, drops_two_factor=False)

    def use() -> None:
        with app.app_context():
            invitations.use_reset_link(token=token, password=NEW)

    using = threading.Thread(target=use)
    with db.engine.connect() as making, db.engine.connect() as looking:
        making.execute(select(Teacher.id).where(Teacher.id == teacher_id).with_for_update())
        using.start()
        wait_until_it_waits(using, looking)
        assert using.is_alive()
        try:
            making.execute(select(AccountLink.kind).with_for_update(nowait=True))
        finally:
            making.rollback()
            using.join()
    assert invitations.open_links() == []


def test_simultaneous_tries_never_exceed_the_budget(app: Flask) -> None:
    budget = rate_limit.Budget("pin:bob", (rate_limit.Limit(failures=3, minutes=15),))
    checked = []

    def guess() -> None:
        reserved = rate_limit.reserve_try(secret=budget)
        checked.append(1)
        rate_limit.check_reserved(reserved, lambda: False)

    assert set(all_at_once(app, *[guess] * 8)) == {AccountErrorCode.TOO_MANY_TRIES}
    assert len(checked) == 3


@pytest.mark.parametrize("held", ["pin:bob", "device:one"])
def test_a_try_waits_for_another_that_is_being_reserved(app: Flask, held: str) -> None:
    """Otherwise both would count the same rows: neither sees what the other has not committed."""
    budgets = [rate_limit.Budget(name, (rate_limit.Limit(1, minutes=15),)) for name in ("pin:bob", "device:one")]

    def reserve() -> None:
        with app.app_context():
            rate_limit.reserve_try(secret=budgets[0], device=budgets[1])

    trying = threading.Thread(target=reserve)
    with db.engine.connect() as looking, transaction() as session:
        in_turn(session, held)
        trying.start()
        wait_until_it_waits(trying, looking)
        is_waiting = trying.is_alive()
    trying.join()
    assert is_waiting
    assert db.session.execute(select(func.count()).select_from(LoginFailure)).scalar_one() == 1


def test_simultaneous_right_tries_wait_for_each_other_and_leave_no_rows(app: Flask) -> None:
    budget = rate_limit.Budget("pin:bob", (rate_limit.Limit(failures=2, minutes=15),))

    def sign_in() -> None:
        reserved = rate_limit.reserve_try(secret=budget)
        assert rate_limit.check_reserved(reserved, lambda: True)
        rate_limit.withdraw(reserved)

    assert all_at_once(app, *[sign_in] * 8) == []
    assert db.session.execute(select(func.count()).select_from(LoginFailure)).scalar_one() == 0
