"""Why a service rejects a request about class sessions."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, ErrorCode


class SessionErrorCode(ErrorCode):
    """Errors about class sessions."""

    SESSION_OPEN = "session_open", CONFLICT
    """The class already has a session that has not ended."""
    NO_PRACTICE = "no_practice", CONFLICT
    """The teacher does not allow practice."""
    CLASS_IS_PLAYING = "class_is_playing", CONFLICT
    """The class has an open session, so students cannot practice."""
    SESSION_NOT_IN_LOBBY = "session_not_in_lobby", CONFLICT
    SESSION_NOT_RUNNING = "session_not_running", CONFLICT
    SESSION_PAUSED = "session_paused", CONFLICT
    SESSION_ENDED = "session_ended", CONFLICT
    SESSION_NOT_OVER = "session_not_over", CONFLICT
    NOT_PRESENT = "not_present", CONFLICT
    """The student has not joined this session."""
    NO_STUDENT_WAITING = "no_student_waiting", CONFLICT
    NO_ROOM = "no_room", CONFLICT
    """No further student fits into the next game of a table."""
    TABLE_SIZE = "table_of_wrong_size"
    """This number of students cannot play at a table of the plan: five make no even teams (D1)."""
    TABLE_EMPTY = "table_empty", CONFLICT
    """Everyone who sat there left the class."""
