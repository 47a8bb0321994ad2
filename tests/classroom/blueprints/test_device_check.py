from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.instance.other_devices import clock_ahead_of_other, other_device_seen_at
from tests.page_lint import text_of

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

OLD = (
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/93.0.4577.82 Safari/537.36"
)
NEW = OLD.replace("93", "131")


def said(shown: Page, line: str) -> str:
    """Return the text of a line before a script runs."""
    place = next(one for one in shown.root.iter("li") if one.get("data-check") == line)
    return next(text_of(one) for one in place.iter("p") if "hidden" not in one.attrib)


def test_the_page_shows_results_of_the_server_without_scripts(page: PageClient, cast: Cast) -> None:
    page.headers["User-Agent"] = NEW
    shown = page.get("device_check.show")
    assert said(shown, "cookies") == "Not tested."
    assert said(shown, "browser") == "This browser is new enough."
    assert "not encrypted" in said(shown, "https")
    assert said(page.get("device_check.show", again=1), "cookies") == "Cookies work."


def test_an_old_browser_and_blocked_cookies_are_named(page: PageClient, cast: Cast) -> None:
    page.headers["User-Agent"] = OLD
    shown = page.get("device_check.show", again=1)
    assert "too old" in said(shown, "browser")
    assert "Cookies are blocked" in said(shown, "cookies")


def test_the_page_may_use_the_camera_and_is_translated(page: PageClient, cast: Cast) -> None:
    page.headers["Accept-Language"] = "es"
    shown = page.get("device_check.show")
    assert shown.one("html").get("lang") == "es"
    assert shown.answer.headers["Permissions-Policy"].startswith("camera=(self)")


def test_the_answer_has_the_time_and_the_cookie(page: PageClient, cast: Cast) -> None:
    first = page.browser.get("/check/answer").get_json()
    assert first["now"] > 1_700_000_000_000
    assert first["cookie"] is False
    page.get("device_check.show")
    assert page.browser.get("/check/answer").get_json()["cookie"] is True


@pytest.mark.parametrize(("address", "is_other"), [("127.0.0.1", False), ("192.0.2.77", True)])
def test_only_other_devices_are_recorded(
    app: Flask, page: PageClient, cast: Cast, address: str, is_other: bool
) -> None:
    folder = Path(app.instance_path)
    (folder / "other_device").unlink(missing_ok=True)
    page.browser.get("/check", environ_base={"REMOTE_ADDR": address})
    assert (other_device_seen_at(folder) is not None) is is_other
    hour_ago = round(1000 * (time.time() - 3600))
    page.browser.get(f"/check/answer?clock={hour_ago}", environ_base={"REMOTE_ADDR": address})
    assert clock_ahead_of_other(folder) == (pytest.approx(3600, abs=60) if is_other else None)
    for odd in ("now", "9" * 400):
        assert page.browser.get(f"/check/answer?clock={odd}", environ_base={"REMOTE_ADDR": address}).status_code == 200
    (folder / "other_device").unlink(missing_ok=True)
