"""Redirects of a browser between the app and a sign-in service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.classroom.sso.provider import Provider
    from tests.page_client import PageClient


def go(page: PageClient, provider: Provider, endpoint: str = "sso.sign_in", **values: Any) -> str:
    """Follow the redirects to the service and back. Return the address of the callback."""
    address = page.get(endpoint, status=302, **values).redirect
    assert address is not None
    return provider.authorize(address)


def come_back(page: PageClient, address: str, *, status: int) -> str:
    """Open the callback. Return the text of a refusal, or the address of the redirect."""
    found = page.open(address, status=status)
    return found.text if status >= 400 else str(found.redirect)
