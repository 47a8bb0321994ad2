"""The app's settings: safe defaults, read once at startup."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from classroom.oidc_settings import services_of
from engine.equations import CURRICULA


class SettingError(Exception):
    """A setting in the environment can't be used. The text says what to write, for the person at the terminal."""


DEFAULTS: dict[str, Any] = {
    # Log failing statements without their values: names, hashes, equations.
    # Reuse the latest connection first: its caches are warm, and few connections stay open.
    "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True, "pool_use_lifo": True},
    # The same database without a pooler, for a dedicated connection.
    "DIRECT_DATABASE_URI": None,
    # This token gives access to /metrics; without one, there are no metrics.
    "METRICS_TOKEN": None,
    # Requests that take at least this many seconds are logged; None for none.
    "SLOW_SECONDS": None,
    # "json" for programs; "text" for people.
    "LOG_FORMAT": "text",
    # Views that accept a file or a long text allow more: see web/body_limits.py.
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "SESSION_COOKIE_NAME": "classroom",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # Set CLASSROOM_HTTPS=1 when serving https; a school's LAN has none.
    "SESSION_COOKIE_SECURE": False,
    "WTF_CSRF_TIME_LIMIT": None,  # a page may stay open for a whole lesson
    "MAX_STREAMS": 160,
    "HEARTBEAT_SECONDS": 10.0,
    "PROXIES": 0,
    # Host names that requests may use, without ports; ".example.org" includes subdomains. None allows any.
    "TRUSTED_HOSTS": None,
    # Whether to offer the languages for tests: accented English, and mirrored.
    "PSEUDO_LANGUAGES": False,
    # The school's own sign-in services (OpenID Connect), each an `OidcService`.
    "OIDC_SERVICES": (),
    # The district's roster service (OneRoster REST); without an address there is none.
    "ONEROSTER_URL": None,
    "ONEROSTER_TOKEN_URL": None,
    "ONEROSTER_CLIENT_ID": None,
    "ONEROSTER_CLIENT_SECRET": None,
    # Path prefix of all pages on a shared host: "/sequence".
    "PATH": "",
    # The host name under which other devices reach the server, if known: see web/join_link.py.
    "STUDENTS_HOST": None,
    # The name on the local network, with ".local"; None if no name is announced.
    "LOCAL_NAME": None,
    # The embedded server's port; None under another server.
    "PORT": None,
    # Simulated games per game length estimate; 0 for no estimates.
    "FORECAST_GAMES": 1000,
    # Weekly number of warm-ups in which a student types a number, to measure typing speed; 0 for never.
    "BASELINES_A_WEEK": 5,
    # Curriculum whose codes are shown next to skills: a key of engine.equations.CURRICULA, or None for no codes.
    "CURRICULUM": "common-core",
}

_PATH = re.compile(r"(?:/[A-Za-z0-9_.-]+)*")
_NETWORK_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_DRIVERS = {"sqlite", "sqlite+pysqlite", "postgresql+psycopg"}
_BAD_ADDRESS = (
    "{0} can't be used. Write postgresql://user:password@host:5432/database; with a standby, "
    "postgresql://user:password@host,standby/database?target_session_attrs=read-write. "
    "In the password, write % signs, colons, slashes, and @ as %25, %3A, %2F, and %40."
)

# A pooler uses another connection for each transaction, so nothing stays prepared.
_POOLED = {**DEFAULTS["SQLALCHEMY_ENGINE_OPTIONS"], "connect_args": {"prepare_threshold": None}}


def database_url(instance: Path) -> str:
    """Return the database address: ``DATABASE_URL``, or a SQLite file in the instance folder.

    :raises SettingError: if it is not the address of a database for which the app has a driver.
    """
    return _database_address("DATABASE_URL") or f"sqlite:///{instance / 'classroom.sqlite3'}"


def _database_address(name: str) -> str | None:
    url = os.environ.get(name)
    if not url:
        return None
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            url = "postgresql+psycopg://" + url.removeprefix(prefix)
    try:
        driver = make_url(url).drivername
    except (ArgumentError, ValueError):
        driver = ""
    if driver not in _DRIVERS:
        raise SettingError(_BAD_ADDRESS.format(name))  # without the address, which may contain a password
    return url


