"""Each route, method, and person has the status in `permission_matrix.txt`. A route without a row fails."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from flask import has_request_context, request
from sqlalchemy import event

from classroom.database import db
from classroom.services.accounts import logins
from classroom.services.sample import sample_class
from classroom.web.areas import Audience, audience_of
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import make_cast
from tests.guards.matrix import MISSING, WHO, Route, Scene, read_table, routes_of, set_scene, snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from sqlalchemy import Connection
    from werkzeug.test import TestResponse

    from tests.page_client import PageClient

ROWS = read_table()
WRITING_GETS = {
    "play.show": "joins the class's session once; opening the page again changes nothing",
    "home.names": "counts a wrong class code: guesses count for every method",
    "home.pin": "as home.names",
    **dict.fromkeys(
        [
            "activity.log_csv",
            "classes.oneroster",
            "classes.roster_table",
            "reports.attempts_csv",
            "reports.class_data",
            "reports.equations_csv",
            "reports.facts_csv",
            "reports.gradebook_csv",
            "reports.oneroster_zip",
            "reports.school_class_csv",
            "reports.skills_csv",
            "reports.student_csv",
            "reports.student_data",
            "reports.tickets_csv",
            "reports.workbook_xlsx",
            "reports.xapi_json",
        ],
        "records the download in the activity log",
    ),
}
"""The only pages that may begin a write transaction in a GET, with reasons."""
FROM_OTHER_SITES = {
    "lti.login_by_form": "starts a new launch, as a link does",
    "lti.launch": "signed by the LMS",
    "lti.choose": "the form contains a note that this server signed",
}
"""Requests that other sites may send, with reasons. They don't act for anyone who is signed in."""
POSTS = [row for row in ROWS if row[1] == "POST" and row[0] not in FROM_OTHER_SITES]
OBJECTS = ("class_id", "student_id", "class_session_id", "game_id", "deck_id", "import_id")
People = dict[str, "PageClient"]


@dataclass(frozen=True)
class SignedInScene:
    """The objects that requests use, and the sign-ins of the people who send them."""

    scene: Scene
    tokens: dict[str, str]
    """The login token of each person in the table who is signed in."""


@pytest.fixture(scope="module")
def database_snapshot(cheap_hashes: None) -> DatabaseSnapshot[SignedInScene]:
    """Create Alice's session, Bob's game, and their sign-ins once for all tests."""
    return DatabaseSnapshot(_make_requests_scene)


def _make_requests_scene() -> SignedInScene:
    cast = make_cast()
    scene = set_scene(cast)
    students = {"student": cast.bob.id, "other_student": cast.charlie.id}
    teachers = {"teacher": cast.alice.id, "other_teacher": cast.dora.id}
    tokens = {who: logins.start_login(student_id=student_id) for who, student_id in students.items()}
    tokens |= {who: logins.start_login(teacher_id=teacher_id) for who, teacher_id in teachers.items()}
    return SignedInScene(scene, tokens)


@pytest.fixture
def signed_in_scene(
    app: Flask, db_session: object, database_snapshot: DatabaseSnapshot[SignedInScene]
) -> SignedInScene:
    return database_snapshot.restore(app)


