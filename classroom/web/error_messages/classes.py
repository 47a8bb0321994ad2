"""Messages for errors about classes and their students: names, rosters, and the files they come from."""

from __future__ import annotations

from classroom.services.errors import ClassErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode
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
    NameErrorCode.NAME_EMPTY: "Please give a name.",
    NameErrorCode.NAME_TOO_LONG: "This name is too long. %(longest)s characters are enough.",
    NameErrorCode.NAME_NOT_TEXT: "This name has characters in it that cannot be shown. Please type it again.",
    NameErrorCode.NAME_TAKEN: "This name is already there. Add an initial to tell the two apart.",
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
    FileErrorCode.FILE_EMPTY: "There is no student in this file. Open it in your spreadsheet and look.",
    FileErrorCode.FILE_IS_SPREADSHEET: (
        "This is a file of %(program)s. Choose %(steps)s there, then the new file here. Or copy the "
        "cells and paste them."
    ),
    FileErrorCode.FILE_IS_TEXT_DOCUMENT: (
        "This is a text document. Open it, copy the lines, and paste them. Or save it as plain text."
    ),
    FileErrorCode.FILE_IS_PDF: (
        "This is a PDF, which is made for printing. Open it, copy the lines, and paste them. Or ask for a CSV file."
    ),
    FileErrorCode.FILE_IS_PICTURE: "This is a picture, and pictures cannot be read here. Choose a CSV file, or type.",
    FileErrorCode.FILE_IS_WEB_PAGE: (
        "This is a web page, whatever its name says. Open it in your spreadsheet, and choose Save as, CSV there."
    ),
    FileErrorCode.FILE_IS_PROTECTED: (
        "This spreadsheet has a password. Remove it in your spreadsheet program, or copy the cells and paste them."
    ),
    FileErrorCode.FILE_TOO_LARGE: "This file is too large. It can have 1 MB: save only the sheet with the names.",
    FileErrorCode.FILE_TOO_LONG: "This file has more than %(longest)s rows. Send the rows of your own classes only.",
    FileErrorCode.FILE_TOO_WIDE: "This file has more than %(longest)s columns. Send only those with names and numbers.",
    FileErrorCode.FILE_NOT_READ: (
        "This file cannot be read. In your spreadsheet choose Save as, and there CSV; then try that file."
    ),
}

STUDENT: Messages = {
    ClassErrorCode.UNKNOWN_CODE: "No class has this code. It has 6 letters and digits. Check it again.",
}
