"""Why a service rejects a request about roster imports, and why a row of a roster is left out."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, ErrorCode


class RosterErrorCode(ErrorCode):
    """Errors about roster imports, and why a row of a roster is left out."""

    CLASSES_OVER = "classes_over"
    NAMES_MISSING = "names_missing"
    """No column of names."""
    TABLES_MISSING = "tables_missing"
    """An archive without the tables of a roster."""
    ROW_WITHOUT_NAME = "row_without_name"
    ROW_IS_SUMMARY = "row_is_summary"
    """A total or a footer."""
    ROW_REMOVED = "row_removed"
    """The teacher cleared the name in the preview."""
    NOT_A_NAME = "not_a_name"
    EMAIL_NOT_NAME = "email_not_name"
    QUOTE_OPEN = "quote_open"
    """A quotation mark without a partner."""
    NO_STUDENT = "no_student"
    """The row of a teacher or another adult."""
    ROW_TWICE = "row_twice"
    ID_TWICE = "id_twice"
    """Two names with one ID."""
    ID_OF_OTHER_STUDENT = "other_number"
    """A student has another ID in this row, and someone else has the ID of the student."""
    ID_UNREADABLE = "id_unreadable"
    ID_SHORTENED = "id_shortened"
    """A spreadsheet rewrote a long ID."""
    GROUP_IS_DATE = "group_is_date"
    """A spreadsheet took the name of a group for a date."""
    CELL_IS_ERROR = "cell_is_error"
    LINE_IS_TITLE = "line_is_title"
    LINE_ABOVE_HEADINGS = "line_above_headings"
    OTHER_CLASS = "other_class"
    USER_MISSING = "user_missing"
    """A class names a student whom its archive does not describe."""
    CLASS_CHANGED = "class_changed", CONFLICT
    """An import would no longer do what the preview showed."""
    NO_CLASS_SELECTED = "no_class_chosen"
    IMPORT_DONE = "import_done", CONFLICT
    NOT_UNDONE = "not_undone", CONFLICT
    """Too late, or undone already."""
