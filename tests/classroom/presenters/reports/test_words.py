"""Names for answers."""

from __future__ import annotations

import pytest

from classroom.presenters.reports.words import given_text

pytestmark = pytest.mark.usefixtures("db_session")


def test_a_card_traded_in_correctly_is_not_a_mistake() -> None:
    assert given_text(None, is_right=True) == "traded in"
    assert given_text(None) == "traded in by mistake"
    assert given_text("54") == "54"
