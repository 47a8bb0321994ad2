"""Messages for errors about uploaded files."""

from __future__ import annotations

from classroom.services.errors import FileErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
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

STUDENT: Messages = {}
