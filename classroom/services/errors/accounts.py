"""Why a service rejects a request about accounts, sign-in, login cards, or the server itself."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, FORBIDDEN, GONE, INVALID, TOO_MANY, UNAVAILABLE, ErrorCode


class AccountErrorCode(ErrorCode):
    """Errors about accounts, sign-in, and login cards."""

    WRONG_SECRET = "wrong_secret"  # noqa: S105  not a password
    """The PIN or the pictures of a student do not match."""
    WRONG_CODE = "wrong_code"
    """The code of an authenticator app does not match, or was used."""
    WRONG_TOKEN = "wrong_token"  # noqa: S105  not a password
    """Not the token of the first setup."""
    NOT_YOUR_PASSWORD = "not_your_password"  # noqa: S105  not a password
    WRONG_PASSWORD = "wrong_password"  # noqa: S105  not a password
    """Name and password do not match, or the budget for new devices is used up. Looks the same either way."""
    TOO_MANY_TRIES = "too_many_tries", TOO_MANY
    TOO_MANY_ON_DEVICE = "too_many_on_device", TOO_MANY
    """The device itself made too many wrong tries."""
    MANY_WRONG_TRIES = "many_wrong_tries", TOO_MANY
    """Wrong, and from an address with many wrong tries. A correct answer still passes there."""
    CLASS_NOT_OPEN = "class_not_open", CONFLICT
    """The class has no open session, so its names are not shown."""
    UNKNOWN_CARD = "unknown_card"
    """The QR code of no login card, or of a revoked one."""
    CARD_OF_ARCHIVED_CLASS = "card_of_archived_class", CONFLICT
    """A valid card of an archived class."""
    NO_PIN = "no_pin", CONFLICT
    """No login card was printed for this student yet."""
    CARDS_OUTDATED = "cards_outdated", CONFLICT
    """The order for login cards is old: newer cards may exist."""
    PASSWORD_NEEDED = "password_needed", FORBIDDEN
    PASSWORD_TOO_SHORT = "password_too_short", INVALID, "password"
    PASSWORD_TOO_LONG = "password_too_long", INVALID, "password"
    PASSWORD_TOO_COMMON = "password_too_common", INVALID, "password"
    SETUP_DONE = "setup_done", CONFLICT
    NO_PASSWORD = "no_password", CONFLICT
    """The account is opened by the school sign-in service and has no password to ask for."""
    SIGN_IN_TOO_OLD = "sign_in_too_old", CONFLICT
    ACCOUNT_DISABLED = "account_disabled", FORBIDDEN
    LOCKED_DOWN = "locked_down", FORBIDDEN
    """After a security incident only administrators sign in."""
    LINK_INVALID = "link_invalid", GONE
    """A one-time link that is unknown, used, revoked, or expired. Looks the same in every case."""
    TWO_FACTOR_ON = "two_factor_on", CONFLICT
    TWO_FACTOR_LOST = "two_factor_lost", CONFLICT
    """The server key changed after two-step verification was turned on."""
    LAST_ADMINISTRATOR = "last_administrator", CONFLICT
    OWN_ACCOUNT = "own_account", CONFLICT
    """Administrators cannot lock themselves out."""
    NOT_CONNECTED = "not_connected", FORBIDDEN
    """The school sign-in service knows the person, but no account is connected to them."""
    ALREADY_CONNECTED = "already_connected", CONFLICT
    SCHOOL_SIGN_IN_FAILED = "school_sign_in_failed"
    NOT_LINKED = "not_linked", FORBIDDEN
    """No student is linked to the school account of this student, and no class code says who could link one."""
    LINKS_WAITING = "links_waiting", TOO_MANY
    """So many accounts wait for a teacher of the class that no more are taken."""
    NO_LINK_CHOSEN = "no_link_chosen", INVALID
    LINK_TWICE = "link_twice", CONFLICT
    """A student would have two school accounts."""
    LINK_REQUEST_GONE = "link_request_gone", CONFLICT
    """Another teacher has decided, or it is older than a day."""


class ServerErrorCode(ErrorCode):
    """Errors about the server itself."""

    BUSY = "busy", UNAVAILABLE
    """Too many requests wait for the same thing already."""
    NO_SPACE = "no_space", CONFLICT
    """The disk has no room for a backup."""
