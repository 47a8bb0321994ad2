"""Messages for errors about the settings of a table."""

from __future__ import annotations

from classroom.services.errors import SettingsErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    SettingsErrorCode.TABLE_SIZE: "A table seats %(sizes)s players.",
    SettingsErrorCode.BOARD_NOT_FILLED: "This deck cannot fill that board. Choose one of the boards offered with it.",
    SettingsErrorCode.UNKNOWN_DECK: "There is no such deck. Choose one from the list.",
    SettingsErrorCode.GRADES: "The first grade must not be above the last. Choose the grades again.",
}

STUDENT: Messages = {
    SettingsErrorCode.TABLE_SIZE: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.BOARD_NOT_FILLED: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.UNKNOWN_DECK: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.GRADES: "These cards can't be played. Ask your teacher.",
}
