"""The browser without JavaScript over https, for an app behind a proxy."""

from __future__ import annotations

import http.client
from typing import TYPE_CHECKING

from tests.over_http.browser import PATIENCE, PlainBrowser

if TYPE_CHECKING:
    import ssl


class SecureBrowser(PlainBrowser):
    """One person's browser. It trusts a single certificate authority."""

    def __init__(self, address: str, trust: ssl.SSLContext) -> None:
        super().__init__(address)
        self._address = address
        self._trust = trust

    def _connect(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection(self._host, self._port, timeout=PATIENCE, context=self._trust)

    def _exchange(
        self, method: str, address: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        # Over https, the app accepts forms only from its own pages, as the Referer shows.
        return super()._exchange(method, address, body, {"Referer": f"{self._address}/", **headers})
