"""The base class of error codes, and the exception that carries one."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

INVALID = 422
CONFLICT = 409
FORBIDDEN = 403
GONE = 410
TOO_MANY = 429
UNAVAILABLE = 503


class ErrorCode(StrEnum):
    """A reason why a service rejects a request. Nothing has changed.

    Each area has its own subclass. A member is defined by its value, HTTP status (default: `INVALID`), and form field
    (default: none). The messages are in `classroom.web.error_messages`.
    """

    status: int
    field: str | None

    def __new__(cls, value: str, status: int = INVALID, field: str | None = None) -> Self:
        """Create a member from its definition."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.status = status
        member.field = field
        return member


class ServiceError(Exception):
    """A rejected request.

    :param facts: the values of the placeholders in the message, such as a limit or a name.
    """

    def __init__(self, code: ErrorCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
