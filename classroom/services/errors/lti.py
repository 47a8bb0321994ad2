"""Why a service rejects a request about a learning management system (LMS)."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, FORBIDDEN, GONE, ErrorCode


class LaunchErrorCode(ErrorCode):
    """Reasons to reject an LTI launch, read by students or teachers."""

    PLATFORM_UNKNOWN = "lms_unknown"
    LAUNCH_BROKEN = "launch_broken"
    """Not a message, or the answer to nothing that was asked here."""
    LAUNCH_OLD = "launch_old", GONE
    """It has expired, or is dated in the future."""
    LAUNCH_USED = "launch_used", CONFLICT
    LAUNCH_ELSEWHERE = "launch_elsewhere", FORBIDDEN
    """Another browser asked for it, or this one keeps no cookies."""
    SIGNATURE_WRONG = "launch_signature_wrong", FORBIDDEN
    LAUNCH_NOT_FOR_US = "launch_not_for_us", FORBIDDEN
    """Another issuer, audience, deployment, nonce, or address than the registered ones."""
    MESSAGE_UNKNOWN = "launch_message_unknown"
    """Another version or type of message, or it lacks what the standard requires."""
    PLATFORM_SILENT = "lms_keys_silent", CONFLICT
    """The keys of the LMS cannot be read."""
    NO_ROLE = "launch_no_role", FORBIDDEN
    """Neither a teacher nor a student of the course."""
    COURSE_NOT_CONNECTED = "course_not_connected", CONFLICT
    TEACHER_NOT_CONNECTED = "lms_teacher_not_connected", CONFLICT
    """A page inside the LMS knows a teacher only after the account was connected once."""


class LmsErrorCode(ErrorCode):
    """Errors of the pages on which teachers and administrators work with an LMS."""

    ADDRESS_INSECURE = "lms_address_insecure"
    PLATFORM_TWICE = "lms_twice", CONFLICT, "client_id"
    """Issuer and client ID are those of another platform."""
    LMS_TAKEN = "lms_account_taken", CONFLICT
    """This person of the LMS is connected to another teacher's account."""
    NO_CLASS_FOR_COURSE = "no_class_for_course"
    LMS_SILENT = "lms_silent", CONFLICT
    LMS_REFUSED = "lms_refused", CONFLICT
    LMS_UNCLEAR = "lms_unclear", CONFLICT
    NO_MEMBERS = "lms_no_members", CONFLICT
    """The LMS lists no student of the course."""
    NO_SCORES = "lms_no_scores", CONFLICT
    """No linked student has answered."""
    SCORES_CHANGED = "lms_scores_changed", CONFLICT
    """They are no longer those that the teacher looked at."""
