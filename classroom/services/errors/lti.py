"""Why a service rejects a request about a learning management system (LMS)."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, FORBIDDEN, GONE, ErrorCode


class LaunchErrorCode(ErrorCode):
    """Reasons to reject an LTI launch, shown to students or teachers."""

    PLATFORM_UNKNOWN = "lms_unknown"
    LAUNCH_BROKEN = "launch_broken"
    """Not a valid message, or not a response to a launch started here."""
    LAUNCH_OLD = "launch_old", GONE
    """Expired, or dated in the future."""
    LAUNCH_USED = "launch_used", CONFLICT
    LAUNCH_ELSEWHERE = "launch_elsewhere", FORBIDDEN
    """Started in another browser, or the browser blocks cookies."""
    SIGNATURE_WRONG = "launch_signature_wrong", FORBIDDEN
    LAUNCH_NOT_FOR_US = "launch_not_for_us", FORBIDDEN
    """The issuer, audience, deployment, nonce, or address is not the registered one."""
    MESSAGE_UNKNOWN = "launch_message_unknown"
    """An unsupported version or type of message, or it lacks required claims."""
    PLATFORM_SILENT = "lms_keys_silent", CONFLICT
    """The LMS's keys can't be read."""
    NO_ROLE = "launch_no_role", FORBIDDEN
    """Neither a teacher nor a student of the course."""
    COURSE_NOT_CONNECTED = "course_not_connected", CONFLICT
    TEACHER_NOT_CONNECTED = "lms_teacher_not_connected", CONFLICT
    """The account must be connected before pages inside the LMS recognize the teacher."""


class LmsErrorCode(ErrorCode):
    """Errors of pages about an LMS, for teachers and administrators."""

    ADDRESS_INSECURE = "lms_address_insecure"
    PLATFORM_TWICE = "lms_twice", CONFLICT, "client_id"
    """Another platform has the same issuer and client ID."""
    LMS_TAKEN = "lms_account_taken", CONFLICT
    """This person of the LMS is connected to another account."""
    NO_CLASS_FOR_COURSE = "no_class_for_course"
    LMS_SILENT = "lms_silent", CONFLICT
    LMS_REFUSED = "lms_refused", CONFLICT
    LMS_UNCLEAR = "lms_unclear", CONFLICT
    NO_MEMBERS = "lms_no_members", CONFLICT
    """The LMS lists no students in the course."""
    NO_SCORES = "lms_no_scores", CONFLICT
    """No linked student has answered anything."""
    SCORES_CHANGED = "lms_scores_changed", CONFLICT
    """The scores changed since the teacher reviewed them."""
