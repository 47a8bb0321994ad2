"""Administration on PostgreSQL: its size, its backup, and row locks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyotp
import pytest

from classroom import clock
from classroom.database import db
from classroom.services.accounts import invitations, two_factor
from classroom.services.accounts.two_factor import key_of, new_seed
from classroom.services.classes.deleting import delete_teacher
from tests.factories import PASSWORD, make_cast
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = pytest.mark.postgres
SERVER_KEY = b"a key of the server, long enough"


def test_the_page_names_the_command_and_actions_work(
    cheap_hashes: None, make_postgres_app: Callable[[], Flask]
) -> None:
    app = make_postgres_app()
    with app.app_context():
        cast = make_cast()
        cast.dora.is_administrator = True
        db.session.commit()
        page = PageClient(app).sign_in(cast.dora)
        shown = page.get("admin.show")
        assert "pg_dump" in shown.text
        assert "PostgreSQL" in shown.text
        assert not shown.all("form", action="/admin/backup")
        page.post("admin.download_backup", {"own_password": PASSWORD}, status=404)
        seed = new_seed(server_key=SERVER_KEY)
        app_of_alice = pyotp.TOTP(key_of(seed, server_key=SERVER_KEY) or "")
        code = app_of_alice.at(int(clock.now().timestamp()) - 30)
        two_factor.turn_on(teacher_id=cast.alice.id, seed=seed, code=code, server_key=SERVER_KEY)
        later = app_of_alice.at(int(clock.now().timestamp()) + 30)
        two_factor.check_code(teacher_id=cast.alice.id, code=later, server_key=SERVER_KEY)
        token = invitations.invite(label="Zora")
        zora_id = invitations.accept(token=token, name="Zora", password=PASSWORD)
        delete_teacher(teacher_id=cast.alice.id, by=cast.dora.id, new_owner_id=zora_id)
        page.post("admin.disable", teacher_id=zora_id)
        page.post("admin.make_administrator", {"wanted": "no"}, teacher_id=cast.dora.id, status=409)
        page.post("admin.delete", {"own_password": PASSWORD, "classes": "delete"}, teacher_id=zora_id)
        assert "Account of Zora deleted" in page.follow().text.replace("\u2068", "").replace("\u2069", "")
        assert "Zora" not in page.get("admin.show").text
