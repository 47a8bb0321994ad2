"""Messages for errors about roster imports, and why a row of a roster is left out."""

from __future__ import annotations

from classroom.services.errors import RosterErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    RosterErrorCode.CLASSES_OVER: (
        "All classes of this file are over: their terms have ended. Ask for a file of the present term."
    ),
    RosterErrorCode.NAMES_MISSING: "No column has names yet. Choose the column that has the names, then continue.",
    RosterErrorCode.TABLES_MISSING: (
        "This archive is not a roster. A OneRoster archive has users.csv, classes.csv, and enrollments.csv in it."
    ),
    RosterErrorCode.ROW_WITHOUT_NAME: "This row has no name.",
    RosterErrorCode.ROW_IS_SUMMARY: "This row is a total or a footer, not a student.",
    RosterErrorCode.ROW_REMOVED: "You cleared this name.",
    RosterErrorCode.NOT_A_NAME: "This is not a name: it has no letters, or it is a formula.",
    RosterErrorCode.EMAIL_NOT_NAME: "This is an email address, not a name.",
    RosterErrorCode.QUOTE_OPEN: "A quotation mark has no partner, so the cells of this row are uncertain.",
    RosterErrorCode.NO_STUDENT: "The file says this is not a student: %(role)s.",
    RosterErrorCode.ROW_TWICE: "This repeats the student in line %(line)s, who is imported once.",
    RosterErrorCode.ID_TWICE: "Line %(line)s has the same ID. Check which of the two is right.",
    RosterErrorCode.ID_OF_OTHER_STUDENT: (
        "%(name)s has the ID from line %(line)s in this class. Fix that line first, or remove the ID column."
    ),
    RosterErrorCode.ID_UNREADABLE: "This ID is too long, or cannot be read. Check it in the file.",
    RosterErrorCode.ID_SHORTENED: (
        "Your spreadsheet made %(found)s of a long number. Format the column as text, and save the file again."
    ),
    RosterErrorCode.GROUP_IS_DATE: (
        "Your spreadsheet made the date %(found)s of a group. Format the column as text, type the group again, save."
    ),
    RosterErrorCode.CELL_IS_ERROR: "This cell has an error: %(found)s. Fix it in your spreadsheet and save again.",
    RosterErrorCode.LINE_IS_TITLE: "Skipped: this line ends with a colon, so it looks like a heading.",
    RosterErrorCode.LINE_ABOVE_HEADINGS: "Skipped: this line is above the headings.",
    RosterErrorCode.OTHER_CLASS: "This row is from class %(name)s. Open that class to import it.",
    RosterErrorCode.USER_MISSING: "The file enrollments.csv names this student, but users.csv does not. Export again.",
    RosterErrorCode.CLASS_CHANGED: "The class changed after this preview. Nothing was saved. Check the preview again.",
    RosterErrorCode.NO_CLASS_SELECTED: "Choose at least one class.",
    RosterErrorCode.IMPORT_DONE: "This file has already been imported.",
    RosterErrorCode.NOT_UNDONE: "This import can no longer be undone.",
}

STUDENT: Messages = {}
