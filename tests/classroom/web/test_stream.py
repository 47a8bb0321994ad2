"""The number of pages that can have a stream at a time."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING

from classroom.web.stream import open_streams

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from tests.factories import Cast
    from tests.page_client import PageClient


def listen(browser: FlaskClient) -> TestResponse:
    """Open the stream, as if no page had been opened before."""
    answer: TestResponse = Context().run(browser.get, "/play/stream")
    return answer


def test_the_fourth_tab_of_a_sign_in_polls(new_page: Callable[[], PageClient], cast: Cast) -> None:
    bob, bobs_other_device, charlie = (new_page().sign_in(one).browser for one in (cast.bob, cast.bob, cast.charlie))
    before = open_streams()
    own = [listen(bob) for _ in range(3)]
    assert {one.status_code for one in own} == {200}
    assert listen(bob).status_code == 204  # the page polls without one
    others = [listen(bobs_other_device), listen(charlie)]
    assert {one.status_code for one in others} == {200}
    own.pop().close()
    again = listen(bob)
    assert again.status_code == 200
    for one in (*own, *others, again):
        one.close()
    assert open_streams() == before


def test_one_person_cannot_use_all_streams(new_page: Callable[[], PageClient], cast: Cast) -> None:
    devices = [new_page().sign_in(cast.bob).browser for _ in range(9)]
    answers = [listen(device) for device in devices for _ in range(3)]
    assert [one.status_code for one in answers] == [200] * 24 + [204] * 3
    for one in answers:
        one.close()
