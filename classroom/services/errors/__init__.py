"""Why services reject requests: one enum of codes per area."""

from __future__ import annotations

from classroom.services.errors.accounts import AccountErrorCode, ServerErrorCode
from classroom.services.errors.base import ErrorCode, ServiceError
from classroom.services.errors.classes import ClassErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode
from classroom.services.errors.lti import LaunchErrorCode, LmsErrorCode
from classroom.services.errors.play import PlayErrorCode, TicketErrorCode
from classroom.services.errors.sessions import DeckErrorCode, SeatingErrorCode, SessionErrorCode, SettingsErrorCode


def error_code(value: str) -> ErrorCode:
    """Return the code with this stored value.

    :raises KeyError: if there is no such code.
    """
    return _BY_VALUE[value]


_BY_VALUE = {code.value: code for area in ErrorCode.__subclasses__() for code in area}

__all__ = [
    "AccountErrorCode",
    "ClassErrorCode",
    "DeckErrorCode",
    "ErrorCode",
    "FileErrorCode",
    "LaunchErrorCode",
    "LmsErrorCode",
    "NameErrorCode",
    "PlayErrorCode",
    "RosterErrorCode",
    "SeatingErrorCode",
    "ServerErrorCode",
    "ServiceError",
    "SessionErrorCode",
    "SettingsErrorCode",
    "TicketErrorCode",
    "error_code",
]
