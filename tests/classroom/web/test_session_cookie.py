from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.mark.parametrize("days", [100, -100])
def test_a_clock_that_jumps_by_months_signs_no_one_out(
    page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    page.sign_in(cast.alice).get("classes.index")
    then = time.time() + 24 * 3600 * days
    monkeypatch.setattr(time, "time", lambda: then)
    page.get("classes.index")
    page.sign_in(cast.alice).get("classes.index")
