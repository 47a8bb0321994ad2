"""Why a service rejects a request about classes and their students: names, rosters, and the files they come from."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, INVALID, ErrorCode


class ClassErrorCode(ErrorCode):
    UNKNOWN_CODE = "unknown_code", INVALID, "code"
    ROSTER_TOO_LONG = "roster_too_long", INVALID, "names"
    CLASS_FULL = "class_full"
    NO_STUDENT_SELECTED = "no_student_selected"
    """No student is selected in a list."""
    NOT_IN_CLASS = "not_in_class", CONFLICT
    """A selected student has left the class."""
    NAMES_TAKEN = "names_taken"
    """Students to move have names that exist in the other class."""
    TIME_FACTOR = "time_factor"
    """The factor of extra time is not one of the offered ones."""
    CLASS_ARCHIVED = "class_archived", CONFLICT
    CLASS_HAS_OPEN_SESSION = "class_has_open_session", CONFLICT
    """A class with an open session can't be archived."""
    NO_SAMPLE_CLASS = "no_sample_class", CONFLICT
    """The class is not a sample, or has students besides the simulated ones."""
    NO_SUCH_TEACHER = "no_such_teacher", INVALID, "name"
    TEACHES_ALREADY = "teaches_already", INVALID, "name"
    NEW_OWNER_MISSING = "new_owner_missing", INVALID, "classes"
    """No new owner was chosen for a teacher's classes, or the chosen one was deleted."""
    LEVEL_MISSING = "level_missing"
    """No level was chosen for the class."""
    NO_CLASS_TO_MOVE_TO = "no_class_to_move_to"
    CHANGED_SINCE = "changed_since", CONFLICT
    """Another teacher has saved something else for the same students since the form was opened."""
    RENAMED_SINCE = "renamed_since", CONFLICT, "name"
    """Another teacher has renamed the student since the form was opened."""
    FACE_TAKEN = "face_taken", CONFLICT
    """A classmate has the animal that the student chose."""


class NameErrorCode(ErrorCode):
    NAME_EMPTY = "name_empty", INVALID, "name"
    NAME_TOO_LONG = "name_too_long", INVALID, "name"
    NAME_NOT_TEXT = "name_not_text", INVALID, "name"
    """Control characters, or nothing visible."""
    NAME_TAKEN = "name_taken", INVALID, "name"


class RosterErrorCode(ErrorCode):
    """Errors of roster imports, and reasons why a row of a roster is skipped."""

    CLASSES_OVER = "classes_over"
    NAMES_MISSING = "names_missing"
    """There is no column of names."""
    TABLES_MISSING = "tables_missing"
    """The archive lacks the tables of a roster."""
    ROW_WITHOUT_NAME = "row_without_name"
    ROW_IS_SUMMARY = "row_is_summary"
    """The row is a total or a footer."""
    ROW_REMOVED = "row_removed"
    """The teacher cleared the name in the preview."""
    ROW_HIDDEN = "row_hidden"
    """The workbook hides the row."""
    NOT_A_NAME = "not_a_name"
    EMAIL_NOT_NAME = "email_not_name"
    QUOTE_OPEN = "quote_open"
    """An unmatched quotation mark."""
    NO_STUDENT = "no_student"
    """The row is a teacher or another adult."""
    ROW_TWICE = "row_twice"
    ID_TWICE = "id_twice"
    """Two names have the same ID."""
    ID_OF_OTHER_STUDENT = "other_number"
    """A student has a different ID in this row, and someone else has the student's ID."""
    ID_UNREADABLE = "id_unreadable"
    ID_SHORTENED = "id_shortened"
    """A spreadsheet rewrote a long ID."""
    GROUP_IS_DATE = "group_is_date"
    """A spreadsheet turned the name of a group into a date."""
    CELL_IS_ERROR = "cell_is_error"
    LINE_IS_TITLE = "line_is_title"
    LINE_ABOVE_HEADINGS = "line_above_headings"
    OTHER_CLASS = "other_class"
    USER_MISSING = "user_missing"
    """A class lists a student whom the archive doesn't contain."""
    CLASS_CHANGED = "class_changed", CONFLICT
    """An import would no longer match its preview."""
    NO_CLASS_SELECTED = "no_class_chosen"
    IMPORT_DONE = "import_done", CONFLICT
    SERVICE_SILENT = "roster_service_silent"
    """The district's roster service is unreachable or too slow."""
    SERVICE_REFUSED = "roster_service_refused"
    """The roster service rejects this server's credentials."""
    SERVICE_UNCLEAR = "roster_service_unclear"
    """The roster service's response is not valid OneRoster."""
    NO_ROSTER_ID = "no_roster_id", CONFLICT
    """No administrator has entered the teacher's ID."""
    ROSTER_ID_UNREADABLE = "roster_id_unreadable", INVALID, "roster_id"
    """Too long for an ID, or with invalid characters."""
    ROSTER_ID_UNKNOWN = "roster_id_unknown", CONFLICT
    """The roster service has no teacher with the ID."""
    NO_CLASSES_THERE = "no_classes_there", CONFLICT
    """The roster service lists no class with students for the teacher."""
    NOT_UNDONE = "not_undone", CONFLICT
    """Too late to undo, or already undone."""


class FileErrorCode(ErrorCode):
    FILE_EMPTY = "file_empty", INVALID, "file"
    FILE_IS_EXCEL = "file_is_excel", INVALID, "file"
    FILE_IS_LIBREOFFICE = "file_is_libreoffice", INVALID, "file"
    FILE_IS_NUMBERS = "file_is_numbers", INVALID, "file"
    FILE_IS_GOOGLE_SHEET = "file_is_google_sheet", INVALID, "file"
    FILE_IS_TEXT_DOCUMENT = "file_is_text_document", INVALID, "file"
    FILE_IS_PDF = "file_is_pdf", INVALID, "file"
    FILE_IS_PICTURE = "file_is_picture", INVALID, "file"
    FILE_IS_WEB_PAGE = "file_is_web_page", INVALID, "file"
    FILE_IS_PROTECTED = "file_is_protected", INVALID, "file"
    FILE_TOO_LARGE = "file_too_large", INVALID, "file"
    FILE_TOO_LONG = "file_too_long", INVALID, "file"
    FILE_TOO_WIDE = "file_too_wide", INVALID, "file"
    """More columns than any roster."""
    FILE_NOT_READ = "file_not_read", INVALID, "file"
    """Not a text file."""
