"""Messages for errors about classes and students: names, rosters, and roster files."""

from __future__ import annotations

from classroom.i18n import lazy_gettext, lazy_pgettext
from classroom.services.errors import ClassErrorCode, FileErrorCode, NameErrorCode, RosterErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    ClassErrorCode.ROSTER_TOO_LONG: lazy_gettext("This list has %(lines)s lines. Paste up to %(longest)s at a time."),
    ClassErrorCode.CLASS_FULL: lazy_gettext(
        "A class can have up to %(longest)s students. Create another class for the rest."
    ),
    ClassErrorCode.NO_STUDENT_SELECTED: lazy_gettext("Select at least one student."),
    ClassErrorCode.NOT_IN_CLASS: lazy_gettext(
        "A selected student isn’t in this class anymore. Nothing was changed. Check the list and select again."
    ),
    ClassErrorCode.NAMES_TAKEN: lazy_gettext(
        "No one was moved, because %(class_name)s already has these names: %(names)s. "
        "Rename these students, or don’t select them."
    ),
    ClassErrorCode.TIME_FACTOR: lazy_gettext("Choose one of the offered times."),
    ClassErrorCode.CLASS_ARCHIVED: lazy_gettext("This class is archived. Restore it first."),
    ClassErrorCode.CLASS_HAS_OPEN_SESSION: lazy_gettext(
        "This class has an open session. End it before you archive the class."
    ),
    ClassErrorCode.NO_SAMPLE_CLASS: lazy_gettext(
        "This class has students of your own. To delete them too, choose “Delete class”."
    ),
    ClassErrorCode.NO_SUCH_TEACHER: lazy_gettext(
        "No teacher has this name. Type it exactly as it appears at the top of their pages."
    ),
    ClassErrorCode.TEACHES_ALREADY: lazy_gettext("%(name)s already teaches this class."),
    ClassErrorCode.NEW_OWNER_MISSING: lazy_gettext("Choose the new owner of the classes."),
    ClassErrorCode.LEVEL_MISSING: lazy_gettext("Choose a level first."),
    ClassErrorCode.CHANGED_SINCE: lazy_gettext(
        "Not saved yet. While this page was open, another teacher saved: %(names)s. "
        "Your choices are still here. To use them instead, save again."
    ),
    ClassErrorCode.RENAMED_SINCE: lazy_gettext(
        "Not saved yet. While this page was open, another teacher renamed this student to %(name)s. "
        "To use your name instead, save again."
    ),
    ClassErrorCode.NO_CLASS_TO_MOVE_TO: lazy_gettext("Choose the class to move the students to."),
    NameErrorCode.NAME_EMPTY: lazy_gettext("Type a name."),
    NameErrorCode.NAME_TOO_LONG: lazy_gettext("This name is too long. Use up to %(longest)s characters."),
    NameErrorCode.NAME_NOT_TEXT: lazy_gettext("This name has characters that can’t be shown. Type it again."),
    NameErrorCode.NAME_TAKEN: lazy_gettext("This name is already in use. Add an initial to tell the two apart."),
    RosterErrorCode.CLASSES_OVER: lazy_gettext(
        "All classes in this file have ended. Ask for a file of the current term."
    ),
    RosterErrorCode.SERVICE_SILENT: lazy_gettext(
        "The roster service didn’t answer. Nothing was changed. Try again in a few minutes, or import a file."
    ),
    RosterErrorCode.SERVICE_REFUSED: lazy_gettext(
        "The roster service refused this server. Nothing was changed. Ask your administrator to check its credentials."
    ),
    RosterErrorCode.SERVICE_UNCLEAR: lazy_gettext(
        "We can’t read the roster service’s response. Nothing was changed. Import a file instead."
    ),
    RosterErrorCode.NO_ROSTER_ID: lazy_gettext(
        "This server doesn’t know your ID in the roster service. Ask your administrator to enter it."
    ),
    RosterErrorCode.ROSTER_ID_UNREADABLE: lazy_gettext(
        "This can’t be an ID. Copy it from the roster service, without extra characters."
    ),
    RosterErrorCode.ROSTER_ID_UNKNOWN: lazy_gettext(
        "The roster service has no teacher with your ID. Ask your administrator to check it."
    ),
    RosterErrorCode.NO_CLASSES_THERE: lazy_gettext(
        "The roster service lists no current class of yours with students. Ask your school’s office, or import a file."
    ),
    RosterErrorCode.NAMES_MISSING: lazy_gettext(
        "No column has names yet. Choose the column that has the names, then continue."
    ),
    RosterErrorCode.TABLES_MISSING: lazy_gettext(
        "This archive isn’t a roster. A OneRoster archive contains users.csv, classes.csv, and enrollments.csv. For "
        "other lists, unzip the archive, and choose one of the files."
    ),
    RosterErrorCode.ROW_WITHOUT_NAME: lazy_gettext("This row has no name."),
    RosterErrorCode.ROW_IS_SUMMARY: lazy_gettext("This row is a total or a footer, not a student."),
    RosterErrorCode.ROW_REMOVED: lazy_gettext("You cleared this name."),
    RosterErrorCode.ROW_HIDDEN: lazy_gettext(
        "This row is hidden in the workbook. To import it, show the row there first."
    ),
    RosterErrorCode.NOT_A_NAME: lazy_gettext("This isn’t a name: it has no letters, or it is a formula."),
    RosterErrorCode.EMAIL_NOT_NAME: lazy_gettext("This is an email address, not a name."),
    RosterErrorCode.QUOTE_OPEN: lazy_gettext(
        "A quotation mark is missing, so we can’t tell the cells of this row apart. Fix it in the file."
    ),
    RosterErrorCode.NO_STUDENT: lazy_gettext("The file says this isn’t a student: %(role)s."),
    RosterErrorCode.ROW_TWICE: lazy_gettext("Same student as in line %(line)s, who is imported once."),
    RosterErrorCode.ID_TWICE: lazy_gettext("Line %(line)s has the same ID. Check which line is right."),
    RosterErrorCode.ID_OF_OTHER_STUDENT: lazy_gettext(
        "%(name)s has the ID from line %(line)s in this class. Fix that line first, or remove the ID column."
    ),
    RosterErrorCode.ID_UNREADABLE: lazy_gettext("This ID is too long or can’t be read. Check it in the file."),
    RosterErrorCode.ID_SHORTENED: lazy_gettext(
        "Your spreadsheet changed a long ID to %(found)s. Format the column as text, and save the file again."
    ),
    RosterErrorCode.GROUP_IS_DATE: lazy_gettext(
        "Your spreadsheet changed a group to the date %(found)s. Format the column as text, type the group "
        "again, and save."
    ),
    RosterErrorCode.CELL_IS_ERROR: lazy_gettext(
        "This cell has an error: %(found)s. Fix it in your spreadsheet and save again."
    ),
    RosterErrorCode.LINE_IS_TITLE: lazy_gettext("Skipped: this line is probably not a student."),
    RosterErrorCode.LINE_ABOVE_HEADINGS: lazy_gettext("Skipped: this line is above the headings."),
    RosterErrorCode.OTHER_CLASS: lazy_gettext("This row is from class %(name)s. Open that class to import it."),
    RosterErrorCode.USER_MISSING: lazy_gettext(
        "This student is in enrollments.csv, but not in users.csv. Export the file again."
    ),
    RosterErrorCode.CLASS_CHANGED: lazy_gettext(
        "The class changed after this preview. Nothing was saved. Check the new preview."
    ),
    RosterErrorCode.NO_CLASS_SELECTED: lazy_gettext("Choose at least one class."),
    RosterErrorCode.IMPORT_DONE: lazy_gettext("This file has already been imported."),
    RosterErrorCode.NOT_UNDONE: lazy_gettext("This import can’t be undone anymore. Edit the students instead."),
    FileErrorCode.FILE_EMPTY: lazy_gettext("This file has no students. Check it in your spreadsheet program."),
    FileErrorCode.FILE_IS_EXCEL: lazy_gettext(
        "This is an Excel file. In Excel, choose File → Save as → CSV UTF-8, then choose the new file here. "
        "Or copy the cells and paste them here."
    ),
    FileErrorCode.FILE_IS_LIBREOFFICE: lazy_gettext(
        "This is a LibreOffice file. In LibreOffice, choose File → Save as → Text CSV, then choose the new "
        "file here. Or copy the cells and paste them here."
    ),
    FileErrorCode.FILE_IS_NUMBERS: lazy_gettext(
        "This is a Numbers file. In Numbers, choose File → Export to → CSV, then choose the new file here. "
        "Or copy the cells and paste them here."
    ),
    FileErrorCode.FILE_IS_GOOGLE_SHEET: lazy_gettext(
        "This is a link to Google Sheets. There, choose File → Download → Comma-separated values, then "
        "choose the new file here. Or copy the cells and paste them here."
    ),
    FileErrorCode.FILE_IS_TEXT_DOCUMENT: lazy_gettext(
        "This is a text document. Open it, copy the lines, and paste them here. Or save it as plain text."
    ),
    FileErrorCode.FILE_IS_PDF: lazy_gettext(
        "This is a PDF. Open it, copy the lines, and paste them here. Or ask for a CSV file."
    ),
    FileErrorCode.FILE_IS_PICTURE: lazy_gettext("This is a picture. Choose a CSV file, or type the text."),
    FileErrorCode.FILE_IS_WEB_PAGE: lazy_gettext(
        "This is a web page. Open it in your spreadsheet program, save it as CSV, and choose that file."
    ),
    FileErrorCode.FILE_IS_PROTECTED: lazy_gettext(
        "This spreadsheet has a password. Remove it in your spreadsheet program, or copy the cells and paste them here."
    ),
    FileErrorCode.FILE_TOO_LARGE: lazy_gettext(
        "This file is too large (over 1 MB). Save only the sheet that you need, and choose that file."
    ),
    FileErrorCode.FILE_TOO_LONG: lazy_gettext(
        "This file has more than %(longest)s rows. Keep only the rows of your classes."
    ),
    FileErrorCode.FILE_TOO_WIDE: lazy_gettext(
        "This file has more than %(longest)s columns. Keep only the columns with names and IDs."
    ),
    FileErrorCode.FILE_NOT_READ: lazy_gettext(
        "We can’t read this file. Save it as CSV in your spreadsheet program, and choose that file."
    ),
}

STUDENT: Messages = {
    ClassErrorCode.UNKNOWN_CODE: lazy_pgettext("student", "No class has this code. Check all 6 letters and digits."),
    ClassErrorCode.FACE_TAKEN: lazy_pgettext("student", "Another student has this animal. Choose another one."),
}
