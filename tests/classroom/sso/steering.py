"""What a browser does between the app and a service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.classroom.sso.provider import Provider
    from tests.page_client import PageClient


def go(page: PageClient, provider: Provider, endpoint: str = "sso.sign_in", **values: Any) -> str:
    """Go to the service and be sent back; gives the address with which the browser comes."""
    address = page.get(endpoint, status=302, **values).redirect
    assert address is not None
    return provider.authorize(address)


def come_back(page: PageClient, address: str, *, status: int) -> str:
    """Bring the answer; gives the text of a rejection, or else where the app sends the browser."""
    found = page.open(address, status=status)
    return found.text if status >= 400 else str(found.redirect)
