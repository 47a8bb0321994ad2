"""Messages for errors about accounts, sign-in, login cards, and the server itself."""

from __future__ import annotations

from classroom.services.errors import AccountErrorCode, ServerErrorCode
from classroom.web.error_messages.formats import Messages, Wait

TEACHER: Messages = {
    AccountErrorCode.WRONG_CODE: "That code doesn't match. Wait for the next one, then type it.",
    AccountErrorCode.WRONG_TOKEN: "That token doesn't match. Copy it again from the window of the program.",
    AccountErrorCode.NOT_YOUR_PASSWORD: "That isn't your password. Try again.",
    AccountErrorCode.WRONG_PASSWORD: (
        "Wrong name or password. Try again. After many wrong tries, a new device can't sign in for up to an hour."
    ),
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        "Too many tries. Try again in 1 minute, or ask your administrator for help.",
        "Too many tries. Try again in %(minutes)s minutes, or ask your administrator for help.",
        "Too many tries for today. Ask your administrator for help.",
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        "Too many wrong tries on this device. Use another device, or wait 1 minute.",
        "Too many wrong tries on this device. Use another device, or wait %(minutes)s minutes.",
        "Too many wrong tries on this device today. Use another device.",
    ),
    AccountErrorCode.MANY_WRONG_TRIES: (
        "That doesn't match. There were many wrong tries from this network. Check it and try again."
    ),
    AccountErrorCode.CARDS_OUTDATED: (
        "This page is old, and newer cards may exist. Nothing was changed. Open the cards page again."
    ),
    AccountErrorCode.PASSWORD_NEEDED: (
        "New cards for several students need your password. Open Login cards and choose New cards for the whole class."
    ),
    AccountErrorCode.PASSWORD_TOO_SHORT: "Please use at least %(shortest)s characters for the password.",
    AccountErrorCode.PASSWORD_TOO_LONG: "Please use at most %(longest)s characters for the password.",
    AccountErrorCode.PASSWORD_TOO_COMMON: "Too many people use this password. Please choose another.",
    AccountErrorCode.SETUP_DONE: "Setup is already done. Sign in with the account that was created then.",
    AccountErrorCode.NO_PASSWORD: "Your account has no password yet. Choose one on your account page first.",
    AccountErrorCode.SIGN_IN_TOO_OLD: "You signed in some time ago. Sign out, sign in again, then choose a password.",
    AccountErrorCode.ACCOUNT_DISABLED: "This account is deactivated. Ask your administrator to activate it.",
    AccountErrorCode.LINK_INVALID: "This link is invalid or expired. Ask your administrator for a new one.",
    AccountErrorCode.TWO_FACTOR_ON: "Two-step verification is already on. Turn it off first to start again.",
    AccountErrorCode.TWO_FACTOR_LOST: (
        "We can't check your codes because the server's key changed. Ask your administrator for a reset "
        "link that turns off two-step verification."
    ),
    AccountErrorCode.LAST_ADMINISTRATOR: "This is the last administrator. Make someone else an administrator first.",
    AccountErrorCode.OWN_ACCOUNT: "This is your own account. Ask another administrator to do this.",
    AccountErrorCode.NOT_CONNECTED: (
        "No account here is connected to this sign-in. Ask your administrator for an invitation."
    ),
    AccountErrorCode.ALREADY_CONNECTED: "Another account is already connected to this sign-in.",
    AccountErrorCode.SCHOOL_SIGN_IN_FAILED: "The school sign-in did not work. Nothing was changed. Try again.",
    ServerErrorCode.BUSY: "The server is busy. Wait a few seconds, then try again.",
    ServerErrorCode.NO_SPACE: "The disk has no room for a backup. Free up space on this server, then try again.",
}

STUDENT: Messages = {
    AccountErrorCode.WRONG_SECRET: "That didn't match. Check your card and try again.",
    AccountErrorCode.TOO_MANY_TRIES: Wait(
        "Too many tries. Wait 1 minute or ask your teacher.",
        "Too many tries. Wait %(minutes)s minutes or ask your teacher.",
        "Too many tries for today. Ask your teacher.",
    ),
    AccountErrorCode.TOO_MANY_ON_DEVICE: Wait(
        "Too many tries on this device. Use another one, or wait 1 minute.",
        "Too many tries on this device. Use another one, or wait %(minutes)s minutes.",
        "Too many tries on this device today. Use another one.",
    ),
    AccountErrorCode.MANY_WRONG_TRIES: "That didn't match. There were many wrong tries here. Check it and try again.",
    AccountErrorCode.CLASS_NOT_OPEN: "Your class isn't playing yet. Ask your teacher.",
    AccountErrorCode.UNKNOWN_CARD: "This card doesn't work anymore. Ask for a new one.",
    AccountErrorCode.CARD_OF_ARCHIVED_CLASS: "This class is closed. Ask your teacher about your new class.",
    AccountErrorCode.NO_PIN: "You have no login card yet. Ask your teacher to print one.",
    ServerErrorCode.BUSY: "The server is busy. Wait a few seconds and try again.",
}
