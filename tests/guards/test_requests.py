"""Each kind of bad input gives a 4xx with a plain sentence, and nothing is written."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from classroom.models import Game, SessionState
from classroom.services.play.positions import position_of
from tests.factories import PIN, make_attendance, make_class_session, make_game, make_student
from tests.guards.matrix import Scene, set_scene, snapshot
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

NUMBERS = ("NaN", "1e309", "-1", "1.5", "9" * 30, "0x1", "\u0663", "one", "", "1,2", "[1]", "None", "\0")
"""Texts that are not valid numbers, or far out of range. Python reads the Arabic digit three as a number."""


@pytest.fixture
def scene(cast: Cast) -> Scene:
    """Create Alice's session, with Bob at a table."""
    return set_scene(cast)


class Table:
    """A table of two students, as the active player sees it."""

    def __init__(self, cast: Cast, page: PageClient) -> None:
        ben = make_student("Ben", school_class=cast.class_7b)
        class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
        students = [cast.bob, ben]
        for student in students:
            make_attendance(class_session, student)
        self.game: Game = make_game(class_session, students)
        position = position_of(self.game)
        self.mover, self.waiter = students[position.turn], students[1 - position.turn]
        self.held = position.hands[position.turn]
        self.foreign = position.hands[1 - position.turn]
        self.board = position.setup.board
        self.page = page.sign_in(self.mover)

    def post(self, status: int, **fields: Any) -> Page:
        """Post a move. Defaults are valid: the page's version, a new key, a card in the hand."""
        good = {"version": f"{self.game.id}.0.1", "idempotency_key": "key", "card": self.held[0], "space": "B1"}
        data = {name: value for name, value in {**good, **fields}.items() if value is not None}
        return self.page.post("play.move", data, status=status)


@pytest.fixture
def table(cast: Cast, page: PageClient) -> Table:
    """Create a game that was just dealt."""
    return Table(cast, page)


MOVES: list[tuple[dict[str, Any], int]] = [
    ({"card": None}, 422),
    ({"space": None}, 422),
    ({"do": "pass"}, 422),
    ({"do": "draw"}, 422),
    ({"do": "forfeit"}, 422),
    *[({"do": do, "space": None}, 422) for do in ("stop", "penalty", "miss", "reshuffle", "place", "\0")],
    ({"space": "A1"}, 422),  # a corner
    ({"space": "Z99"}, 422),
    ({"space": "A0"}, 422),
    ({"space": "A-1"}, 422),
    ({"space": ["B1", "B2"], "card": "x"}, 422),
    ({"version": None}, 409),
    ({"idempotency_key": None}, 409),
    ({"idempotency_key": ""}, 409),
    ({"idempotency_key": "k" * 41}, 409),
    *[({"card": text}, 422) for text in NUMBERS],
    *[({"space": text}, 422) for text in NUMBERS],
]


def test_invalid_moves_change_nothing(table: Table) -> None:
    before = snapshot()
    for fields, status in MOVES:
        answer = table.post(status, **fields)
        assert answer.all("div", class_="said-bad"), f"the page shows no message for {fields}"
    assert snapshot() == before


def test_a_card_in_another_hand_looks_like_an_unknown_card(table: Table) -> None:
    before = snapshot()
    foreign, unknown = (table.post(422, card=card) for card in (table.foreign[0], 10_000))
    messages = [text_of(answer.one("div", class_="said-bad")) for answer in (foreign, unknown)]
    assert messages == ["You don’t have this card. Pick one of yours."] * 2
    assert snapshot() == before


def test_forged_and_stale_versions_are_refused(table: Table) -> None:
    before = snapshot()
    for number in (*NUMBERS, "1", "50", "999999999"):
        for version in (f"{table.game.id}.{number}.1", f"{table.game.id[:-1]}.0.1", number, f".{number}."):
            table.post(409, version=version)
    assert snapshot() == before


