"""Characters that PostgreSQL can't search for, as each ID and in each field, never give a 500."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from tests.factories import make_cast
from tests.guards.matrix import Route, read_table, set_scene
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

NUL = "\0"
FIELDS = (
    *(
        "saved",
        "card",
        "idempotency_key",
        "code",
        "deck",
        "first",
        "game",
        "new_owner",
        "holder",
        "link",
        "name",
        "order",
    ),
    *("period", "second", "seen", "session", "student", "table", "take", "to", "token", "version", "forming", "rule"),
)

EXCLUDED = {"static", "classes.delete", "health.ready"}
"""Other requests need the class, and a server without its background thread is not ready."""


@pytest.mark.nightly
def test_nul_characters_break_no_route(make_postgres_app: Callable[[], Flask], cheap_hashes: None) -> None:
    app = make_postgres_app()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with app.app_context():
        cast = make_cast()
        scene = set_scene(cast)
        people = {"student": PageClient(app).sign_in(cast.bob), "teacher": PageClient(app).sign_in(cast.alice)}
        people["other_teacher"] = PageClient(app).sign_in(cast.dora)
        broken = [
            (row, who, where, status)
            for row, expected in read_table().items()
            if not row[0].endswith(("stream", "sign_out")) and row[0] not in EXCLUDED
            for who, person in people.items()
            if expected[who] != "404"
            for where, status in _statuses(person, row, scene.values, scene.bodies.get(row[0], {}))
            if status >= 500
        ]
        assert broken == []


NOT_ANY_TEXT = {"kind", "seat", "table_number", "follow_up_id"}
"""Arguments whose routes accept only numbers or certain names."""


def _statuses(
    person: PageClient, row: Route, values: dict[str, str | int], body: dict[str, str]
) -> list[tuple[str, int]]:
    """Replace each ID in turn, then all fields. Return what was replaced, with the status of the response."""
    endpoint, method = row
    rule = next(one for one in person.app.url_map.iter_rules(endpoint) if method in (one.methods or ()))
    ids = {name: values[name] for name in rule.arguments}
    wanted = [(name, {**ids, name: NUL}, body) for name in ids if name not in NOT_ANY_TEXT]
    wanted.append(("fields", ids, {**body, **dict.fromkeys(FIELDS, NUL)}))
    statuses = []
    for where, arguments, fields in wanted:
        how = {"query_string": fields} if method == "GET" else {"data": {**fields, "csrf_token": person.csrf_token()}}
        answer = person.request(method, person.url(endpoint, **arguments), {}, how)
        answer.close()
        db.session.rollback()
        statuses.append((where, answer.status_code))
    return statuses
