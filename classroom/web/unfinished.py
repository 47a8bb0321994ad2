"""The page that a teacher asked for when the sign-in had expired, to return there after the next sign-in."""

from __future__ import annotations

from flask import request, session

from classroom.services.accounts import logins
from classroom.web.areas import is_automatic
from classroom.web.paths import own_address, own_path

_PAGE = "unfinished"
_LONGEST = 500
"""Characters of an address: the cookie has other contents, too."""


def note_page() -> None:
    """Remember the page of this request, if the teacher's login in this browser expired, but not after signing out.

    Downloads, whose addresses have a dot, are left out: a browser would stay on the sign-in page.
    """
    token, rule, address = session.get("_user_id"), request.url_rule, own_address()
    is_page = rule is not None and "GET" in (rule.methods or ()) and "." not in own_path()
    if not isinstance(token, str) or not is_page or is_automatic(request.endpoint) or len(address) > _LONGEST:
        return
    teacher_id = logins.expired_teacher_id(token=token)
    if teacher_id is not None:
        session[_PAGE] = [teacher_id, address]


def noted_page(teacher_id: str) -> str | None:
    """Return the address of that page, if it was this teacher who asked for it."""
    owner, address = session.get(_PAGE, (None, None))
    return address if owner == teacher_id else None


def keep_noted_page(teacher_id: str, address: str | None) -> None:
    """Remember a page beyond a step that empties the cookie."""
    if address is not None:
        session[_PAGE] = [teacher_id, address]
