"""Messages for errors about classes and their students."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.services.errors import ClassErrorCode

if TYPE_CHECKING:
    from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    ClassErrorCode.ROSTER_TOO_LONG: "This list has %(lines)s lines. Paste at most %(longest)s at a time.",
    ClassErrorCode.CLASS_FULL: "A class can have %(longest)s students. Make a second class for the others.",
    ClassErrorCode.NO_STUDENT_SELECTED: "Choose at least one student.",
    ClassErrorCode.NOT_IN_CLASS: (
        "Somebody you chose is not in this class any more. Nothing was changed: look at the list, and choose again."
    ),
    ClassErrorCode.NAMES_TAKEN: (
        "Nobody was moved, because %(class_name)s has the same name, or the same student, already: "
        "%(names)s. Rename one of the two, or leave them out."
    ),
    ClassErrorCode.TIME_FACTOR: "Choose one of the times that are offered.",
    ClassErrorCode.CLASS_ARCHIVED: "This class is put away. Bring it back first.",
    ClassErrorCode.CLASS_HAS_OPEN_SESSION: "A session of this class is open. End it first, then put the class away.",
    ClassErrorCode.NO_SUCH_TEACHER: (
        "No teacher here has this name. Type it exactly as it stands at the top of their pages."
    ),
    ClassErrorCode.TEACHES_ALREADY: "%(name)s teaches this class already.",
    ClassErrorCode.NEW_OWNER_MISSING: "Choose who gets the classes.",
    ClassErrorCode.LEVEL_MISSING: "Choose a level first.",
    ClassErrorCode.NO_CLASS_TO_MOVE_TO: "Choose the class they move to.",
}

STUDENT: Messages = {
    ClassErrorCode.UNKNOWN_CODE: "No class has this code. Look at the board again: it has 6 letters and digits.",
}
