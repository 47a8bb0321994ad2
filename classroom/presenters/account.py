"""Build a teacher's account page."""

from __future__ import annotations

from dataclasses import dataclass

import segno

from classroom.models import LoginSession
from classroom.presenters.moments import short_moment_text
from classroom.services.accounts import logins, two_factor


@dataclass(frozen=True, slots=True)
class SignInLine:
    """A browser in which the teacher is signed in."""

    since: str
    last_used: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class ShownAccount:
    """The signed-in teacher's account."""

    has_password: bool
    has_two_factor: bool
    is_connected: bool
    """Whether it is connected to the school's sign-in service."""
    is_in_lms: bool
    """Whether a person of an LMS is connected."""
    sign_ins: tuple[SignInLine, ...]


@dataclass(frozen=True, slots=True)
class ShownKey:
    qr: str
    """A ``data:`` address of an SVG image."""
    text: str
    """The key for typing, in groups of four characters."""


def shown_account(login: LoginSession) -> ShownAccount:
    """Read the account of the signed-in teacher."""
    teacher = login.teacher
    assert teacher is not None  # noqa: S101 (only teachers have the page)
    return ShownAccount(
        has_password=teacher.password_hash is not None,
        has_two_factor=teacher.totp_secret is not None,
        is_connected=teacher.oidc_subject is not None,
        is_in_lms=teacher.lms_subject is not None,
        sign_ins=tuple(
            SignInLine(
                since=short_moment_text(one.created_at),
                last_used=short_moment_text(one.last_used_at),
                is_here=one.token_hash == login.token_hash,
            )
            for one in logins.logins_of_teacher(teacher_id=teacher.id)
        ),
    )


def shown_key(key: str, *, name: str) -> ShownKey:
    """Draw the key as a QR code."""
    address = two_factor.address_of(key=key, name=name)
    return ShownKey(
        qr=segno.make(address, micro=False).svg_data_uri(border=4, light="white", svgclass=None, lineclass=None),
        text=" ".join(key[at : at + 4] for at in range(0, len(key), 4)),
    )
