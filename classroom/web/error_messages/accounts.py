"""Messages for errors about accounts, sign-in, and login cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.services.errors import AccountErrorCode
from classroom.web.error_messages.formats import Wait

if TYPE_CHECKING:
    from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    AccountErrorCode.WRONG_SECRET: "That is not right. Look again, and try once more.",
    AccountErrorCode.WRONG_PASSWORD: (
        "This name and password don't match. Check both and try again. After many wrong tries, sign-in "
        "on a new device is blocked for up to an hour."
    ),
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        "Too many wrong tries. Wait a minute, or ask for help.",
        "Too many wrong tries. Wait %(minutes)s minutes, or ask for help.",
        "Too many wrong tries for today. Ask for help.",
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        "Too many wrong tries on this device. Use another device, or wait a minute.",
        "Too many wrong tries on this device. Use another device, or wait %(minutes)s minutes.",
        "Too many wrong tries on this device today. Use another device.",
    ),
    AccountErrorCode.MANY_WRONG_TRIES: (
        "That is not right. Too many wrong tries came from here. Check it and try again."
    ),
    AccountErrorCode.CARDS_OUTDATED: (
        "This page is old, and newer cards may have been made since. Nothing was changed: open the cards page again."
    ),
    AccountErrorCode.PASSWORD_NEEDED: (
        "New cards for several students need your password. Open Login cards and choose New cards for the whole class."
    ),
    AccountErrorCode.PASSWORD_TOO_SHORT: "Please use at least %(shortest)s characters for the password.",
    AccountErrorCode.PASSWORD_TOO_LONG: "Please use at most %(longest)s characters for the password.",
    AccountErrorCode.PASSWORD_TOO_COMMON: "Too many people use this password. Please choose another.",
    AccountErrorCode.SETUP_DONE: "The set-up is done already. Sign in with the account made then.",
    AccountErrorCode.NO_PASSWORD: "Your account has no password yet. Choose one on your account page first.",
    AccountErrorCode.SIGN_IN_TOO_OLD: "You signed in some time ago. Sign out, sign in again, then choose a password.",
    AccountErrorCode.ACCOUNT_DISABLED: "This account is switched off. Ask your administrator to switch it on again.",
    AccountErrorCode.LINK_INVALID: (
        "This link does not work, or does not work any more. Ask your administrator for a new one."
    ),
    AccountErrorCode.TWO_FACTOR_ON: "Codes are asked for already. Turn that off first to begin anew.",
    AccountErrorCode.TWO_FACTOR_LOST: (
        "This server cannot check your codes: it has another key than when you turned them on. Ask your "
        "administrator for a link that resets your password and ends the asking for codes."
    ),
    AccountErrorCode.LAST_ADMINISTRATOR: "This is the last administrator. Make somebody else one first.",
    AccountErrorCode.OWN_ACCOUNT: "This is your own account. Ask another administrator to do it.",
    AccountErrorCode.NOT_CONNECTED: (
        "No account here is connected to this sign-in. Ask your administrator for an invitation."
    ),
    AccountErrorCode.ALREADY_CONNECTED: "Another account is connected to this sign-in already.",
    AccountErrorCode.SCHOOL_SIGN_IN_FAILED: "The sign-in did not come through. Nothing was changed: please try again.",
}

STUDENT: Messages = {
    AccountErrorCode.WRONG_SECRET: "That is not right. Look again, and try once more.",
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        "Too many wrong tries. Wait a minute, or ask for help.",
        "Too many wrong tries. Wait %(minutes)s minutes, or ask for help.",
        "Too many wrong tries for today. Ask for help.",
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        "Too many wrong tries on this device. Use another device, or wait a minute.",
        "Too many wrong tries on this device. Use another device, or wait %(minutes)s minutes.",
        "Too many wrong tries on this device today. Use another device.",
    ),
    AccountErrorCode.MANY_WRONG_TRIES: (
        "That is not right. Too many wrong tries came from here. Check it and try again."
    ),
    AccountErrorCode.CLASS_NOT_OPEN: "This class is not playing now. Ask your teacher to start the session.",
    AccountErrorCode.UNKNOWN_CARD: "This card does not work any more. Ask your teacher for a new one.",
    AccountErrorCode.CARD_OF_ARCHIVED_CLASS: (
        "Your class is put away. Ask your teacher whether you are in another class now; keep this card until then."
    ),
    AccountErrorCode.NO_PIN: "You have no login card yet. Ask your teacher to print one.",
}
