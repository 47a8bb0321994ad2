"""Random requests to every route, as every person, never give a 500.

FUZZ_EXAMPLES sets their number.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from classroom.database import db
from classroom.models import LoginFailure
from tests.guards.matrix import WHO, Route, Scene, read_table, set_scene
from tests.invariants import assert_invariants

if TYPE_CHECKING:
    from classroom.models import Student, Teacher
    from tests.factories import Cast
    from tests.page_client import PageClient

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "150"))
EXCLUDED = {"classes.delete", "students.remove", "sessions.end", "auth.sign_out", "static"}
"""After these, other requests would find nothing."""
TABLE = {row: statuses for row, statuses in read_table().items() if row[0] not in EXCLUDED}
ALLOWED = [(row, who) for row in TABLE for who in WHO if TABLE[row][who] != "404"]
REQUESTS = [*ALLOWED, *ALLOWED, *[(row, who) for row in TABLE for who in WHO]]
"""Allowed requests occur more often than others, because a 404 has little that can break."""
NAMES = (
    "again archived back board card cards chips idempotency_key code deal do draw game grade hardest largest layout "
    "name names password period pin present sequences_to_win session shared silent size skills space student table "
    "table_size table_talk tables team teams_of_six title token tries version who"
).split()
"""The fields of all forms and queries."""
WORDS = (
    "A1 B1 Z99 exchange pass draw forfeit blue all missing 6x6 mixed/10x10 2-weeks unlimited NaN 1e309 -1 %s".split()
)
ODD = (*WORDS, "", "\0", "9" * 40, "\u0663", "\u202e", "\U0001f600", "'; --", "<b>", "{{ 1 }}", "../../etc/passwd")
characters = st.characters(codec="utf-8")
texts = st.one_of(
    st.sampled_from(ODD),
    st.text(characters, max_size=30),
    st.integers().map(str),
    st.text(characters, min_size=200, max_size=600),
)


@pytest.fixture
def scene(cast: Cast) -> Scene:
    """Create Alice's session, with Bob at a table."""
    return set_scene(cast)


@pytest.mark.slow
def test_no_request_breaks_the_server(scene: Scene, page: PageClient) -> None:
    cast = scene.cast
    people = dict(zip(WHO, (None, cast.bob, cast.charlie, cast.alice, cast.dora), strict=True))
    known = [*map(str, scene.values.values()), f"{scene.values['game_id']}.0.1", f"{scene.values['game_id']}.1"]
    values = st.one_of(st.sampled_from(known), texts)
    extra = [f"{kind}-{cast.bob.id}" for kind in ("seat", "table")]
    fields = st.dictionaries(
        st.one_of(st.sampled_from([*NAMES, *extra]), st.text(characters, max_size=8)),
        st.one_of(values, st.lists(values, max_size=3)),
        max_size=8,
    )

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(
        sampled=st.sampled_from(REQUESTS),
        fields=fields,
        replaced=st.one_of(
            st.just({}), st.just({}), st.dictionaries(st.sampled_from(sorted(scene.values)), values, max_size=1)
        ),
        htmx=st.booleans(),
    )
    def ask(sampled: tuple[Route, str], fields: dict[str, Any], replaced: dict[str, Any], htmx: bool) -> None:
        row, who = sampled
        _start_over(page, people[who])
        status = _send(page, row, {**scene.values, **replaced}, {**scene.bodies.get(row[0], {}), **fields}, htmx)
        is_unready = (row[0], status) == ("health.ready", 503)  # correct, because no background thread runs here
        assert status < 500 or is_unready, f"{row} as {who}: {status}"

    ask()
    assert_invariants()
    print(f"S6 {EXAMPLES:,} random requests to all routes as everyone: 0 errors 500")


def _start_over(page: PageClient, person: Student | Teacher | None) -> None:
    """Sign in as a person, whatever earlier requests did, and clear the counts of wrong tries."""
    db.session.execute(delete(LoginFailure))
    db.session.commit()
    page.browser.delete_cookie("classroom")
    if person is not None:
        page.sign_in(person)


def _send(person: PageClient, row: Route, values: dict[str, Any], fields: dict[str, Any], htmx: bool) -> int:
    endpoint, method = row
    rule = next(one for one in person.app.url_map.iter_rules(endpoint) if method in (one.methods or ()))
    # Not built with url_for, which refuses values that no route accepts.
    address = re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: quote(str(values[found[1]]), safe=""), rule.rule)
    headers = {"HX-Request": "true"} if htmx else {}
    how = {"query_string": fields} if method == "GET" else {"data": {**fields, "csrf_token": person.csrf_token()}}
    answer = person.request(method, address, headers, how)
    answer.close()
    return answer.status_code
