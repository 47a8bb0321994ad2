"""Messages and keys of an LMS with unusual contents: none gives a server error, and repaired keys are accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from classroom.database import db
from classroom.models import LinkRequest
from classroom.services.lti import platform_keys
from classroom.services.lti.courses import connect_teacher
from classroom.services.lti.messages import LTI
from tests.classroom.lti.platform import other_key
from tests.classroom.lti.test_launch import connect, the_platform

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from flask import Flask

    from classroom.models import SchoolClass
    from tests.classroom.lti.platform import Platform
    from tests.factories import Cast
    from tests.page_client import PageClient

HALF = "Ben \ud83d"
"""A name cut in the middle of an emoji, as programs with UTF-16 texts do."""
ROSTER = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"


@pytest.fixture(autouse=True)
def without_cached_keys(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the app read the keys of the platform again."""
    monkeypatch.setitem(app.extensions, "lti_platform_keys", platform_keys.PlatformKeys())


def test_half_a_character_is_left_out_of_a_name(page: PageClient, platform: Platform, playing: SchoolClass) -> None:
    connect(playing)
    platform.name = HALF
    platform.opens(page)
    page.follow(status=303)
    (request,) = db.session.query(LinkRequest)
    assert request.name == "Ben"


@pytest.mark.parametrize("claims", [{"sub": HALF}, {f"{LTI}context": {"id": HALF}}], ids=["sub", "context"])
def test_an_id_with_half_a_character_is_refused(
    page: PageClient, platform: Platform, playing: SchoolClass, claims: dict[str, Any]
) -> None:
    platform.opens(page, status=422, **claims)


@pytest.mark.parametrize(
    "claims",
    [
        {f"{LTI}context": {"id": "course-1", "title": HALF}},
        {f"{LTI}custom": {"class": HALF}},
        {ROSTER: {"context_memberships_url": f"https://{HALF}/"}},
    ],
    ids=["title", "class", "roster"],
)
def test_half_a_character_elsewhere_is_ignored(
    teacher: PageClient, platform: Platform, cast: Cast, claims: dict[str, Any]
) -> None:
    connect(cast.class_7b)
    connect_teacher(teacher_id=cast.alice.id, subject=the_platform().subject_of(platform.subject))
    platform.role = "Instructor"
    platform.opens(teacher, **claims)
    teacher.follow(status=303)
    assert teacher.follow(status=303).redirect == teacher.url("classes.show", class_id=cast.class_7b.id)


def test_an_invalid_target_is_refused_at_the_end(page: PageClient, platform: Platform) -> None:
    asked = platform.asks(page, target="http://[")
    platform.brings(page, asked, platform.token(asked["nonce"], **{f"{LTI}target_link_uri": "http://["}), status=403)


def test_a_new_key_with_the_name_of_the_old_one_is_accepted(
    page: PageClient, platform: Platform, playing: SchoolClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect(playing)
    platform.opens(page)
    monkeypatch.setattr(platform, "key", other_key())
    monkeypatch.setattr(platform, "signs_with", other_key())
    platform.opens(page, status=403)  # the keys were just read
    monkeypatch.setattr(platform_keys, "_ASK_AGAIN", 0.0)
    platform.opens(page)


def test_deeply_nested_keys_are_refused(
    page: PageClient, platform: Platform, playing: SchoolClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        request.wfile.write(b"[" * 100_000)

    monkeypatch.setattr(platform, "on_get", answer)
    monkeypatch.setattr(platform_keys, "_KEPT", 0.0)
    platform.opens(page, status=409)


def test_a_failing_lms_is_asked_for_its_keys_once(
    page: PageClient, platform: Platform, playing: SchoolClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.path)
        request.send_response(500)
        request.end_headers()

    monkeypatch.setattr(platform, "on_get", answer)
    platform.opens(page, status=409)
    assert len(asked) == 1
