"""An LMS in a thread, registered with the app, and browsers that report that a page is not in a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.classroom.lti.platform import Platform
from tests.factories import make_class_session
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from classroom.models import SchoolClass
    from tests.factories import Cast


@pytest.fixture(scope="module")
def running() -> Iterator[Platform]:
    one = Platform()
    yield one
    one.close()


@pytest.fixture
def platform(db_session: object, running: Platform) -> Platform:
    running.__dict__.update(
        scores_until_failure=1_000,
        subject="user-4",
        name="bob",
        role="Learner",
        claims={},
        header={},
        members=[],
        status=200,
        asked=[],
        items=[],
    )
    running.signs_with = running.key
    running.register()
    return running


@pytest.fixture
def page(app: Flask, db_session: object) -> PageClient:
    return window(app)


@pytest.fixture
def teacher(app: Flask, cast: Cast) -> PageClient:
    return window(app).sign_in(cast.alice)


@pytest.fixture
def playing(cast: Cast) -> SchoolClass:
    """Class 7B, in a lesson."""
    make_class_session(cast.class_7b)
    return cast.class_7b


def window(app: Flask) -> PageClient:
    """A browser that reports that the page is not in a frame."""
    one = PageClient(app)
    one.headers = {"Sec-Fetch-Dest": "document"}
    return one
