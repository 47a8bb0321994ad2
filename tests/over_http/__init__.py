"""A real server in its own process, and users who access it over HTTP like a browser without JavaScript."""

from __future__ import annotations

from tests.over_http.browser import PlainBrowser
from tests.over_http.server import LiveServer

__all__ = ["LiveServer", "PlainBrowser"]
