"""Messages for errors about class sessions."""

from __future__ import annotations

from classroom.services.errors import SessionErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    SessionErrorCode.SESSION_OPEN: "This class already has an open session. End it before you open another.",
    SessionErrorCode.SESSION_NOT_IN_LOBBY: "The games have started, so the tables can't change anymore.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games aren't running right now.",
    SessionErrorCode.SESSION_PAUSED: "The games are paused. Resume them first.",
    SessionErrorCode.SESSION_ENDED: "This session has ended. Start a new one to play again.",
    SessionErrorCode.SESSION_NOT_OVER: "This session is still open. End it first.",
    SessionErrorCode.NOT_PRESENT: "This student has not joined the session yet.",
    SessionErrorCode.NO_STUDENT_WAITING: (
        "No one is waiting for a table. Show the class code, and let students sign in."
    ),
    SessionErrorCode.NO_ROOM: "Table %(table)s has no room for another student. Choose another table.",
    SessionErrorCode.TABLE_SIZE: (
        "Table %(table)s has %(players)s players, but a table seats %(sizes)s. Five make no even teams: try 3 and 2."
    ),
    SessionErrorCode.TABLE_EMPTY: "Everyone at this table has left the class, so no one can play on.",
}

STUDENT: Messages = {
    SessionErrorCode.NO_PRACTICE: "Practice is closed right now. Ask your teacher to open it.",
    SessionErrorCode.CLASS_IS_PLAYING: "Your class is playing now. Your page will take you there.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games aren't running right now. Wait for your teacher.",
    SessionErrorCode.SESSION_PAUSED: "Your teacher paused the game. Your cards are safe.",
    SessionErrorCode.SESSION_ENDED: "Your class has stopped playing.",
    SessionErrorCode.TABLE_EMPTY: "Everyone at this table has left. Ask your teacher for a seat.",
}
