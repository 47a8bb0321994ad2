"""A third-party LMS opens this app: `make open-edx` installs the package of Open edX and runs this."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from joserfc.jwk import RSAKey
from sqlalchemy import select

from classroom.database import db
from classroom.models import LtiCourse, LtiPlatform
from classroom.services.lti.tool_key import ToolKey
from classroom.services.lti.web_services import LmsConnection
from tests.classroom.lti.conftest import window
from tests.classroom.lti.platform import CLIENT_ID, DEPLOYMENT, HOST, Platform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

pytestmark = pytest.mark.nightly

PYTHON = os.environ.get("OPEN_EDX", "")
COURSE = "course-v1:Northside+Math+7B"
SCRIPT = Path(__file__).with_name("open_edx.py")


class Lms:
    """Open edX in a process, with the port and the key of the platform."""

    def __init__(self, platform: Platform, process: subprocess.Popen[str]) -> None:
        self.platform = platform
        self._process = process

    def ask(self, wanted: str, given: Any) -> Any:
        """Send a command to Open edX."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([wanted, given]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def open(self, page: PageClient, *, role: str, to: str = "launch", status: int = 303) -> Page:
        """Open a link as a person, with the redirects of Open edX."""
        message = "LtiDeepLinkingRequest" if to == "choose" else "LtiResourceLinkRequest"
        person = {"id": f"{role}-1", "role": role, "name": role, "message": message}
        first = self.ask("begin", person)
        assert first.startswith(f"{HOST}/lti/login?")
        sent = page.get("lti.login", status=303, **dict(parse_qsl(urlsplit(first).query))).redirect
        assert sent is not None
        brought = self.ask("message", dict(parse_qsl(urlsplit(sent).query)))
        return self.platform.brings(page, {"state": brought["state"]}, brought["id_token"], status=status)


@pytest.fixture
def lms(platform: Platform, page: PageClient) -> Iterator[Lms]:
    if not Path(PYTHON).is_file():
        pytest.skip("Open edX's package is not installed: run `make open-edx`")
    (key,) = json.loads(page.get("lti.keys").data)["keys"]
    tool = {
        "issuer": platform.url,
        "host": HOST,
        "client_id": CLIENT_ID,
        "deployment": DEPLOYMENT,
        "key": platform.key.as_pem(private=True).decode(),
        "tool_key": RSAKey.import_key(key).as_pem(private=False).decode(),
    }
    with subprocess.Popen(
        [PYTHON, "-I", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(tool) + "\n")
        yield Lms(platform, process)
        process.stdin.close()


@pytest.fixture
def known(lms: Lms, cast: Cast) -> LtiPlatform:
    """The LMS as registered with the app, with one student and one teacher."""
    registered = db.session.execute(select(LtiPlatform)).scalar_one()
    cast.bob.lms_subject = registered.subject_of("student-1")
    cast.alice.lms_subject = registered.subject_of("instructor-1")
    db.session.commit()
    return registered


def test_a_student_reaches_the_seat(page: PageClient, lms: Lms, known: LtiPlatform, playing: object) -> None:
    lms.open(page, role="student")
    assert page.follow(status=303).redirect == page.url("play.show")


def test_a_message_contains_the_addresses_of_roster_and_scores(
    page: PageClient, lms: Lms, known: LtiPlatform, cast: Cast
) -> None:
    course = LtiCourse(platform_id=known.id, context_id=COURSE, class_id=cast.class_7b.id, title="?")
    db.session.add(course)
    db.session.commit()
    lms.open(page, role="instructor")
    page.follow(status=303)
    page.follow(status=303)
    assert page.follow(status=303).redirect == page.url("classes.show", class_id=cast.class_7b.id)
    db.session.refresh(course)
    kept = (course.title, course.memberships_url, course.scores_url)
    assert kept == ("Math 7B", f"{lms.platform.url}/members", f"{lms.platform.url}/lineitems?course=1")


def test_a_link_is_chosen(page: PageClient, lms: Lms, known: LtiPlatform, cast: Cast) -> None:
    page.headers = {"Sec-Fetch-Dest": "iframe"}
    form = lms.open(page, role="instructor", to="choose", status=200).form("/lti/choose")
    inside = window(page.app)
    inside.headers = {"Sec-Fetch-Site": "same-origin", "Origin": HOST}
    answer = inside.send(form, {"school_class": cast.class_7b.id}, status=200).form()
    (item,) = lms.ask("chosen", str(answer.fields["JWT"]))
    assert (item["type"], item["url"]) == ("ltiResourceLink", f"{HOST}/lti/launch")


def test_a_signed_request_gets_a_token(
    page: PageClient, lms: Lms, known: LtiPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    def token(sent: dict[str, list[str]]) -> tuple[int, dict[str, Any]]:
        given.update(lms.ask("token", {name: values[0] for name, values in sent.items()}))
        return 200, given

    monkeypatch.setattr(lms.platform, "_token", token)
    scope = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
    LmsConnection(known, key=ToolKey(Path(page.app.instance_path)), scope=scope)
    assert given["scope"] == scope
    assert lms.ask("allows", given["access_token"])
