"""Messages for errors about class sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.services.errors import SessionErrorCode

if TYPE_CHECKING:
    from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    SessionErrorCode.SESSION_OPEN: "This class already has a session open. End it before you open another.",
    SessionErrorCode.SESSION_NOT_IN_LOBBY: "The games have begun, so the plan cannot be changed any more.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games are not going on at the moment.",
    SessionErrorCode.SESSION_PAUSED: "Your teacher has paused the game. Nothing was lost: go on in a moment.",
    SessionErrorCode.SESSION_ENDED: "This session has ended.",
    SessionErrorCode.SESSION_NOT_OVER: "This session is still going on. End it first.",
    SessionErrorCode.NOT_PRESENT: "This student has not joined the session yet.",
    SessionErrorCode.NO_STUDENT_WAITING: "Nobody waits for a table. Show the class code, and let students sign in.",
    SessionErrorCode.NO_ROOM: "Table %(table)s has no room for another student. Choose another table.",
    SessionErrorCode.TABLE_SIZE: (
        "Table %(table)s has %(players)s players, but a table seats %(sizes)s. Five make no even teams: try 3 and 2."
    ),
    SessionErrorCode.TABLE_EMPTY: "Everybody who sat at this table has left the class. There is nobody to play on.",
}

STUDENT: Messages = {
    SessionErrorCode.NO_PRACTICE: "Practice is closed at the moment. Ask your teacher to open it.",
    SessionErrorCode.CLASS_IS_PLAYING: "Your class is playing now. Your page will take you there.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games are not going on at the moment.",
    SessionErrorCode.SESSION_PAUSED: "Your teacher has paused the game. Nothing was lost: go on in a moment.",
    SessionErrorCode.SESSION_ENDED: "This session has ended.",
    SessionErrorCode.TABLE_SIZE: (
        "Table %(table)s has %(players)s players, but a table seats %(sizes)s. Five make no even teams: try 3 and 2."
    ),
    SessionErrorCode.TABLE_EMPTY: "Everybody who sat at this table has left the class. There is nobody to play on.",
}
