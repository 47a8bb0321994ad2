"""Messages for errors about the server itself."""

from __future__ import annotations

from classroom.services.errors import ServerErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    ServerErrorCode.BUSY: "The server is busy. Wait a few seconds, then try again.",
    ServerErrorCode.NO_SPACE: "The disk has no room for a backup. Free up space on this server, then try again.",
}

STUDENT: Messages = {
    ServerErrorCode.BUSY: "The server is busy. Wait a few seconds and try again.",
}
