from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.accounts import logins, teachers
from tests.factories import PASSWORD

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

NEW = "eight yellow zebras"


def typed(**changes: str) -> dict[str, str]:
    return {"old": PASSWORD, "password": NEW, "again": NEW, **changes}


def test_this_browser_stays_signed_in_and_others_do_not(page: PageClient, cast: Cast) -> None:
    elsewhere = logins.start_login(teacher_id=cast.alice.id)
    page.sign_in(cast.alice).get("account.show")
    page.submit(typed(), form="/account")
    assert "Password changed." in page.follow().text
    assert logins.find_login(token=elsewhere) is None
    assert teachers.check_name_and_password(name="Alice Okafor", password=NEW)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"old": "wrong"}, "old"),
        ({"old": ""}, "old"),
        ({"password": "12345678", "again": "12345678"}, "password"),
        ({"again": "something else"}, "again"),
    ],
)
def test_otherwise_the_old_password_stays(page: PageClient, cast: Cast, changes: dict[str, str], field: str) -> None:
    page.sign_in(cast.alice).get("account.show")
    assert page.submit(typed(**changes), form="/account", status=422).one("p", id=f"{field}-error") is not None
    assert teachers.check_name_and_password(name="Alice Okafor", password=PASSWORD)


def test_students_have_no_account_page(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob).get("account.show", status=404)
