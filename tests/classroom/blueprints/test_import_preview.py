"""How the preview of an import says what it would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.mark.parametrize(
    ("pasted", "hidden"), [("Ana King\nBo Lee", ["New (2)"]), ("My list:\n1. King, Ana\n2. Bo Lee", [])]
)
def test_the_number_of_the_only_list_is_shown_once(
    page: PageClient, cast: Cast, pasted: str, hidden: list[str]
) -> None:
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    page.submit({"names": pasted}, form="/students")
    shown = page.follow()
    assert [text_of(one) for one in shown.all("h2", **{"class": "visually-hidden"})] == hidden
