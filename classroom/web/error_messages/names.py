"""Messages for errors about names."""

from __future__ import annotations

from classroom.services.errors import NameErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    NameErrorCode.NAME_EMPTY: "Please give a name.",
    NameErrorCode.NAME_TOO_LONG: "This name is too long. %(longest)s characters are enough.",
    NameErrorCode.NAME_NOT_TEXT: "This name has characters in it that cannot be shown. Please type it again.",
    NameErrorCode.NAME_TAKEN: "This name is already there. Add an initial to tell the two apart.",
}

STUDENT: Messages = {}
