"""An LMS on another site opens the app in Chromium, which blocks third-party cookies in frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from classroom.database import transaction
from classroom.models import LtiCourse, LtiPlatform, Student, Teacher
from tests.classroom.lti.platform import Platform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.over_http.stage import Stage
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.nightly


@pytest.fixture
def stage(shared_server: SharedServer) -> Stage:
    return shared_server.stage(students=2)


@pytest.fixture
def lms(shared_server: SharedServer, stage: Stage) -> Iterator[Platform]:
    """An LMS under another host name of this computer, thus another site, for the first student and the teacher."""
    platform = Platform(host=shared_server.server.address.replace("127.0.0.1", "localhost"))
    with shared_server.app(), transaction() as session:
        platform.register()
        registered = session.execute(select(LtiPlatform).filter_by(issuer=platform.url)).scalar_one()
        course = LtiCourse(platform_id=registered.id, context_id="course-1", class_id=stage.class_id, title="Math")
        session.add(course)
        session.get_one(Student, stage.students[0].id).lms_subject = registered.subject_of("user-4")
        session.get_one(Teacher, stage.teacher.id).lms_subject = registered.subject_of("teacher-1")
    yield platform
    platform.close()


def test_a_link_leads_to_the_table(browser: Browser, lms: Platform) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{lms.url}/course?to=launch")
    page.get_by_role("link", name="Play").click()
    page.wait_for_url(f"{lms.host}/play")
    page.reload()  # the cookie is accepted
    expect(page.locator("#live")).to_be_visible()


def test_from_a_frame_one_tap_opens_a_tab(browser: Browser, lms: Platform) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{lms.url}/course?to=launch&framed=1")
    frame = page.frame_locator("iframe")
    with page.expect_popup() as opened:
        frame.get_by_role("link", name="Open Sequence Numbers").click()
    opened.value.wait_for_url(f"{lms.host}/play")


def test_a_link_is_chosen_in_a_frame(browser: Browser, lms: Platform, stage: Stage) -> None:
    lms.role, lms.subject, lms.is_choosing = "Instructor", "teacher-1", True
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{lms.url}/course?to=choose&framed=1")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_label("Class", exact=True)).to_have_value(stage.class_id)
    frame.get_by_role("button", name="Continue").click()
    frame.get_by_role("button", name="Add link to course").click()
    expect(frame.get_by_text("Link added")).to_be_visible()
    assert context.cookies(lms.host) == []
