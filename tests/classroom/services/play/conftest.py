"""The initial table of tests of games and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.classroom.services.learning.dealing import current, start

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from classroom.models import ClassSession, Game


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> ClassSession:
    """Four students at one table, in a running session with table talk."""
    return start(4)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """Their game."""
    return current(class_session)
