"""What a form reads of a request: texts, and files only where it asks for one."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from tests.factories import make_teacher

if TYPE_CHECKING:
    from tests.page_client import PageClient


@pytest.mark.parametrize(
    "sent",
    [
        {"data": {"name": (BytesIO(b"7B"), "7B.txt")}},
        {"json": {"name": 7}},
        {"json": [7]},
        {"data": b"\xff", "content_type": "application/json"},
    ],
    ids=["a file", "JSON", "a list of JSON", "broken JSON"],
)
def test_a_form_reads_only_text_as_text(page: PageClient, sent: dict[str, Any]) -> None:
    page.sign_in(make_teacher())
    headers = {"X-CSRFToken": page.csrf_token()}
    assert page.request("POST", page.url("classes.create"), headers, sent).status_code == 422
