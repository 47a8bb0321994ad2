"""Downloads for other programs: they equal the page and follow the rules of their formats."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import Counter
from datetime import datetime
from typing import Any
from uuid import UUID

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from classroom import clock
from classroom.database import db
from classroom.models import Attempt, Attendance, Game
from classroom.presenters.reports.exchange import URN
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_student
from tests.page_client import PageClient

DANGEROUS = "=HYPERLINK(1)"


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser, after a session in which Bob answered seven times and another student five times."""
    lesson = Lesson(cast.class_7b, days_ago=1)
    for given in (None, "63", "15", WRONG_DEAD_CLAIM, None, None):
        lesson.answer(cast.bob, "7 × 8", "56", given)
    lesson.answer(cast.bob, "2 + 3", "5", seconds=2.345)
    lesson.answer(cast.bob, "7 × 8", "56", try_number=2)
    formula = make_student(DANGEROUS, school_class=cast.class_7b)
    for _ in range(5):
        lesson.answer(formula, "2 + 3", "5")
    chosen = db.session.query(Attempt).filter_by(student_id=formula.id).first()
    assert chosen is not None
    chosen.goal, chosen.expected, chosen.policy = 0.82, 0.789, 3
    db.session.commit()
    return page.sign_in(cast.alice)


def finish_game_of(cast: Cast) -> None:
    """Let Bob join the session and play its game to the end."""
    game = db.session.query(Game).order_by(Game.started_at.desc()).first()
    assert game is not None
    game.over_at, game.outcome_reason = game.class_session.ended_at, "sequences"
    game.players[0].student_id = cast.bob.id
    db.session.add(Attendance(class_session_id=game.class_session_id, student_id=cast.bob.id))
    db.session.commit()


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_answers_have_skill_policy_channel_and_error(alice: PageClient, cast: Cast) -> None:
    rows = rows_of(alice.get("reports.attempts_csv", class_id=cast.class_7b.id).data)
    bob = [row for row in rows if row["student_name"] == "Bob"]
    assert [row["error_code"] for row in bob[1:4]] == ["MUL_ADJ MUL_TABLE", "OP_ADD", ""]
    assert {(row["skill"], row["standard"], row["grade"], row["fact"]) for row in bob[:4]} == {
        ("mul-tables", "3.OA.C.7", "3", "mul:7x8")
    }
    assert [row["channel"] for row in bob if row["equation"] == "2 + 3"] == ["number-pad"]
    assert [(row["policy"], row["goal"], row["expected"], row["policy_version"]) for row in rows if row["goal"]] == [
        ("chosen", "0.820", "0.789", "3")
    ]
    assert {row["device"] for row in rows} == {"own"}
    assert all(not row["student_name"].startswith("=") for row in rows)


def test_the_gradebook_and_the_results_equal_the_page(alice: PageClient, cast: Cast) -> None:
    shown = {
        row["student"]: row["right_percent"]
        for row in rows_of(alice.get("reports.school_class_csv", class_id=cast.class_7b.id).data)
    }
    [*gradebook] = rows_of(alice.get("reports.gradebook_csv", class_id=cast.class_7b.id).data)
    [day] = [name for name in gradebook[0] if name.endswith("_percent")]
    assert {row["student"]: row[day] for row in gradebook} == shown
    assert shown == {f"'{DANGEROUS}": "100", "Bob": "57"}

    archive = zipfile.ZipFile(io.BytesIO(alice.get("reports.oneroster_zip", class_id=cast.class_7b.id).data))
    manifest = {row["propertyName"]: row["value"] for row in rows_of(archive.read("manifest.csv"))}
    sent = {name.removeprefix("file.") for name, how in manifest.items() if how == "bulk"}
    assert {f"{name}.csv" for name in sent} | {"manifest.csv"} == set(archive.namelist())
    results, [item] = rows_of(archive.read("results.csv")), rows_of(archive.read("lineItems.csv"))
    assert {row["lineItemSourcedId"] for row in results} == {item["sourcedId"]}
    assert [item["categorySourcedId"]] == [row["sourcedId"] for row in rows_of(archive.read("categories.csv"))]
    assert sorted(row["score"] for row in results) == ["100", "57"]
    assert {row["studentSourcedId"] for row in results} >= {cast.bob.id}


def test_students_who_left_keep_their_school_ids(alice: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b, days_ago=1)
    archived = make_student("Gone", school_class=cast.class_7b, source_id="S-1")
    moved = make_student("Moved", school_class=cast.class_7b, source_id="S-2")
    for _ in range(5):
        lesson.answer(archived, "2 + 3", "5")
        lesson.answer(moved, "2 + 3", "5")
    archived.archived_at, moved.class_id = clock.now(), cast.class_8c.id
    db.session.commit()
    gradebook = rows_of(alice.get("reports.gradebook_csv", class_id=cast.class_7b.id).data)
    assert {row["student"]: row["school_id"] for row in gradebook} == {
        f"'{DANGEROUS}": "",
        "Bob": "",
        "Gone": "S-1",
        "Moved": "S-2",
    }
    archive = zipfile.ZipFile(io.BytesIO(alice.get("reports.oneroster_zip", class_id=cast.class_7b.id).data))
    ids = {row["studentSourcedId"] for row in rows_of(archive.read("results.csv"))}
    assert {"S-1", "S-2"} <= ids
    assert not {archived.id, moved.id} & ids


