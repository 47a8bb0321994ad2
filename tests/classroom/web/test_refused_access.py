"""Denied access is written to the server log; missing pages are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.web import refused_access

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.fixture(autouse=True)
def nothing_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear what earlier tests logged."""
    monkeypatch.setattr(refused_access, "_noted", {})


def test_access_to_others_data_is_logged_once_a_minute(
    page: PageClient, cast: Cast, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.sign_in(cast.dora)
    for _ in range(3):
        page.get("classes.show", class_id=cast.class_7b.id, status=404)
    line = f"refused: GET classes.show by teacher:{cast.dora.id}: of_others"
    assert caplog.messages == [line]
    monkeypatch.setattr(refused_access, "_AGAIN_SECONDS", 0.0)
    page.get("classes.show", class_id=cast.class_7b.id, status=404)
    assert caplog.messages == [line, line]


def test_missing_pages_are_not_logged(page: PageClient, cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    page.sign_in(cast.dora).get("classes.show", class_id="nothing", status=404)
    page.browser.get("/nowhere")
    assert caplog.messages == []


def test_a_student_on_a_teachers_page_is_logged(page: PageClient, cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    page.sign_in(cast.bob).get("classes.index", status=404)
    assert caplog.messages == [f"refused: GET classes.index by student:{cast.bob.id}: for_others"]


@pytest.mark.parametrize(
    ("headers", "reason"),
    [({}, "no_token"), ({"Origin": "http://evil.example"}, "other_site")],
)
def test_a_forged_form_is_logged(
    page: PageClient, cast: Cast, caplog: pytest.LogCaptureFixture, headers: dict[str, str], reason: str
) -> None:
    page.sign_in(cast.alice)
    page.browser.post(page.url("classes.delete", class_id=cast.class_7b.id), headers=headers, data={"x": "secret"})
    assert caplog.messages[0] == f"refused: POST classes.delete by teacher:{cast.alice.id}: {reason}"
    assert "secret" not in caplog.text
