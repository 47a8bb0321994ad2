from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import SchoolClass, Teacher
from classroom.services.accounts import administration, logins, teachers
from classroom.services.maintenance import backup, server_state
from classroom.services.maintenance.server_state import LITTLE_ROOM, Storage
from tests.conftest import ON_POSTGRES
from tests.factories import PASSWORD, make_deck, make_teacher
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

ON_SQLITE = pytest.mark.skipif(ON_POSTGRES, reason="about the file of SQLite; see test_admin_on_postgres.py")
SPENT = "This link is invalid or expired. Ask your administrator for a new one."
NEW = "eight yellow zebras"


@pytest.fixture
def grace(cast: Cast) -> Teacher:
    """The administrator, who teaches no class."""
    return make_teacher("Grace", is_administrator=True)


@pytest.fixture
def admin(page: PageClient, grace: Teacher) -> PageClient:
    """The administrator's browser."""
    return page.sign_in(grace)


def link_on(page: PageClient) -> str:
    """Return the link that is shown once."""
    return "".join(page.follow().one("textarea", id="address").itertext()).strip()


def test_the_link_to_the_page_is_shown_to_administrators_only(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    assert admin.get("classes.index").link("Server") == "/admin"
    other = new_page().sign_in(cast.alice)
    assert "Server" not in other.get("classes.index").text
    other.get("admin.show", status=404)


def test_the_list_names_every_teacher_and_no_class(admin: PageClient, cast: Cast) -> None:
    cast.dora.totp_secret = "KEY"
    cast.dora.disabled_at = cast.dora.created_at
    db.session.commit()
    rows = {row.split(" ")[0]: row for row in map(text_of, admin.get("admin.show").one("ul", class_="teachers"))}
    assert "1 class" in rows["Alice"]
    assert "Last sign-in" not in rows["Alice"]
    assert {"Two-step verification", "Account deactivated"} <= {
        part for part in ("Two-step verification", "Account deactivated") if part in rows["Dora"]
    }
    assert "Administrator" in rows["Grace"]
    assert "7B" not in admin.get("admin.show").text


def test_a_link_for_this_computer_only_gets_a_warning(
    admin: PageClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "works on this computer only"
    for host, only_explains in ((None, True), ("192.168.1.5", False)):
        monkeypatch.setitem(app.config, "STUDENTS_HOST", host)
        admin.get("admin.show")
        admin.submit({"name": "the new colleague"}, form="/invite")
        assert (message in admin.follow().text) is only_explains


def test_an_invitation_is_shown_once_and_leads_to_an_account(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    admin.get("admin.show")
    admin.submit({"name": "the new colleague"}, form="/invite")
    address = link_on(admin)
    assert "/link#" in address
    admin.get("admin.fresh_link", status=303)
    token = address.partition("#")[2]
    shown = admin.get("admin.show")
    assert "the new colleague" in shown.text
    assert token not in shown.html

    newcomer = new_page()
    newcomer.get("auth.open_link")
    newcomer.submit({"code": address})  # pasted in full
    assert newcomer.follow().heading == "Welcome"
    newcomer.submit({"name": "Ms Novak", "password": "short", "again": "short"}, status=422)
    newcomer.submit({"name": "Ms Novak", "password": NEW, "again": NEW})
    assert newcomer.follow().heading == "Welcome, Ms Novak!"
    assert "the new colleague" not in admin.get("admin.show").text
    newcomer.get("admin.show", status=404)


def test_all_expired_links_give_the_same_message(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast, frozen_clock: FrozenClock
) -> None:
    def made() -> str:
        admin.get("admin.show")
        admin.submit({"name": "Eve"}, form="/invite")
        return link_on(admin).partition("#")[2]

    used = made()
    newcomer = new_page()
    newcomer.get("auth.open_link")
    newcomer.submit({"code": used})
    newcomer.follow()
    newcomer.submit({"name": "Ms Novak", "password": NEW, "again": NEW})
    revoked = made()
    admin.get("admin.show")
    admin.submit(form="/revoke-link")
    old = made()
    frozen_clock.move_on(days=7)
    stranger = new_page()
    for code in (used, revoked, old, "never-made", "x" * 5_000):
        stranger.get("auth.open_link")
        assert SPENT in stranger.submit({"code": code}, status=410).text


def invited(admin: PageClient, newcomer: PageClient) -> PageClient:
    """Invite a newcomer, who opens the link and has not chosen a password."""
    admin.get("admin.show")
    admin.submit({"name": "Eve"}, form="/invite")
    newcomer.get("auth.open_link")
    newcomer.submit({"code": link_on(admin)})
    newcomer.follow()
    return newcomer


def test_a_link_can_expire_while_its_page_is_open(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    newcomer = invited(admin, new_page())
    admin.get("admin.show")
    admin.submit(form="/revoke-link")
    assert SPENT in newcomer.submit({"name": "Eve", "password": NEW, "again": NEW}, status=410).text


def test_revoking_a_link_that_was_just_used_says_so(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    newcomer = invited(admin, new_page())
    admin.get("admin.show")
    newcomer.submit({"name": "Eve", "password": NEW, "again": NEW})
    admin.submit(form="/revoke-link")
    shown = admin.follow().text
    assert "already used, revoked, or expired" in shown
    assert "Link revoked" not in shown


@pytest.mark.parametrize("drops", [True, False])
def test_a_reset_link_gives_a_new_password(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast, drops: bool
) -> None:
    cast.alice.totp_secret = "JBSWY3DPEHPK3PXP"
    db.session.commit()
    before = logins.start_login(teacher_id=cast.alice.id)
    admin.get("admin.teacher", teacher_id=cast.alice.id)
    admin.submit({"drops_two_factor": "y"} if drops else {}, form="/reset")
    alice = new_page()
    alice.get("auth.open_link")
    alice.submit({"code": link_on(admin)})
    assert "Alice Okafor" in alice.follow().text
    alice.submit({"password": NEW, "again": NEW})
    assert "Password changed. Sign in with your new password." in alice.follow().text
    assert logins.find_login(token=before) is None
    alice.submit({"name": "alice okafor", "password": NEW})
    assert alice.follow().heading == ("Your classes" if drops else "Enter your code")
    alice.get("auth.use_link", status=303)


def test_deactivating_an_account_ends_the_sign_in_at_once(
    admin: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    alice = new_page().sign_in(cast.alice)
    alice.get("classes.index")
    admin.get("admin.teacher", teacher_id=cast.alice.id)
    admin.submit(form="/disable")
    alice.get("classes.index", status=303)
    alice.follow()
    assert (
        "This account is deactivated." in alice.submit({"name": "Alice Okafor", "password": PASSWORD}, status=403).text
    )
    admin.follow()
    admin.submit(form="/enable")
    alice.get("auth.sign_in")
    alice.submit({"name": "Alice Okafor", "password": PASSWORD})


def test_administrators_can_appoint_administrators(admin: PageClient, cast: Cast, grace: Teacher) -> None:
    admin.get("admin.teacher", teacher_id=grace.id)
    assert "last administrator" in admin.submit(form="/administrator", status=409).text
    admin.get("admin.teacher", teacher_id=cast.alice.id)
    admin.submit(form="/administrator")
    assert "administrator" in admin.follow().text
    admin.get("admin.teacher", teacher_id=grace.id)
    admin.submit(form="/administrator")
    assert admin.follow().heading.startswith(("Welcome", "Your classes"))
    admin.get("admin.show", status=404)


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"own_password": PASSWORD}, 422),
        ({"own_password": "wrong", "classes": "delete"}, 422),
        ({"own_password": PASSWORD, "classes": ""}, 422),
        ({"own_password": PASSWORD, "classes": "zzzzzzzzzzzz"}, 422),
    ],
)
def test_deleting_an_account_requires_the_password_and_a_choice(
    admin: PageClient, cast: Cast, typed: dict[str, str], status: int
) -> None:
    admin.get("admin.delete", teacher_id=cast.alice.id)
    admin.submit(typed, form="/delete", status=status)
    assert db.session.get(Teacher, cast.alice.id) is not None
    assert db.session.get(SchoolClass, cast.class_7b.id) is not None


def test_a_teacher_is_deleted_and_the_classes_are_kept(admin: PageClient, cast: Cast) -> None:
    alice_id, class_id = cast.alice.id, cast.class_7b.id
    deck_id = make_deck(cast.alice).id
    assert "This account owns 1 class and 1 deck." in admin.get("admin.delete", teacher_id=alice_id).text
    admin.submit({"own_password": PASSWORD, "classes": cast.dora.id}, form="/delete")
    assert "deleted." in admin.follow().text
    assert db.session.get(Teacher, alice_id) is None
    admin.sign_in(cast.dora).get("classes.show", class_id=class_id)
    admin.get("decks.show", deck_id=deck_id)


def test_an_account_without_classes_asks_for_the_password_only(admin: PageClient, cast: Cast) -> None:
    eve_id = make_teacher("Eve").id
    assert not admin.get("admin.delete", teacher_id=eve_id).all("select", name="classes")
    admin.submit({"own_password": PASSWORD}, form="/delete")
    assert db.session.get(Teacher, eve_id) is None


def test_administrators_cannot_change_their_own_accounts(admin: PageClient, grace: Teacher) -> None:
    page = admin.get("admin.teacher", teacher_id=grace.id)
    assert "Delete account…" not in page.text
    admin.post("admin.disable", teacher_id=grace.id, status=409)
    admin.post("admin.delete", {"own_password": PASSWORD}, teacher_id=grace.id, status=409)
    admin.get("admin.teacher", teacher_id="zzzzzzzzzzzz", status=404)


@ON_SQLITE
def test_a_backup_requires_the_password_and_contains_everything(
    admin: PageClient, app: Flask, cast: Cast, tmp_path: Path, frozen_clock: FrozenClock
) -> None:
    admin.get("admin.show")
    refused = admin.submit({"own_password": "wrong"}, form="/backup", status=422)
    assert refused.one("p", id="own_password-error") is not None
    answer = admin.submit({"own_password": PASSWORD}, form="/backup", status=200)
    assert "classroom-2026-09-07-" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    copy = tmp_path / "downloaded.sqlite3"
    copy.write_bytes(answer.data)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM teachers").fetchone() == (3,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert list(Path(app.instance_path).glob("download-*")) == []
    assert "Last backup: Mon, Sep 7, 2026" in admin.get("admin.show").text


@ON_SQLITE
def test_a_backup_is_refused_without_enough_disk_space(
    admin: PageClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_SPARE_BYTES", 10**18)
    admin.get("admin.show")
    assert (
        "not enough disk space for a backup"
        in admin.submit({"own_password": PASSWORD}, form="/backup", status=409).text
    )
    assert list(Path(app.instance_path).glob("download-*")) == []


def of_sqlite(code: int) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("an error of SQLite")
    error.sqlite_errorcode = code
    return error


@ON_SQLITE
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "not enough disk space for a backup"),
        (of_sqlite(sqlite3.SQLITE_FULL), "not enough disk space for a backup"),
        (of_sqlite(sqlite3.SQLITE_CORRUPT), "The backup could not be made. The server’s log says why."),
    ],
)
def test_a_backup_that_fails_says_why(
    admin: PageClient, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(backup, "write_copy", fail)
    admin.get("admin.show")
    assert sentence in admin.submit({"own_password": PASSWORD}, form="/backup", status=409).text


def test_an_almost_full_disk_gets_a_warning(admin: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    warning = "The disk is almost full."
    assert not Storage(database=1, folder=1, free=LITTLE_ROOM).is_tight
    monkeypatch.setattr(server_state, "LITTLE_ROOM", 0)
    assert warning not in admin.get("admin.show").text
    monkeypatch.setattr(server_state, "LITTLE_ROOM", 10**18)
    assert warning in admin.get("admin.show").text


@ON_SQLITE
def test_numbers_and_versions_are_shown(admin: PageClient) -> None:
    pairs = admin.get("admin.show").root.findall(".//dl/div")
    facts = {text_of(one[0]): text_of(one[1]) for one in pairs}
    assert (facts["Teachers"], facts["Classes"], facts["Students"]) == ("3", "2", "2")
    assert facts["Sequence Numbers"] == "0.1.0"
    assert facts["SQLite"].startswith("3.")
    assert "kB" in facts["Database"]


def test_the_page_costs_the_same_with_more_teachers(admin: PageClient, cast: Cast) -> None:
    before = admin.count_queries("admin.show")
    for number in range(5):
        teachers.create_teacher(name=f"Teacher {number}", password=PASSWORD)
    administration.disable(teacher_id=cast.dora.id, by="")
    assert admin.count_queries("admin.show") == before
