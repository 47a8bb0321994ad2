"""Chromium trusts the school's certificate authority, opens the app over HTTPS, and scans a card with its camera."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.hosting import hosted_app
from classroom.services.accounts.login_cards import new_cards
from tests.browser.conftest import launch
from tests.browser.test_login_cards import FAKE_CAMERA, video_of
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage
from tests.proxies.proxy import Proxy, why_not

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright

pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@pytest.mark.parametrize("path", ["", "/sequence"])
def test_a_card_is_scanned_over_https(playwright: Playwright, tmp_path: Path, path: str) -> None:
    if shutil.which("certutil") is None:
        pytest.skip("needs certutil, to give Chromium an authority")
    if reason := why_not("caddy"):
        pytest.skip(reason)
    settings = {"CLASSROOM_HTTPS": "1", "CLASSROOM_PROXIES": "1", "CLASSROOM_PATH": path}
    server = LiveServer(tmp_path / "server", settings=settings)
    stage = set_stage(server.folder, students=2)
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        (card,) = new_cards(class_id=stage.class_id, student_ids=[stage.students[0].id])
    server.start()
    (tmp_path / "proxy").mkdir()
    proxy = Proxy(tmp_path / "proxy", server, "Caddyfile.path" if path else "Caddyfile.internal")
    address = proxy.address + path
    video = tmp_path / "card.y4m"
    video.write_bytes(video_of(f"{address}/card#{card.token}"))
    trust(tmp_path, proxy.root)
    browser = launch(
        playwright, *FAKE_CAMERA, f"--use-file-for-fake-video-capture={video}", env={"HOME": str(tmp_path)}
    )
    try:
        page = browser.new_page()  # which rejects untrusted certificates
        page.goto(f"{address}/check")
        expect(page.locator("#check-https p:visible")).to_contain_text("encrypted (https)")
        page.get_by_role("button", name="Test camera").click()
        expect(page.locator("#check-camera p:visible")).to_contain_text("The camera works.")
        page.goto(f"{address}/scan")
        page.wait_for_url(f"{address}/play")
        expect(page.locator("html")).to_have_attribute("data-stream", "live")
        name = "__Secure-classroom" if path else "__Host-classroom"
        cookie = next(one for one in page.context.cookies() if one.get("name") == name)
        assert (cookie.get("path"), cookie.get("secure")) == (f"{path}/", True)
    finally:
        browser.close()
        proxy.stop()
        server.stop()
    server.assert_no_faults()


def trust(home: Path, root: Path) -> None:
    """Make Chromium with this home folder trust an authority, as the admin console does for Chromebooks."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for arguments in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "school", "-i", str(root)]):
        subprocess.run(["certutil", "-d", f"sql:{store}", *arguments], check=True, capture_output=True)
