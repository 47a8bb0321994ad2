"""The connection test of a device: its lines, and their possible results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from classroom import clock
from classroom.i18n import _
from classroom.presenters.moments import moment_text

OLDEST_CHROME = 100
"""Docs and style sheets require it: tests/guards/test_browser_features.py."""
_BROWSERS = (
    ("Edge", re.compile(r"Edg/(\d+)"), OLDEST_CHROME),
    ("Firefox", re.compile(r"Firefox/(\d+)"), 100),
    ("Chrome", re.compile(r"Chrome/(\d+)"), OLDEST_CHROME),
    ("Safari", re.compile(r"Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/"), 16),
)


class Level(StrEnum):
    """What a result means for the lesson."""

    OPEN = "open"
    """Not tested, or not yet."""
    GOOD = "good"
    NOTE = "note"
    """Games work, but something else does not."""
    BAD = "bad"
    """No one can play on this device."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A possible result of a line."""

    key: str
    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One test. The script shows the result; before, the page shows the first one."""

    key: str
    title: str
    outcomes: tuple[Outcome, ...]
    value: str = ""


@dataclass(frozen=True, slots=True)
class DeviceCheckPage:
    """All tests, and when and where they ran."""

    lines: tuple[CheckLine, ...]
    summary: tuple[Outcome, ...]
    """Possible summaries; the first is for a browser without scripts."""
    tested_at: str
    address: str


def device_check_page(
    *, address: str, user_agent: str, is_https: bool, needs_https: bool, has_cookie: bool | None
) -> DeviceCheckPage:
    """Build the page for one device.

    :param address: the address that the browser shows
    :param needs_https: whether the server sends its cookies only over https
    :param has_cookie: whether the test cookie came back; None if it has just been sent
    """
    return DeviceCheckPage(
        lines=(
            _stream(),
            _speed(),
            _cookies(has_cookie=has_cookie),
            _encryption(is_https=is_https, needs_https=needs_https),
            _browser(user_agent),
            _camera(),
            _voices(),
            _clock(),
            _storage(),
        ),
        summary=(
            Outcome("off", Level.OPEN, _("Most tests need JavaScript. Turn it on, then reload this page.")),
            Outcome("wait", Level.OPEN, _("Testing this device…")),
            Outcome("good", Level.GOOD, _("This device is ready.")),
            Outcome("note", Level.NOTE, _("This device is ready, with limits. See the notes below.")),
            Outcome("bad", Level.BAD, _("This device is not ready. Fix the problem below, then test again.")),
        ),
        tested_at=moment_text(clock.now()),
        address=address,
    )


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


def _untested() -> Outcome:
    return Outcome("off", Level.OPEN, _("Not tested."))


def _stream() -> CheckLine:
    return CheckLine(
        "stream",
        _("Live updates"),
        (
            _untested(),
            Outcome("wait", Level.OPEN, _("Testing. This takes about 20 seconds.")),
            Outcome("good", Level.GOOD, _("Live updates work.")),
            Outcome(
                "none",
                Level.NOTE,
                _(
                    "No live updates: a proxy or filter holds them back. Games work, but moves show two seconds later. "
                    "Ask your IT team to pass event streams (text/event-stream) from this address without buffering."
                ),
            ),
            Outcome(
                "cut",
                Level.NOTE,
                _(
                    "Live updates start, then stop. Games work, but moves show two seconds later. Ask your IT "
                    "team to let connections to this address stay open for 60 seconds."
                ),
            ),
        ),
    )


def _speed() -> CheckLine:
    return CheckLine(
        "speed",
        _("Answer time"),
        (
            _untested(),
            Outcome("good", Level.GOOD, _("The server answers quickly.")),
            Outcome(
                "slow", Level.NOTE, _("The server answers slowly. Move closer to the access point, then test again.")
            ),
            Outcome("none", Level.BAD, _("The server doesn’t answer. Check the Wi-Fi, then test again.")),
        ),
    )


def _cookies(*, has_cookie: bool | None) -> CheckLine:
    good = Outcome("good", Level.GOOD, _("Cookies work."))
    blocked = Outcome(
        "none", Level.BAD, _("Cookies are blocked, so no one can sign in. Allow cookies for this address.")
    )
    if has_cookie is None:
        return CheckLine("cookies", _("Cookies"), (_untested(), good, blocked))
    return CheckLine("cookies", _("Cookies"), (good, blocked) if has_cookie else (blocked, good))


def _encryption(*, is_https: bool, needs_https: bool) -> CheckLine:
    if is_https:
        found = Outcome("good", Level.GOOD, _("The connection is encrypted (https)."))
    elif needs_https:
        found = Outcome(
            "needed",
            Level.BAD,
            _("This address begins with http://. Open it with https:// instead, or no one can sign in."),
        )
    else:
        found = Outcome(
            "none",
            Level.NOTE,
            _(
                "The connection is not encrypted (http). Games work. Students can’t scan cards inside the app: "
                "they use the device’s camera app, or type the class code."
            ),
        )
    return CheckLine("https", _("Secure connection"), (found,))


def _browser(user_agent: str) -> CheckLine:
    found = browser_named(user_agent)
    if found is None:
        outcome = Outcome(
            "unknown", Level.NOTE, _("This browser is unknown to the app. Play a game to see whether it works.")
        )
    elif found[1]:
        outcome = Outcome("good", Level.GOOD, _("This browser is new enough."))
    else:
        outcome = Outcome(
            "old", Level.BAD, _("This browser is too old. Update the device, or install a newer browser.")
        )
    return CheckLine("browser", _("Browser"), (outcome,), value=found[0] if found else "")


def _camera() -> CheckLine:
    return CheckLine(
        "camera",
        _("Camera"),
        (
            _untested(),
            Outcome("ask", Level.OPEN, _("Press the button. The browser then asks whether it may use the camera.")),
            Outcome("good", Level.GOOD, _("The camera works. Students can scan their login cards.")),
            Outcome(
                "http",
                Level.NOTE,
                _("The camera needs https. Students use the device’s camera app, or type the class code."),
            ),
            Outcome(
                "denied", Level.NOTE, _("The camera is blocked. Allow it in the site settings, or type the class code.")
            ),
            Outcome("none", Level.NOTE, _("No camera found. Students type the class code and their PIN.")),
        ),
    )


def _voices() -> CheckLine:
    return CheckLine(
        "voices",
        _("Read aloud"),
        (
            _untested(),
            Outcome("good", Level.GOOD, _("This device has a voice for this language.")),
            Outcome(
                "none",
                Level.NOTE,
                _("This device has no voice for this language. Add one in its settings, under text-to-speech."),
            ),
        ),
    )


def _clock() -> CheckLine:
    return CheckLine(
        "clock",
        _("Clock"),
        (
            _untested(),
            Outcome("good", Level.GOOD, _("This device and the server show the same time.")),
            Outcome(
                "differs",
                Level.NOTE,
                _("This device and the server show different times. Let both set their clocks automatically."),
            ),
        ),
    )


def _storage() -> CheckLine:
    return CheckLine(
        "storage",
        _("Storage"),
        (
            _untested(),
            Outcome("good", Level.GOOD, _("This browser remembers settings such as sound.")),
            Outcome("none", Level.NOTE, _("Storage is blocked. Settings such as sound are forgotten.")),
        ),
    )
