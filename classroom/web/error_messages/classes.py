"""Messages for errors about classes and their students."""

from __future__ import annotations

from classroom.services.errors import ClassErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    ClassErrorCode.ROSTER_TOO_LONG: "This list has %(lines)s lines. Paste at most %(longest)s at a time.",
    ClassErrorCode.CLASS_FULL: "A class can have %(longest)s students. Make a second class for the others.",
    ClassErrorCode.NO_STUDENT_SELECTED: "Select at least one student.",
    ClassErrorCode.NOT_IN_CLASS: (
        "Someone you selected is not in this class anymore. Nothing was changed. Check the list and select again."
    ),
    ClassErrorCode.NAMES_TAKEN: (
        "No one was moved, because %(class_name)s already has the same name or student: %(names)s. "
        "Rename one of the two, or leave them out."
    ),
    ClassErrorCode.TIME_FACTOR: "Choose one of the times that are offered.",
    ClassErrorCode.CLASS_ARCHIVED: "This class is archived. Restore it first.",
    ClassErrorCode.CLASS_HAS_OPEN_SESSION: "This class has an open session. End it before you archive the class.",
    ClassErrorCode.NO_SUCH_TEACHER: (
        "No teacher here has this name. Type it exactly as it appears at the top of their pages."
    ),
    ClassErrorCode.TEACHES_ALREADY: "%(name)s already teaches this class.",
    ClassErrorCode.NEW_OWNER_MISSING: "Choose the new owner of the classes.",
    ClassErrorCode.LEVEL_MISSING: "Choose a level first.",
    ClassErrorCode.NO_CLASS_TO_MOVE_TO: "Choose the class they move to.",
}

STUDENT: Messages = {
    ClassErrorCode.UNKNOWN_CODE: "No class has this code. It has 6 letters and digits. Check it again.",
}
