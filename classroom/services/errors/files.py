"""Why a service rejects a request about uploaded files."""

from __future__ import annotations

from classroom.services.errors.base import INVALID, ErrorCode


class FileErrorCode(ErrorCode):
    """Errors about uploaded files."""

    FILE_EMPTY = "file_empty", INVALID, "file"
    FILE_IS_SPREADSHEET = "file_is_spreadsheet", INVALID, "file"
    FILE_IS_TEXT_DOCUMENT = "file_is_text_document", INVALID, "file"
    FILE_IS_PDF = "file_is_pdf", INVALID, "file"
    FILE_IS_PICTURE = "file_is_picture", INVALID, "file"
    FILE_IS_WEB_PAGE = "file_is_web_page", INVALID, "file"
    FILE_IS_PROTECTED = "file_is_protected", INVALID, "file"
    FILE_TOO_LARGE = "file_too_large", INVALID, "file"
    FILE_TOO_LONG = "file_too_long", INVALID, "file"
    FILE_TOO_WIDE = "file_too_wide", INVALID, "file"
    """More columns than any roster has."""
    FILE_NOT_READ = "file_not_read", INVALID, "file"
    """It is not text."""
