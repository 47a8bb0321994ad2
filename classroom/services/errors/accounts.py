"""Why a service rejects a request about accounts, sign-in, login cards, or the server itself."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, FORBIDDEN, GONE, INVALID, TOO_MANY, UNAVAILABLE, ErrorCode


class AccountErrorCode(ErrorCode):
    """Errors about accounts, sign-in, and login cards."""

    WRONG_SECRET = "wrong_secret"  # noqa: S105  not a password
    """A student's PIN or pictures do not match."""
    WRONG_CODE = "wrong_code", INVALID, "code"
    """The authenticator app's code does not match, or was already used."""
    WRONG_TOKEN = "wrong_token"  # noqa: S105  not a password
    """The first-run setup token is wrong."""
    NOT_YOUR_PASSWORD = "not_your_password"  # noqa: S105  not a password
    WRONG_PASSWORD = "wrong_password"  # noqa: S105  not a password
    """Name and password do not match, or the budget for new devices is used up. Looks the same either way."""
    TOO_MANY_TRIES = "too_many_tries", TOO_MANY
    TOO_MANY_ON_DEVICE = "too_many_on_device", TOO_MANY
    """This device has made too many wrong tries."""
    MANY_WRONG_TRIES = "many_wrong_tries", TOO_MANY
    """Wrong, from an address with many wrong tries. A correct answer would still be accepted."""
    CLASS_NOT_OPEN = "class_not_open", CONFLICT
    """The class has no open session, so its names are not shown."""
    UNKNOWN_CARD = "unknown_card"
    """The QR code belongs to no login card, or to a revoked one."""
    CLASS_CLOSED = "class_closed", CONFLICT, "code"
    """The code, a valid card, or a linked account of an archived class."""
    NO_PIN = "no_pin", CONFLICT
    """This student has no login card yet."""
    CARDS_OUTDATED = "cards_outdated", CONFLICT
    """The order for login cards is old: newer cards may exist."""
    PASSWORD_NEEDED = "password_needed", FORBIDDEN
    PASSWORD_TOO_SHORT = "password_too_short", INVALID, "password"
    PASSWORD_TOO_LONG = "password_too_long", INVALID, "password"
    PASSWORD_TOO_COMMON = "password_too_common", INVALID, "password"
    SETUP_DONE = "setup_done", CONFLICT
    NO_PASSWORD = "no_password", CONFLICT
    """The account uses only the school sign-in service and has no password to confirm."""
    SIGN_IN_TOO_OLD = "sign_in_too_old", CONFLICT
    ACCOUNT_DISABLED = "account_disabled", FORBIDDEN
    LOCKED_DOWN = "locked_down", FORBIDDEN
    """During a lockdown, only administrators can sign in."""
    LINK_INVALID = "link_invalid", GONE
    """A one-time link that is unknown, used, revoked, or expired. Looks the same in every case."""
    TWO_FACTOR_ON = "two_factor_on", CONFLICT
    TWO_FACTOR_LOST = "two_factor_lost", CONFLICT
    """The server key changed after two-step verification was turned on."""
    LAST_ADMINISTRATOR = "last_administrator", CONFLICT
    OWN_ACCOUNT = "own_account", CONFLICT
    """Administrators can't lock themselves out."""
    NOT_CONNECTED = "not_connected", FORBIDDEN
    """The school sign-in service verified the person, but no account is connected."""
    ALREADY_CONNECTED = "already_connected", CONFLICT
    SCHOOL_SIGN_IN_FAILED = "school_sign_in_failed"
    NOT_LINKED = "not_linked", FORBIDDEN
    """No student is linked to this school account, and no class code says which teacher could link one."""
    LINKS_WAITING = "links_waiting", TOO_MANY
    """Too many accounts are waiting for a teacher of the class."""
    NO_LINK_CHOSEN = "no_link_chosen", INVALID
    LINK_TWICE = "link_twice", CONFLICT
    """A student would have two school accounts."""
    LINK_REQUEST_GONE = "link_request_gone", CONFLICT
    """Another teacher has decided, or the request is over a day old."""


class ServerErrorCode(ErrorCode):
    BUSY = "busy", UNAVAILABLE
    """Too many requests are waiting for the same resource."""
    NO_SPACE = "no_space", CONFLICT
    """The disk has too little space for a backup."""
    NOT_COPIED = "not_copied", CONFLICT
    """The database can't be read, or its folder can't be written."""