@pytest.fixture(autouse=True)
def small_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save three seconds for two sample classes: two students play one session."""
    monkeypatch.setattr(sample_class, "PLAYED", (1,))
    monkeypatch.setattr(sample_class, "NAMES", sample_class.NAMES[:2])


@pytest.fixture
def scene(signed_in_scene: SignedInScene) -> Scene:
    """Return Alice's session and Bob's game."""
    return signed_in_scene.scene


@pytest.fixture
def people(new_page: Callable[[], PageClient], signed_in_scene: SignedInScene) -> People:
    """Return a browser for each person in the table."""
    tokens = signed_in_scene.tokens
    return {who: new_page().use_login(tokens[who]) if who in tokens else new_page() for who in WHO}


def test_every_route_has_a_row_and_every_row_a_route(app: Flask) -> None:
    routes = set(routes_of(app))
    assert routes - set(ROWS) == set(), "routes without a row in permission_matrix.txt"
    assert set(ROWS) - routes == set(), "rows without a route"


@pytest.fixture
def writing_gets(app: Flask, db_session: object) -> Iterator[set[str]]:
    """Collect the endpoints that began a write transaction during a GET, even if nothing was written."""
    found: set[str] = set()

    def note(connection: Connection) -> None:
        if connection.get_execution_options().get("write") and has_request_context() and request.method == "GET":
            found.add(request.endpoint or "")

    engine = db.engine
    event.listen(engine, "begin", note)
    yield found
    event.remove(engine, "begin", note)


@pytest.mark.parametrize("row", list(ROWS), ids=" ".join)
def test_each_person_gets_the_status_in_the_table(
    app: Flask, row: Route, scene: Scene, people: People, writing_gets: set[str]
) -> None:
    found = {}
    before = snapshot()
    for who in sorted(WHO, key=lambda who: (who == "teacher", who == "student")):  # those who may change data come last
        status = str(send_request(app, row, scene, people[who]).status_code)
        found[who] = status
        is_redirected_to_sign_in = who == "anonymous" and audience_of(row[0]) is not Audience.EVERYONE
        if row[1] == "GET" or status.startswith("4") or is_redirected_to_sign_in:
            assert snapshot() == before, f"{who} changed the database"
        before = snapshot()
    assert found == ROWS[row], " ".join([*row, *(found[who] for who in WHO)])
    assert writing_gets <= set(WRITING_GETS)


def test_objects_of_others_look_nonexistent(app: Flask, scene: Scene, people: People) -> None:
    before = snapshot()
    for row in ROWS:
        for name in arguments_of(app, row).intersection(OBJECTS):
            if audience_of(row[0]) is not Audience.EVERYONE:
                _compare_with_missing(app, row, scene, people, name)
    assert snapshot() == before


def _compare_with_missing(app: Flask, row: Route, scene: Scene, people: People, name: str) -> None:
    gone = {**scene.values, name: MISSING}
    assert (ROWS[row]["other_student"], ROWS[row]["other_teacher"]) == ("404", "404"), row
    for who in ("student", "other_student", "teacher", "other_teacher"):
        missing = send_request(app, row, scene, people[who], values=gone)
        assert missing.status_code == 404, f"{row}: {name} is missing, {who}"
        if ROWS[row][who] == "404":
            foreign = send_request(app, row, scene, people[who])
            assert _without_tokens(foreign) == _without_tokens(missing), f"{row}: {who} can tell the two apart"


def test_no_one_posts_without_a_token(app: Flask, scene: Scene, people: People) -> None:
    before = snapshot()
    anonymous = people["anonymous"].csrf_token()
    tokens = {"none": None, "forged": "forged", "broken": anonymous[:-2] + "xx"}
    # Cycle through the people while each route gets each kind of token.
    passed = [
        f"{row[0]} as {who} with token {kind}"
        for who, (row, kind) in zip(itertools.cycle(WHO), itertools.product(POSTS, tokens), strict=False)
        if send_request(app, row, scene, people[who], token=tokens[kind]).status_code != 400
    ]
    assert passed == []
    assert snapshot() == before


def test_someone_elses_token_is_rejected(app: Flask, scene: Scene, people: People) -> None:
    with people["other_teacher"].browser.session_transaction() as cookie:
        cookie["csrf_token"] = "another cookie's"
    token = people["other_teacher"].csrf_token()
    before = snapshot()
    assert [
        row for row in POSTS if send_request(app, row, scene, people["teacher"], token=token).status_code != 400
    ] == []
    assert snapshot() == before


def test_no_other_method_does_what_a_post_does(app: Flask, scene: Scene, people: People) -> None:
    before = snapshot()
    pages = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    answered = [
        f"{method} {row[0]}"
        for row in POSTS
        for method in ("GET", "HEAD", "PUT", "PATCH", "DELETE")
        if not (method in {"GET", "HEAD"} and {rule.rule for rule in app.url_map.iter_rules(row[0])} <= pages)
        and send_request(app, (row[0], method), scene, people["teacher"], rule_of=row).status_code not in {400, 405}
    ]
    assert answered == []
    assert snapshot() == before


def send_request(
    app: Flask,
    row: Route,
    scene: Scene,
    person: PageClient,
    *,
    values: dict[str, Any] | None = None,
    token: str | None = "",
    rule_of: Route | None = None,
) -> TestResponse:
    """Send a request.

    :param token: the CSRF token; None sends none, and an empty one sends the person's own.
    """
    endpoint, method = row
    rule = next(one for one in app.url_map.iter_rules(endpoint) if (rule_of or row)[1] in (one.methods or ()))
    unknown = rule.arguments - set(scene.values)
    assert not unknown, f"add values for {unknown} to set_scene"
    address = person.url(endpoint, **{name: (values or scene.values)[name] for name in rule.arguments})
    data = dict(scene.bodies.get(endpoint, {}))
    has_data = method not in {"GET", "HEAD"}
    if has_data and token is not None:
        data["csrf_token"] = token or person.csrf_token()
    answer = person.request(method, address, {}, {"data": data} if has_data else {})
    answer.close()  # a stream does not end by itself
    return answer


def arguments_of(app: Flask, row: Route) -> set[str]:
    return {name for rule in app.url_map.iter_rules(row[0]) for name in rule.arguments}


def _without_tokens(answer: TestResponse) -> str:
    return re.sub(r'name="csrf_token"[^>]*value="[^"]*"', "", answer.text)
