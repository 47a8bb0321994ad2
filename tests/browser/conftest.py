"""A real Chromium for the browser tests; without one they are skipped, or with CI=true fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from run import find_browser

HERE = Path(__file__).parent
AXE = HERE / "vendor" / "axe-core" / "4.14.1" / "axe.min.js"
# No network requests by Chromium itself, and no first-run dialogs.
FLAGS = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
# A person's tabs share a process, and no spare process is started: a new window costs a quarter less.
FLAGS += ["--renderer-process-limit=1"]
# Most pages are closed before optimizing their scripts pays off, and a process of its own for drawing only sends more
# messages: together a tenth of the CPU time.
FLAGS += ["--js-flags=--no-opt", "--in-process-gpu"]
# Chromium renders address bar suggestions with two pages per window, which is half the cost of one. This switch
# replaces Playwright's, so it also lists most of what that turns off.
OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
    "SpareRendererForSitePerProcess",
)


expect.set_options(timeout=20_000)  # other tests run at the same time; benchmarks measure speed


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start Playwright; only one instance can run at a time."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Start the browser once for all tests; each person is a separate context."""
    started = launch(playwright)
    yield started
    started.close()


@pytest.fixture(scope="session")
def everyday_browser(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser with a back-forward cache, which automated browsers don't have. Each person is a context."""
    started = launch(playwright, ignore_default_args=["--disable-back-forward-cache"])
    yield started
    started.close()


def launch(playwright: Playwright, *more_flags: str, **options: Any) -> Browser:
    """Start a separate browser."""
    path = find_browser()
    if path is None:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse("no Chromium was found: set BROWSER_PATH")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, f"--disable-features={','.join(OFF)}", *more_flags, *(["--no-sandbox"] if is_root else [])]
    return playwright.chromium.launch(executable_path=path, args=flags, **options)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a person's browser: a small Chromebook without cookies."""
    one = browser.new_context(viewport={"width": 1366, "height": 600})
    one.set_default_timeout(30_000)
    yield one
    one.close()
