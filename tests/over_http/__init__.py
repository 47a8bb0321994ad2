"""A real server in a process of its own, and people who use it over HTTP as a browser without JavaScript does."""

from __future__ import annotations

from tests.over_http.browser import PlainBrowser
from tests.over_http.server import LiveServer

__all__ = ["LiveServer", "PlainBrowser"]