def test_a_forged_move_is_logged(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.post(409, version="old")
    table.post(422, card=table.foreign[0])
    assert caplog.messages == [f"refused: POST play.move by student:{table.mover.id}: forged"]


def test_a_move_out_of_turn_is_refused(table: Table) -> None:
    table.page.sign_in(table.waiter)
    before = snapshot()
    table.post(422, card=table.foreign[0])
    assert snapshot() == before


def test_a_move_without_a_seat_is_refused(table: Table, cast: Cast) -> None:
    table.page.sign_in(cast.charlie)
    before = snapshot()
    table.post(403)
    assert snapshot() == before


def test_an_unknown_class_code_gives_a_message(page: PageClient, cast: Cast) -> None:
    for code in ("zzzzzz", "x", "no code", "\u202e", "'; DROP TABLE students; --", "z" * 5_000):
        assert "No class has this code" in page.post("home.find_class", {"code": code}, status=422).text
    page.open("/join/zzzzzz", status=422)


def test_five_wrong_pins_lock_a_student_until_a_new_card_is_printed(
    page: PageClient, new_page: Callable[[], PageClient], scene: Scene, frozen_clock: FrozenClock
) -> None:
    address: dict[str, Any] = {"code": scene.values["code"], "student_id": scene.values["student_id"]}
    for guess in range(5):
        page.post("home.pin", {"pin": f"000{guess}"}, status=422, **address)
    assert "Too many" in page.post("home.pin", {"pin": "0005"}, status=429, **address).text
    assert "Too many" in page.post("home.pin", {"pin": PIN}, status=429, **address).text
    order = scene.bodies["students.new_card"]
    teacher = new_page().sign_in(scene.cast.alice)
    card = teacher.post("students.new_card", order, status=200, student_id=scene.cast.bob.id)
    new_pin = "".join(card.all("dd")[-1].itertext())
    page.post("home.pin", {"pin": new_pin}, status=303, **address)


def test_a_lockout_ends_by_itself(page: PageClient, scene: Scene, frozen_clock: FrozenClock) -> None:
    address: dict[str, Any] = {"code": scene.values["code"], "student_id": scene.values["student_id"]}
    for guess in range(5):
        page.post("home.pin", {"pin": f"000{guess}"}, status=422, **address)
    frozen_clock.move_on(minutes=14)
    page.post("home.pin", {"pin": PIN}, status=429, **address)
    frozen_clock.move_on(minutes=2)
    page.post("home.pin", {"pin": PIN}, status=303, **address)


@pytest.mark.parametrize(
    "names",
    ["\n".join(f"Name {number}" for number in range(10_000)), "   \n\n ", ""],
    ids=["10,000 lines", "white", "empty"],
)
def test_an_invalid_roster_is_refused(page: PageClient, cast: Cast, names: str) -> None:
    page.sign_in(cast.alice)
    before = snapshot()
    data = {"names": names, "csrf_token": page.csrf_token()}
    assert page.request("POST", f"/classes/{cast.class_7b.id}/students", {}, {"data": data}).status_code == 422
    assert snapshot() == before


@pytest.mark.parametrize(
    "names",
    ["x" * 500, "y" * 41, "\u202egnirts", "\u200b\u200b", "\x07"],
    ids=["500 characters", "41 characters", "override", "invisible", "control"],
)
def test_a_line_without_a_valid_name_is_skipped(page: PageClient, cast: Cast, names: str) -> None:
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    page.submit({"names": names}, form="/students")
    shown = page.follow()
    assert "1 skipped" in shown.text
    assert "There is nothing to import" in shown.text or "Review my selections" in shown.text


def test_markup_in_a_name_is_escaped(page: PageClient, scene: Scene) -> None:
    page.sign_in(scene.cast.alice)
    names = (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7 * 7 }}",
        "=HYPERLINK(1)",
        "Robert'); --",
    )
    for name in names:
        make_student(name, school_class=scene.cast.class_7b)
    shown = page.get("classes.show", class_id=scene.cast.class_7b.id)
    for name in names:
        assert name in shown.text
    _assert_nothing_runs(shown)


def test_markup_in_an_import_preview_is_escaped(page: PageClient, scene: Scene) -> None:
    page.sign_in(scene.cast.alice)
    names = '<script>alert(1)</script>\n"><img src=x onerror=alert(1)>\n{{ 7 * 7 }}'
    page.post("classes.add_students", {"names": names}, class_id=scene.cast.class_7b.id)
    _assert_nothing_runs(page.follow())


