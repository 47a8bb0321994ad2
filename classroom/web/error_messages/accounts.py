"""Messages for errors about accounts, sign-in, login cards, and the server itself."""

from __future__ import annotations

from classroom.i18n import lazy_gettext, lazy_pgettext, ngettext, npgettext
from classroom.services.errors import AccountErrorCode, ServerErrorCode
from classroom.web.error_messages.formats import Messages, Wait

TEACHER: Messages = {
    AccountErrorCode.WRONG_CODE: lazy_gettext("That code doesn’t match. Wait for the next code, then enter it."),
    AccountErrorCode.WRONG_TOKEN: lazy_gettext(
        "That token doesn’t match. Copy it again from the window where you started the program."
    ),
    AccountErrorCode.NOT_YOUR_PASSWORD: lazy_gettext("That isn’t your password. Try again."),
    AccountErrorCode.WRONG_PASSWORD: lazy_gettext(
        "Wrong name or password. Try again. After many wrong tries, a new device can’t sign in for up to an hour."
    ),
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        lambda minutes: ngettext(
            "Too many tries. Try again in %(num)d minute, or ask your administrator for help.",
            "Too many tries. Try again in %(num)d minutes, or ask your administrator for help.",
            minutes,
        ),
        lazy_gettext("Too many tries for today. Ask your administrator for help."),
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        lambda minutes: ngettext(
            "Too many wrong tries on this device. Use another device, or wait %(num)d minute.",
            "Too many wrong tries on this device. Use another device, or wait %(num)d minutes.",
            minutes,
        ),
        lazy_gettext("Too many wrong tries on this device today. Use another device."),
    ),
    AccountErrorCode.MANY_WRONG_TRIES: lazy_gettext(
        "That doesn’t match. There were many wrong tries from this network. Check it and try again."
    ),
    AccountErrorCode.CARDS_OUTDATED: lazy_gettext(
        "This page is old, and newer cards may exist. Nothing was changed. Open the cards page again."
    ),
    AccountErrorCode.PASSWORD_NEEDED: lazy_gettext(
        "New cards for several students need your password. Open Login cards and choose New cards for the whole class."
    ),
    AccountErrorCode.PASSWORD_TOO_SHORT: lazy_gettext(
        "This password is too short. Use at least %(shortest)s characters."
    ),
    AccountErrorCode.PASSWORD_TOO_LONG: lazy_gettext("This password is too long. Use at most %(longest)s characters."),
    AccountErrorCode.PASSWORD_TOO_COMMON: lazy_gettext(
        "This password is too common and easy to guess. Choose another one."
    ),
    AccountErrorCode.SETUP_DONE: lazy_gettext("Setup is already complete. Sign in with an existing account."),
    AccountErrorCode.NO_PASSWORD: lazy_gettext(
        "Your account has no password yet. Choose one on your account page first."
    ),
    AccountErrorCode.SIGN_IN_TOO_OLD: lazy_gettext(
        "You signed in too long ago. Sign out, sign in again, then choose a password."
    ),
    AccountErrorCode.LOCKED_DOWN: lazy_gettext("Sign-in is closed for now. Ask your administrator."),
    AccountErrorCode.ACCOUNT_DISABLED: lazy_gettext(
        "This account is deactivated. Ask your administrator to activate it."
    ),
    AccountErrorCode.LINK_INVALID: lazy_gettext(
        "This link is invalid or expired. Ask your administrator for a new one."
    ),
    AccountErrorCode.TWO_FACTOR_ON: lazy_gettext(
        "Two-step verification is already on. Turn it off first to start again."
    ),
    AccountErrorCode.TWO_FACTOR_LOST: lazy_gettext(
        "We can’t check your codes because the server’s key changed. Ask your administrator for a reset "
        "link that turns off two-step verification."
    ),
    AccountErrorCode.LAST_ADMINISTRATOR: lazy_gettext(
        "This is the last administrator. Make someone else an administrator first."
    ),
    AccountErrorCode.OWN_ACCOUNT: lazy_gettext("This is your own account. Ask another administrator to do this."),
    AccountErrorCode.NOT_CONNECTED: lazy_gettext(
        "No account here is connected to this sign-in. Ask your administrator for an invitation."
    ),
    AccountErrorCode.ALREADY_CONNECTED: lazy_gettext("Another account is already connected to this sign-in."),
    AccountErrorCode.SCHOOL_SIGN_IN_FAILED: lazy_gettext("School sign-in didn’t work. Nothing was changed. Try again."),
    AccountErrorCode.NO_LINK_CHOSEN: lazy_gettext("Choose a student for at least one account."),
    AccountErrorCode.LINK_TWICE: lazy_gettext(
        "A student can have one school account. Nothing was changed. Choose a different student for each account."
    ),
    AccountErrorCode.LINK_REQUEST_GONE: lazy_gettext(
        "An account is no longer on this list: a co-teacher handled it, or it expired after a day. "
        "Nothing was changed. Check the list."
    ),
    ServerErrorCode.BUSY: lazy_gettext("The server is busy. Wait a few seconds, then try again."),
    ServerErrorCode.NO_SPACE: lazy_gettext(
        "There is not enough disk space for a backup. Free up space on the server, then try again."
    ),
    ServerErrorCode.NOT_COPIED: lazy_gettext("The backup could not be made. The server’s log says why."),
}

STUDENT: Messages = {
    AccountErrorCode.LOCKED_DOWN: lazy_pgettext("student", "Sign-in is closed for now. Ask your teacher."),
    AccountErrorCode.WRONG_SECRET: lazy_pgettext("student", "That didn’t match. Check your card and try again."),
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        lambda minutes: npgettext(
            "student",
            "Too many tries. Wait %(num)d minute or ask your teacher.",
            "Too many tries. Wait %(num)d minutes or ask your teacher.",
            minutes,
        ),
        lazy_pgettext("student", "Too many tries for today. Ask your teacher."),
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        lambda minutes: npgettext(
            "student",
            "Too many tries on this device. Use another one, or wait %(num)d minute.",
            "Too many tries on this device. Use another one, or wait %(num)d minutes.",
            minutes,
        ),
        lazy_pgettext("student", "Too many tries on this device today. Use another one."),
    ),
    AccountErrorCode.MANY_WRONG_TRIES: lazy_pgettext(
        "student", "That didn’t match. There were many tries here. Check it and try again."
    ),
    AccountErrorCode.CLASS_NOT_OPEN: lazy_pgettext("student", "Your class isn’t playing yet. Ask your teacher."),
    AccountErrorCode.UNKNOWN_CARD: lazy_pgettext("student", "This card doesn’t work anymore. Ask for a new one."),
    AccountErrorCode.CLASS_CLOSED: lazy_pgettext(
        "student", "This class is closed. Ask your teacher about your new class."
    ),
    AccountErrorCode.SCHOOL_SIGN_IN_FAILED: lazy_pgettext("student", "That sign-in didn’t work. Ask your teacher."),
    AccountErrorCode.NOT_LINKED: lazy_pgettext("student", "This account is new here. Type your class code first."),
    AccountErrorCode.LINKS_WAITING: lazy_pgettext("student", "Too many students are waiting. Ask your teacher."),
    AccountErrorCode.NO_PIN: lazy_pgettext("student", "You have no login card yet. Ask your teacher to print one."),
    ServerErrorCode.BUSY: lazy_pgettext("student", "The server is busy. Wait a few seconds and try again."),
}
