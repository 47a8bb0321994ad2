"""The connection test of a device: what the server knows of it. The script adds the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass

from classroom import clock
from classroom.presenters.moments import moment_text

OLDEST_CHROME = 100
"""Docs and style sheets require it: tests/guards/test_browser_features.py."""
_BROWSERS = (
    ("Edge", re.compile(r"Edg/(\d+)"), OLDEST_CHROME),
    ("Firefox", re.compile(r"Firefox/(\d+)"), 100),
    ("Chrome", re.compile(r"Chrome/(\d+)"), OLDEST_CHROME),
    ("Safari", re.compile(r"Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/"), 16),
)


@dataclass(frozen=True, slots=True)
class DeviceCheckPage:
    """When and where the tests ran, and the results of those that need no script."""

    address: str
    """As the browser shows it."""
    tested_at: str
    is_https: bool
    needs_https: bool
    """Whether the server sends its cookies only over https."""
    has_cookie: bool | None
    """Whether the test cookie came back; None if it has just been sent."""
    browser: str
    """"Chrome 131"; "" if unknown."""
    is_new_browser: bool


def device_check_page(
    *, address: str, user_agent: str, is_https: bool, needs_https: bool, has_cookie: bool | None
) -> DeviceCheckPage:
    browser, is_new = browser_named(user_agent) or ("", False)
    return DeviceCheckPage(address, moment_text(clock.now()), is_https, needs_https, has_cookie, browser, is_new)


def browser_named(user_agent: str) -> tuple[str, bool] | None:
    """Return the name and version of a browser, and whether it is recent enough; None if it is unknown.

    >>> browser_named("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/93.0.0.0 Safari/537.36")
    ('Chrome 93', False)
    >>> browser_named("Mozilla/5.0 (iPad) AppleWebKit/605.1.15 Version/17.1 Mobile/15E148 Safari/604.1")
    ('Safari 17', True)
    """
    for name, pattern, oldest in _BROWSERS:
        found = pattern.search(user_agent)
        if found:
            return f"{name} {int(found[1])}", int(found[1]) >= oldest
    return None