@pytest.mark.parametrize("school_id", ["=7", "|7", "＝7", "'=7"])  # noqa: RUF001  spreadsheets know the wide ones
def test_ids_are_the_same_in_results_and_rosters(alice: PageClient, cast: Cast, school_id: str) -> None:
    cast.bob.source_id = school_id
    db.session.commit()
    results = zipfile.ZipFile(io.BytesIO(alice.get("reports.oneroster_zip", class_id=cast.class_7b.id).data))
    roster = zipfile.ZipFile(io.BytesIO(alice.get("classes.oneroster", class_id=cast.class_7b.id, version="1.1").data))
    [user] = [row for row in rows_of(roster.read("users.csv")) if row["givenName"] == "Bob"]
    assert user["sourcedId"] == f"'{school_id}"
    assert user["sourcedId"] in {row["studentSourcedId"] for row in rows_of(results.read("results.csv"))}


def test_results_without_rows_are_absent(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    archive = zipfile.ZipFile(io.BytesIO(page.get("reports.oneroster_zip", class_id=cast.class_7b.id).data))
    assert set(archive.namelist()) == {"manifest.csv", "categories.csv"}
    manifest = {row["propertyName"]: row["value"] for row in rows_of(archive.read("manifest.csv"))}
    assert [name for name, how in manifest.items() if how == "bulk"] == ["file.categories"]
    assert manifest["file.results"] == manifest["file.lineItems"] == "absent"


def test_the_workbook_holds_text_and_numbers_but_no_formula(alice: PageClient, cast: Cast) -> None:
    page = alice.get("reports.workbook_xlsx", class_id=cast.class_7b.id)
    book = openpyxl.load_workbook(io.BytesIO(page.data))
    assert book.sheetnames == ["Students", "Gradebook", "Equations", "Tickets"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "inlineStr"}
    rows = list(book["Students"].iter_rows(values_only=True))
    assert {row[0]: row[2:5] for row in rows[1:]} == {DANGEROUS: (5, 5, 100), "Bob": (7, 4, 57)}


def test_the_headings_of_the_workbook_are_bold_and_readable_and_stay_in_view(alice: PageClient, cast: Cast) -> None:
    page = alice.get("reports.workbook_xlsx", class_id=cast.class_7b.id)
    for sheet in openpyxl.load_workbook(io.BytesIO(page.data)):
        assert sheet.freeze_panes == "A2"
        assert sheet.page_setup.orientation == "landscape"
        for number, cell in enumerate(sheet[1], start=1):
            assert cell.font.b
            assert sheet.column_dimensions[get_column_letter(number)].width > len(str(cell.value))
        assert not any(cell.font.b for row in sheet.iter_rows(min_row=2) for cell in row)


def _is_iri(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9+.-]*:\S+", text) is not None


def verb_of(statement: dict[str, Any]) -> str:
    return str(statement["verb"]["id"].rpartition("/")[2])


def check_statement(one: dict[str, Any]) -> None:
    """Check the rules of xAPI 1.0.3 (Part Two: Experience Data) that apply to our statements."""
    assert set(one) <= {"id", "actor", "verb", "object", "result", "context", "timestamp", "version"}
    assert {"actor", "verb", "object"} <= set(one)
    assert str(UUID(one["id"])) == one["id"]
    account = one["actor"]["account"]
    assert set(one["actor"]) <= {"objectType", "account", "name"}
    assert set(account) == {"homePage", "name"}
    assert re.match(r"https?://", account["homePage"])
    assert _is_iri(one["verb"]["id"])
    assert _is_iri(one["object"]["id"])
    definition = one["object"]["definition"]
    assert _is_iri(definition["type"])
    assert set(definition["name"]) == set(one["verb"]["display"]) == {"en-US"}
    if verb_of(one) == "answered":
        assert definition["interactionType"] == "numeric"
        assert all(re.fullmatch(r"-?\d+\[:\]-?\d+", pattern) for pattern in definition["correctResponsesPattern"])
    result = one.get("result", {})
    assert set(result) <= {"success", "completion", "response", "duration"}
    assert isinstance(result.get("success", True), bool)
    assert isinstance(result.get("completion", True), bool)
    assert isinstance(result.get("response", ""), str)
    assert re.fullmatch(r"PT\d+(\.\d{1,2})?S", result.get("duration", "PT1S"))
    context = one["context"]
    assert set(context) <= {"registration", "contextActivities", "platform", "extensions"}
    assert str(UUID(context["registration"])) == context["registration"]
    assert all(_is_iri(activity["id"]) for activity in context.get("contextActivities", {}).get("parent", []))
    assert all(_is_iri(key) for key in context.get("extensions", {}))
    assert datetime.fromisoformat(one["timestamp"]).tzinfo is not None
    assert one["version"] == "1.0.3"
    assert None not in [value for part in one.values() if isinstance(part, dict) for value in part.values()]


def test_statements_follow_the_rules_and_are_anonymous_by_default(alice: PageClient, cast: Cast) -> None:
    finish_game_of(cast)
    nameless = alice.get("reports.xapi_json", class_id=cast.class_7b.id, names="no")
    statements = json.loads(nameless.data)
    for one in statements:
        check_statement(one)
    assert len({one["id"] for one in statements}) == len(statements)
    assert Counter(map(verb_of, statements)) == {"initialized": 1, "answered": 13, "completed": 1, "terminated": 1}
    assert sum(one["result"].get("success", False) for one in statements if "result" in one) == 10
    [chosen] = [one["context"]["extensions"] for one in statements if f"{URN}:goal" in str(one)]
    assert (chosen[f"{URN}:goal"], chosen[f"{URN}:expected"]) == (0.82, 0.789)
    assert (chosen[f"{URN}:policy-version"], chosen[f"{URN}:device"]) == (3, "own")
    assert "Bob" not in nameless.data.decode()
    named = json.loads(alice.get("reports.xapi_json", class_id=cast.class_7b.id).data)
    assert {one["actor"]["name"] for one in named} == {"Bob", DANGEROUS}
    assert [one["id"] for one in named] == [one["id"] for one in statements]