def local_name() -> str:
    """Return the name to announce on the local network, without ".local"; "" for none.

    :raises SettingError: if it can't be part of a host name.
    """
    text = os.environ.get("CLASSROOM_NAME", "sequence").strip()
    name = text.lower().removesuffix(".local")
    if name and not _NETWORK_LABEL.fullmatch(name):
        raise _unusable("CLASSROOM_NAME", text, "letters, digits, and hyphens, such as sequence")
    return name


def is_https() -> bool:
    """Return whether the app is behind HTTPS.

    :raises SettingError: if CLASSROOM_HTTPS is neither 1 nor 0; a guess could turn off secure cookies.
    """
    return _choice("CLASSROOM_HTTPS", ("1", "0"), default="0") == "1"


def count(name: str, default: int) -> int:
    """Return a setting that is a whole number, 0 or more.

    :raises SettingError: if it is something else.
    """
    text = os.environ.get(name, "").strip()
    if text and not (text.isascii() and text.isdecimal()):
        raise _unusable(name, text, f"a whole number, such as {default}")
    return int(text) if text else default


def _choice(name: str, choices: Collection[str], *, default: str) -> str:
    text = os.environ.get(name, "").strip()
    if text and text not in choices:
        raise _unusable(name, text, " or ".join(choices))
    return text or default


def _slow_seconds() -> float | None:
    text = os.environ.get("CLASSROOM_SLOW_SECONDS", "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise _unusable("CLASSROOM_SLOW_SECONDS", text, "seconds, such as 0.5")
    return seconds


def named_host(hosts: Collection[str]) -> str | None:
    """Return the first host name; None if there are only patterns for subdomains, such as ".example.org"."""
    return next((host for host in hosts if not host.startswith(".")), None)


def hosts() -> list[str]:
    """Return the host names that requests may use, as patterns; empty for any."""
    return os.environ.get("CLASSROOM_HOSTS", "").replace(",", " ").split()


def path() -> str:
    """Return the path of the app on its host; "" for the root.

    :raises SettingError: if it can't be part of an address.
    """
    text = os.environ.get("CLASSROOM_PATH", "").strip().rstrip("/")
    if not _PATH.fullmatch(text):
        raise _unusable("CLASSROOM_PATH", text, "a path, such as /sequence")
    return text


def _curriculum() -> str | None:
    if os.environ.get("CLASSROOM_CURRICULUM") == "":
        return None
    return _choice("CLASSROOM_CURRICULUM", CURRICULA, default=DEFAULTS["CURRICULUM"])


def _unusable(name: str, text: str, good: str) -> SettingError:
    return SettingError(f"{name}={text} can't be used. Write {good}, or unset it.")


def from_environment(instance: Path) -> dict[str, Any]:
    """Read the settings that come from the environment.

    :raises SettingError: if one can't be used.
    """
    direct = _database_address("CLASSROOM_DIRECT_DATABASE_URL")
    return {
        "SQLALCHEMY_DATABASE_URI": database_url(instance),
        "DIRECT_DATABASE_URI": direct,
        "SQLALCHEMY_ENGINE_OPTIONS": _POOLED if direct else DEFAULTS["SQLALCHEMY_ENGINE_OPTIONS"],
        "METRICS_TOKEN": os.environ.get("CLASSROOM_METRICS_TOKEN") or None,
        "SLOW_SECONDS": _slow_seconds(),
        "LOG_FORMAT": _choice("CLASSROOM_LOG", ("json", "text"), default=DEFAULTS["LOG_FORMAT"]),
        "SESSION_COOKIE_SECURE": is_https(),
        "TRUSTED_HOSTS": hosts() or None,
        "PATH": path(),
        "PROXIES": count("CLASSROOM_PROXIES", 0),
        "OIDC_SERVICES": services_of(os.environ),
        **{
            name: os.environ.get(f"CLASSROOM_{name}") or None
            for name in ("ONEROSTER_URL", "ONEROSTER_TOKEN_URL", "ONEROSTER_CLIENT_ID", "ONEROSTER_CLIENT_SECRET")
        },
        "PSEUDO_LANGUAGES": os.environ.get("CLASSROOM_PSEUDO_LANGUAGES") == "1",
        "FORECAST_GAMES": count("CLASSROOM_FORECAST_GAMES", DEFAULTS["FORECAST_GAMES"]),
        "BASELINES_A_WEEK": count("CLASSROOM_BASELINES_A_WEEK", DEFAULTS["BASELINES_A_WEEK"]),
        "CURRICULUM": _curriculum(),
    }
