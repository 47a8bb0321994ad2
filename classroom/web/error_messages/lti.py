"""Messages for errors about learning management systems (LMS)."""

from __future__ import annotations

from classroom.i18n import lazy_gettext, lazy_pgettext
from classroom.services.errors import LaunchErrorCode, LmsErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    LmsErrorCode.ADDRESS_INSECURE: lazy_gettext("The three addresses must begin with https://. Copy them again."),
    LmsErrorCode.PLATFORM_TWICE: lazy_gettext("An LMS with this issuer and client ID is registered already."),
    LmsErrorCode.LMS_TAKEN: lazy_gettext(
        "This LMS account is connected to another account here. Disconnect it there first."
    ),
    LmsErrorCode.NO_CLASS_FOR_COURSE: lazy_gettext("Choose a class."),
    LmsErrorCode.LMS_SILENT: lazy_gettext("The LMS didn’t answer. Try again in a few minutes."),
    LmsErrorCode.LMS_REFUSED: lazy_gettext(
        "The LMS refused the request. Ask its administrator whether this app may use its roster and gradebook."
    ),
    LmsErrorCode.LMS_UNCLEAR: lazy_gettext(
        "We can’t read the LMS’s response. Open the class from the LMS once, then try again."
    ),
    LmsErrorCode.NO_MEMBERS: lazy_gettext("The LMS lists no active student in this course."),
    LmsErrorCode.NO_SCORES: lazy_gettext("There is nothing to send: no linked student has answered."),
    LmsErrorCode.SCORES_CHANGED: lazy_gettext("The scores changed, so nothing was sent. Check them, then send again."),
}

STUDENT: Messages = {
    LaunchErrorCode.PLATFORM_UNKNOWN: lazy_pgettext("student", "This site isn’t set up here. Tell your teacher."),
    LaunchErrorCode.LAUNCH_BROKEN: lazy_pgettext("student", "That link is broken. Open it again on your course page."),
    LaunchErrorCode.LAUNCH_OLD: lazy_pgettext("student", "That link is too old. Open it again on your course page."),
    LaunchErrorCode.LAUNCH_USED: lazy_pgettext("student", "That link was used. Open it again on your course page."),
    LaunchErrorCode.LAUNCH_ELSEWHERE: lazy_pgettext(
        "student", "This browser forgot the link. Open it again on your course page."
    ),
    LaunchErrorCode.SIGNATURE_WRONG: lazy_pgettext(
        "student", "We can’t check who sent this. Ask your teacher about the signature."
    ),
    LaunchErrorCode.LAUNCH_NOT_FOR_US: lazy_pgettext(
        "student", "This link is for another app. Ask your teacher about its IDs."
    ),
    LaunchErrorCode.MESSAGE_UNKNOWN: lazy_pgettext(
        "student", "We can’t read this link. Tell your teacher: something is missing."
    ),
    LaunchErrorCode.PLATFORM_SILENT: lazy_pgettext("student", "Your course site didn’t answer. Try again soon."),
    LaunchErrorCode.NO_ROLE: lazy_pgettext("student", "You aren’t in this course. Ask your teacher."),
    LaunchErrorCode.COURSE_NOT_CONNECTED: lazy_pgettext(
        "student", "Your teacher has to open this link first. Ask your teacher."
    ),
    LaunchErrorCode.TEACHER_NOT_CONNECTED: lazy_pgettext(
        "student", "Open this app from your course once. Then come back here."
    ),
}
