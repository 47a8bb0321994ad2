"""Why a service rejects a request about classes and their students."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, INVALID, ErrorCode


class ClassErrorCode(ErrorCode):
    """Errors about classes and their students."""

    UNKNOWN_CODE = "unknown_code", INVALID, "code"
    ROSTER_TOO_LONG = "roster_too_long", INVALID, "names"
    CLASS_FULL = "class_full"
    NO_STUDENT_SELECTED = "no_student_selected"
    """No student of a list is selected."""
    NOT_IN_CLASS = "not_in_class", CONFLICT
    """A selected student left the class meanwhile."""
    NAMES_TAKEN = "names_taken"
    """Students to move would meet their own names in the other class."""
    TIME_FACTOR = "time_factor"
    """Extra time comes in steps, and this is none of them."""
    CLASS_ARCHIVED = "class_archived", CONFLICT
    """The class is archived."""
    CLASS_HAS_OPEN_SESSION = "class_has_open_session", CONFLICT
    """A class with an open session cannot be archived."""
    NO_SUCH_TEACHER = "no_such_teacher", INVALID, "name"
    TEACHES_ALREADY = "teaches_already", INVALID, "name"
    NEW_OWNER_MISSING = "new_owner_missing", INVALID, "classes"
    """No new owner was chosen for the classes of a teacher, or the chosen one is gone."""
    LEVEL_MISSING = "level_missing"
    """No level was chosen for the whole class."""
    NO_CLASS_TO_MOVE_TO = "no_class_to_move_to"
