"""A test provider in a thread, and apps configured for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.oidc_settings import OidcService
from tests.classroom.sso.provider import CLIENT_ID, CLIENT_SECRET, Provider
from tests.factories import make_cast
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from tests.factories import Cast


@pytest.fixture
def provider() -> Iterator[Provider]:
    one = Provider()
    yield one
    one.close()


@pytest.fixture
def school_app(make_app: Callable[..., Flask], provider: Provider) -> Iterator[Flask]:
    service = OidcService(provider.issuer, CLIENT_ID, CLIENT_SECRET, "Northside Login", is_for_students=True)
    app = make_app(OIDC_SERVICES=(service,))
    with app.app_context():
        yield app
        db.session.rollback()


@pytest.fixture
def cast(school_app: Flask) -> Cast:
    return make_cast()


@pytest.fixture
def page(school_app: Flask) -> PageClient:
    return PageClient(school_app)