def _assert_nothing_runs(shown: Page) -> None:
    assert "alert(1)" in shown.text
    assert "{{ 7 * 7 }}" in shown.text
    assert not shown.root.findall(".//img[@onerror]")
    assert "alert(1)" not in "".join(text for one in shown.all("script") for text in one.itertext())


@pytest.mark.parametrize(
    "body", [b"names=%ff%fe", b"names=\xff\xfe", b"names=%00", b"names", b"=&&==", b"%", b"names=a%"]
)
def test_invalid_bodies_are_refused_or_read_as_text(page: PageClient, cast: Cast, body: bytes) -> None:
    page.sign_in(cast.alice)
    token = page.csrf_token().encode()
    status = page.request(
        "POST",
        f"/classes/{cast.class_7b.id}/students",
        {},
        {"data": b"csrf_token=" + token + b"&" + body, "content_type": "application/x-www-form-urlencoded"},
    ).status_code
    assert status in {303, 400, 422}


def test_large_requests_are_refused(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    before = snapshot()
    where: dict[str, Any] = {"class_id": cast.class_7b.id}
    assert "too large" in page.post("classes.add_students", {"names": "x" * 600_000}, status=413, **where).text
    fields = {f"field-{number}": "x" for number in range(2_000)}
    data = {**fields, "csrf_token": page.csrf_token()}
    answer = page.request("POST", f"/classes/{cast.class_7b.id}/students", {}, {"data": data})
    assert answer.status_code in {413, 422}
    parts = page.request(
        "POST",
        f"/classes/{cast.class_7b.id}/students",
        {},
        {"data": {**data, "names": "Zed"}, "content_type": "multipart/form-data"},
    )
    assert parts.status_code == 413
    assert snapshot() == before


def test_objects_of_other_classes_in_the_body_are_refused(page: PageClient, scene: Scene) -> None:
    cast = scene.cast
    elsewhere = make_class_session(cast.class_8c, state=SessionState.PLAYING)
    make_attendance(elsewhere, cast.charlie)
    foreign = make_game(elsewhere, [cast.charlie, None])
    page.sign_in(cast.alice)
    session: dict[str, Any] = {"class_session_id": scene.values["class_session_id"]}
    before = snapshot()
    bob = cast.bob.id
    page.post("sessions.seat", {"student": bob, f"seat-{bob}": f"{foreign.id}.1"}, status=404, **session)
    charlie = {"student": cast.charlie.id, f"seat-{cast.charlie.id}": f"{scene.values['game_id']}.1"}
    page.post("sessions.seat", charlie, status=409, **session)
    page.post("sessions.leave", charlie, status=409, **session)
    page.post("games.give_seat", charlie, status=409, game_id=scene.values["game_id"], seat=1)
    page.get("reports.school_class", status=404, class_id=cast.class_7b.id, session=elsewhere.id)
    page.get("home.pin", status=404, code=cast.class_7b.code, student_id=cast.charlie.id)
    assert snapshot() == before


@pytest.mark.parametrize("seat", ["2", "99", "-1", "9" * 40, "NaN", "1.0", "\u0663"])
def test_an_invalid_seat_is_refused(page: PageClient, scene: Scene, seat: str) -> None:
    page.sign_in(scene.cast.alice)
    before = snapshot()
    answer = page.request(
        "POST", f"/games/{scene.values['game_id']}/seats/{seat}", {}, {"data": {"csrf_token": page.csrf_token()}}
    )
    assert answer.status_code in {404, 422}
    assert snapshot() == before


@pytest.mark.slow
def test_a_locked_database_is_reported_and_nothing_is_lost(table: Table, instance_folder: Path) -> None:
    before = snapshot()
    lock = sqlite3.connect(instance_folder / "classroom.sqlite3", isolation_level=None)
    try:
        lock.execute("BEGIN IMMEDIATE")
        answer = table.page.request(
            "POST",
            "/play/moves",
            {},
            {
                "data": {
                    "csrf_token": table.page.csrf_token(),
                    "version": f"{table.game.id}.0.1",
                    "idempotency_key": "key",
                    "card": table.held[0],
                    "space": "B1",
                }
            },
        )
    finally:
        lock.close()
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert "reach its data" in answer.text
    assert snapshot() == before
