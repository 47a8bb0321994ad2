"""A student signs in by a provider that we did not write: `make sso-provider` installs it, and runs this."""

from __future__ import annotations

import html
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
import requests

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import LinkRequest, Student
from tests.classroom.sso.provider import CLIENT_ID, CLIENT_SECRET
from tests.factories import make_class_session, make_school_class, make_student, make_teacher
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.nightly

FOLDER = os.environ.get("OIDC_PROVIDER", "")
SCRIPT = Path(__file__).with_name("oidc_provider.mjs")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """The app, and the provider that it sends students to."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (Path(FOLDER) / "node_modules/oidc-provider").is_dir():
        pytest.skip("oidc-provider is not installed: run `make sso-provider`")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    issuer = f"http://127.0.0.1:{port}"
    names = {"ISSUER": issuer, "CLIENT_ID": CLIENT_ID, "CLIENT_SECRET": CLIENT_SECRET, "NAME": "Npm", "FOR": "students"}
    server = LiveServer(tmp_path / "app", settings={f"CLASSROOM_OIDC_{name}": text for name, text in names.items()})
    redirect = f"{server.address}/school-sign-in/students/callback"
    secrets = {"CLIENT_ID": CLIENT_ID, "CLIENT_SECRET": CLIENT_SECRET}
    environment = {**os.environ, **secrets, "PORT": str(port), "REDIRECT": redirect}
    with subprocess.Popen(
        ["node", str(SCRIPT)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            while (line := process.stdout.readline()) != "ready\n":
                assert line, "the provider has ended"
            yield server
        finally:
            server.stop()
            process.terminate()


class Visitor:
    """A browser without scripts that follows redirects and sends forms."""

    def __init__(self) -> None:
        self.web = requests.Session()
        self.at = ""
        self.text = ""

    def open(self, address: str) -> None:
        self._show(self.web.get(address, timeout=20))

    def send(self, path: str, **fields: str) -> None:
        """Send the form of the page that leads to a path, with more fields."""
        form = next(
            one for one in re.findall(r"<form.*?</form>", self.text, re.DOTALL) if path in one.partition(">")[0]
        )
        action = re.search(r'action="([^"]*)"', form)
        assert action is not None
        hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
        values = {name: html.unescape(value) for name, value in hidden} | fields
        self._show(self.web.post(urljoin(self.at, html.unescape(action.group(1))), data=values, timeout=20))

    def press(self, text: str) -> None:
        """Follow a link."""
        found = re.search(rf'<a[^>]*href="([^"]*)"[^>]*>(?:<span>)?{text}', self.text)
        assert found is not None, self.text
        self.open(urljoin(self.at, html.unescape(found.group(1))))

    def _show(self, answer: requests.Response) -> None:
        assert answer.status_code == 200, f"{answer.status_code} {answer.url}\n{answer.text[:2000]}"
        self.at, self.text = answer.url, answer.text


def test_a_student_is_linked_and_signs_in_again(server: LiveServer) -> None:
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        school_class = make_school_class("7B", teacher=make_teacher("Alice"))
        student = make_student("Ana Silva", school_class=school_class)
        make_class_session(school_class)
        class_id, code, student_id = school_class.id, school_class.code, student.id
        teacher = cookie_of(app, teacher_id=school_class.teacher_id)
    server.start()
    ana = Visitor()
    ana.open(f"{server.address}/join/{code}")
    ana.press("Sign in with")
    ana.send("/interaction/", login="Ana.Silva", password="anything")
    if "consent" in ana.text:
        ana.send("/interaction/")
    assert "Hi, <bdi>Ana Silva</bdi>!" in ana.text

    alice = Visitor()
    alice.web.cookies.set("classroom", teacher, domain="127.0.0.1")
    alice.open(f"{server.address}/classes/{class_id}/school-accounts")
    account = re.search(r'name="student-(\w+)"', alice.text)
    assert account is not None
    assert f'<option value="{student_id}" selected>' in alice.text
    alice.send("/school-accounts", **{f"student-{account.group(1)}": student_id})
    ana.send("/school-sign-in/students/waiting")
    assert ana.at == f"{server.address}/play"

    again = Visitor()
    again.open(server.address)
    again.press("Sign in with")
    again.send("/interaction/", login="Ana.Silva", password="anything")
    if "consent" in again.text:
        again.send("/interaction/")
    assert again.at == f"{server.address}/play"
    server.stop()
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        assert db.session.get_one(Student, student_id).oidc_subject == f"{_issuer(server)} Ana.Silva"
        assert db.session.query(LinkRequest).count() == 0
    server.assert_no_faults()


def _issuer(server: LiveServer) -> str:
    return server._settings["CLASSROOM_OIDC_ISSUER"]
