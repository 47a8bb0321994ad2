"""What people read when something is refused: one sentence for each reason, and its HTTP status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.presenters.words import any_of, isolated
from classroom.services.problems import Problem, ProblemError
from engine import IllegalMoveError, IllegalReason

if TYPE_CHECKING:
    from collections.abc import Mapping

_BAD = 422
_CONFLICT = 409

PROBLEMS: Mapping[Problem, tuple[int, str]] = {
    Problem.WRONG_SECRET: (_BAD, "That is not right. Look again, and try once more."),
    Problem.TOO_MANY_TRIES: (429, "Too many wrong tries. Wait {minutes} minutes, or ask for help."),
    Problem.WRONG_PASSWORD: (
        _BAD,
        (
            "This name and password don't match. Check both and try again. "
            "After many wrong tries, sign-in on a new device is blocked for up to an hour."
        ),
    ),
    Problem.TOO_MANY_ON_DEVICE: (
        429,
        "Too many wrong tries on this device. Use another device, or wait {minutes} minutes.",
    ),
    Problem.MANY_WRONG_TRIES: (429, "That is not right. Too many wrong tries came from here. Check it and try again."),
    Problem.BUSY: (503, "The server is busy. Wait a few seconds, then try again."),
    Problem.UNKNOWN_CODE: (_BAD, "No class has this code. Look at the board again: it has 6 letters and digits."),
    Problem.CLASS_NOT_OPEN: (_CONFLICT, "This class is not playing now. Ask your teacher to start the session."),
    Problem.UNKNOWN_CARD: (_BAD, "This card does not work any more. Ask your teacher for a new one."),
    Problem.CARD_PUT_AWAY: (
        _CONFLICT,
        "Your class is put away. Ask your teacher whether you are in another class now; keep this card until then.",
    ),
    Problem.NO_PIN: (_CONFLICT, "You have no login card yet. Ask your teacher to print one."),
    Problem.CARDS_OUTDATED: (
        _CONFLICT,
        "This page is old, and newer cards may have been made since. Nothing was changed: open the cards page again.",
    ),
    Problem.NAME_EMPTY: (_BAD, "Please give a name."),
    Problem.NAME_TOO_LONG: (_BAD, "This name is too long. {longest} characters are enough."),
    Problem.NAME_NOT_TEXT: (_BAD, "This name has characters in it that cannot be shown. Please type it again."),
    Problem.NAME_TAKEN: (_BAD, "This name is already there. Add an initial to tell the two apart."),
    Problem.ROSTER_TOO_LONG: (_BAD, "This list has {lines} lines. Paste at most {longest} at a time."),
    Problem.CLASS_FULL: (_BAD, "A class can have {longest} students. Make a second class for the others."),
    Problem.FILE_EMPTY: (_BAD, "There is no student in this file. Open it in your spreadsheet and look."),
    Problem.FILE_IS_SPREADSHEET: (
        _BAD,
        "This is a file of {program}. Choose {steps} there, then the new file here. Or copy the cells and paste them.",
    ),
    Problem.FILE_IS_TEXT_DOCUMENT: (
        _BAD,
        "This is a text document. Open it, copy the lines, and paste them. Or save it as plain text.",
    ),
    Problem.FILE_IS_PDF: (
        _BAD,
        "This is a PDF, which is made for printing. Open it, copy the lines, and paste them. Or ask for a CSV file.",
    ),
    Problem.FILE_IS_PICTURE: (_BAD, "This is a picture, and pictures cannot be read here. Choose a CSV file, or type."),
    Problem.FILE_IS_WEB_PAGE: (
        _BAD,
        "This is a web page, whatever its name says. Open it in your spreadsheet, and choose there Save as, CSV.",
    ),
    Problem.CLASSES_OVER: (
        _BAD,
        "All classes of this file are over: their terms have ended. Ask for a file of the present term.",
    ),
    Problem.FILE_TOO_LARGE: (_BAD, "This file is too large. It can have 1 MB: save only the sheet with the names."),
    Problem.FILE_TOO_LONG: (_BAD, "This file has more than {longest} rows. Send the rows of your own classes only."),
    Problem.FILE_TOO_WIDE: (_BAD, "This file has more than {longest} columns. Send only those with names and numbers."),
    Problem.NAMES_MISSING: (_BAD, "No column has names yet. Choose the column that has the names, then continue."),
    Problem.TABLES_MISSING: (
        _BAD,
        "This archive is not a roster. A OneRoster archive has users.csv, classes.csv, and enrollments.csv in it.",
    ),
    Problem.FILE_IS_PROTECTED: (
        _BAD,
        "This spreadsheet has a password. Remove it in your spreadsheet program, or copy the cells and paste them.",
    ),
    Problem.ROW_WITHOUT_NAME: (_BAD, "This row has no name."),
    Problem.ROW_IS_SUMMARY: (_BAD, "This row is a total or a footer, not a student."),
    Problem.ROW_REMOVED: (_BAD, "You cleared this name."),
    Problem.NOT_A_NAME: (_BAD, "This is not a name: it has no letters, or it is a formula."),
    Problem.EMAIL_NOT_NAME: (_BAD, "This is an email address, not a name."),
    Problem.QUOTE_OPEN: (_BAD, "A quotation mark has no partner, so the cells of this row are uncertain."),
    Problem.NO_STUDENT: (_BAD, "The file says this is not a student: {role}."),
    Problem.ROW_TWICE: (_BAD, "This repeats the student in line {line}, who is imported once."),
    Problem.ID_TWICE: (_BAD, "Line {line} has the same ID. Check which of the two is right."),
    Problem.OTHER_NUMBER: (
        _BAD,
        "{name} has the ID from line {line} in this class. Fix that line first, or remove the ID column.",
    ),
    Problem.ID_UNREADABLE: (_BAD, "This ID is too long, or cannot be read. Check it in the file."),
    Problem.ID_SHORTENED: (
        _BAD,
        "Your spreadsheet made {found} of a long number. Format the column as text, and save the file again.",
    ),
    Problem.GROUP_IS_DATE: (
        _BAD,
        "Your spreadsheet made the date {found} of a group. Format the column as text, type the group again, save.",
    ),
    Problem.LINE_IS_TITLE: (_BAD, "Skipped: this line ends with a colon, so it looks like a heading."),
    Problem.LINE_ABOVE_HEADINGS: (_BAD, "Skipped: this line is above the headings."),
    Problem.CELL_IS_ERROR: (_BAD, "This cell has an error: {found}. Fix it in your spreadsheet and save again."),
    Problem.OTHER_CLASS: (_BAD, "This row is from class {name}. Open that class to import it."),
    Problem.USER_MISSING: (_BAD, "The file enrollments.csv names this student, but users.csv does not. Export again."),
    Problem.CLASS_CHANGED: (_CONFLICT, "The class has changed since. Nothing was written: please look once more."),
    Problem.NO_CLASS_CHOSEN: (_BAD, "Choose at least one class."),
    Problem.IMPORT_DONE: (_CONFLICT, "This file has been imported already."),
    Problem.NOT_UNDONE: (_CONFLICT, "This import cannot be undone any more."),
    Problem.PASSWORD_TOO_SHORT: (_BAD, "Please use at least {shortest} characters for the password."),
    Problem.PASSWORD_TOO_LONG: (_BAD, "Please use at most {longest} characters for the password."),
    Problem.PASSWORD_TOO_COMMON: (_BAD, "Too many people use this password. Please choose another."),
    Problem.SETUP_DONE: (_CONFLICT, "The set-up is done already. Sign in with the account made then."),
    Problem.NO_PASSWORD: (_CONFLICT, "Your account has no password yet. Choose one on your account page first."),
    Problem.PASSWORD_NEEDED: (
        403,
        "New cards for several students need your password. Open Login cards and choose New cards for the whole class.",
    ),
    Problem.SIGN_IN_TOO_OLD: (
        _CONFLICT,
        "You signed in some time ago. Sign out, sign in again, then choose a password.",
    ),
    Problem.ACCOUNT_DISABLED: (403, "This account is switched off. Ask your administrator to switch it on again."),
    Problem.LINK_SPENT: (
        410,
        "This link does not work, or does not work any more. Ask your administrator for a new one.",
    ),
    Problem.TWO_FACTOR_LOST: (
        _CONFLICT,
        (
            "This server cannot check your codes: it has another key than when you turned them on. Ask your "
            "administrator for a link that resets your password and ends the asking for codes."
        ),
    ),
    Problem.TWO_FACTOR_ON: (_CONFLICT, "Codes are asked for already. Turn that off first to begin anew."),
    Problem.LAST_ADMINISTRATOR: (_CONFLICT, "This is the last administrator. Make somebody else one first."),
    Problem.OWN_ACCOUNT: (_CONFLICT, "This is your own account. Ask another administrator to do it."),
    Problem.HEIR_MISSING: (_BAD, "Choose who gets the classes."),
    Problem.NO_SPACE: (_CONFLICT, "The disk has no room for a backup. Make room on this server, then try again."),
    Problem.NOT_CONNECTED: (
        403,
        "No account here is connected to this sign-in. Ask your administrator for an invitation.",
    ),
    Problem.ALREADY_CONNECTED: (_CONFLICT, "Another account is connected to this sign-in already."),
    Problem.SCHOOL_SIGN_IN_FAILED: (_BAD, "The sign-in did not come through. Nothing was changed: please try again."),
    Problem.NOBODY_CHOSEN: (_BAD, "Choose at least one student."),
    Problem.NOT_IN_CLASS: (
        _CONFLICT,
        "Somebody you chose is not in this class any more. Nothing was changed: look at the list, and choose again.",
    ),
    Problem.NAMES_TAKEN: (
        _BAD,
        (
            "Nobody was moved, because {class_name} has the same name, or the same student, already: {names}. "
            "Rename one of the two, or leave them out."
        ),
    ),
    Problem.TIME_FACTOR: (_BAD, "Choose one of the times that are offered."),
    Problem.CLASS_AWAY: (_CONFLICT, "This class is put away. Bring it back first."),
    Problem.CLASS_PLAYS: (_CONFLICT, "A session of this class is open. End it first, then put the class away."),
    Problem.NO_SUCH_TEACHER: (
        _BAD,
        "No teacher here has this name. Type it exactly as it stands at the top of their pages.",
    ),
    Problem.TEACHES_ALREADY: (_BAD, "{name} teaches this class already."),
    Problem.SESSION_OPEN: (_CONFLICT, "This class already has a session open. End it before you open another."),
    Problem.NO_PRACTICE: (_CONFLICT, "Practice is closed at the moment. Ask your teacher to open it."),
    Problem.LESSON_OPEN: (_CONFLICT, "Your class is playing now. Your page will take you there."),
    Problem.SESSION_NOT_IN_LOBBY: (_CONFLICT, "The games have begun, so the plan cannot be changed any more."),
    Problem.SESSION_NOT_RUNNING: (_CONFLICT, "The games are not going on at the moment."),
    Problem.SESSION_PAUSED: (_CONFLICT, "Your teacher has paused the game. Nothing was lost: go on in a moment."),
    Problem.TABLE_PAUSED: (_CONFLICT, "Your teacher has paused this table. Nothing was lost: go on in a moment."),
    Problem.SESSION_ENDED: (_CONFLICT, "This session has ended."),
    Problem.NOT_PRESENT: (_CONFLICT, "This student has not joined the session yet."),
    Problem.NOBODY_PRESENT: (_CONFLICT, "Nobody waits for a table. Show the class code, and let students sign in."),
    Problem.TABLE_SIZE: (
        _BAD,
        "Table {table} has {players} players, but a table seats {sizes}. Five make no even teams: try 3 and 2.",
    ),
    Problem.NO_SUCH_TABLE: (_BAD, "There is no such table."),
    Problem.NO_ROOM: (_CONFLICT, "Table {table} has no room for another student. Choose another table."),
    Problem.WAY_NOT_TAKEN: (
        _CONFLICT,
        "You chose another way to form tables. Press “Form new tables” to use it, or start with the tables shown.",
    ),
    Problem.TABLE_EMPTY: (_CONFLICT, "Everybody who sat at this table has left the class. There is nobody to play on."),
    Problem.NO_TABLES: (_CONFLICT, "There are no tables yet. Form tables first, then save them."),
    Problem.NO_LAST_TABLES: (_CONFLICT, "This class has not played yet. Form tables in another way."),
    Problem.NO_SUCH_STUDENT: (_BAD, "This student is not in the class. Choose one from the list."),
    Problem.NO_SUCH_ARRANGEMENT: (_BAD, "These tables are not saved any more. Form tables in another way."),
    Problem.ARRANGEMENT_TAKEN: (_BAD, "Tables are already saved as “{name}”. Choose another name, or delete those."),
    Problem.ARRANGEMENTS_FULL: (_BAD, "A class can have {longest} saved tables. Delete some that you do not use."),
    Problem.WISH_OF_ONE: (_BAD, "Choose two different students."),
    Problem.WANTED_APART: (
        _CONFLICT,
        "This would bring {first} and {second} to one table, and another wish wants them apart. Remove that one first.",
    ),
    Problem.WANTED_TOGETHER: (
        _CONFLICT,
        "This would part {first} and {second}, and other wishes bring them to one table. Remove one of those first.",
    ),
    Problem.WISHES_FULL: (_BAD, "A class can have {longest} wishes. Remove some that do not matter any more."),
    Problem.UNKNOWN_COLOR: (_BAD, "There is no such color. Choose one of the six."),
    Problem.COLOR_TWICE: (_BAD, "Two teams have the same color. Give each its own."),
    Problem.TEAM_NAME_TWICE: (_BAD, "Two teams have the same name. Give each its own."),
    Problem.BOARD_NOT_FILLED: (_BAD, "This deck cannot fill that board. Choose one of the boards offered with it."),
    Problem.UNKNOWN_DECK: (_BAD, "There is no such deck. Choose one from the list."),
    Problem.SKILLS_MISSING: (_BAD, "Choose at least one skill."),
    Problem.CARDS_MISSING: (_BAD, "Type at least one card."),
    Problem.CARDS_TOO_LONG: (
        _BAD,
        "This text has {signs} characters, and {longest} are the most that can be kept. Paste a shorter part of it.",
    ),
    Problem.DECKS_FULL: (_BAD, "You have {longest} decks. Delete one that you do not need any more."),
    Problem.LEVEL_MISSING: (_BAD, "Choose a level first."),
    Problem.GRADES: (_BAD, "The first grade must not be above the last. Choose the grades again."),
    Problem.FILE_NOT_READ: (
        _BAD,
        "This file cannot be read. In your spreadsheet choose Save as, and there CSV; then try that file.",
    ),
    Problem.NOT_SEATED: (403, "You do not sit at this table now. Your page will show where you are."),
    Problem.ALREADY_SEATED: (_CONFLICT, "This student already sits at a table."),
    Problem.SWAP_OF_ONE: (_BAD, "Choose two different students to swap."),
    Problem.NO_SEAT_TO_SWAP: (
        _CONFLICT,
        "{names} sits at no table now, so there is nothing to swap. Give out a bot’s seat, or open a new table.",
    ),
    Problem.DEVICE_LEAVES: (
        _CONFLICT,
        (
            "The device that goes round at table {table} is signed in by {names}, and nobody else there would have one."
            " Choose somebody else, or have another student of that table sign in on it first."
        ),
    ),
    Problem.SEAT_TAKEN: (_CONFLICT, "Another student sits there. Hand the seat to a bot first."),
    Problem.NO_SUCH_SEAT: (_BAD, "This table has no such seat."),
    Problem.STALE: (_CONFLICT, "The board has changed. Look again, then play."),
    Problem.IDEMPOTENCY_KEY_REUSED: (
        _CONFLICT,
        "This page was used twice for two moves. Look at the board, then play again.",
    ),
    Problem.GAME_NOT_OVER: (_CONFLICT, "This is possible when the game is over."),
    Problem.NEXT_GAME_BEGUN: (_CONFLICT, "This table has begun its next game. Make the change there."),
    Problem.NO_TABLE_TALK: (_CONFLICT, "This session is played without the table-talk rule."),
    Problem.WHOLE_CLASS: (_CONFLICT, "The whole class plays at one board here. Nobody has a seat, and no bot plays."),
    Problem.SESSION_NOT_OVER: (_CONFLICT, "This session is still going on. End it first."),
    Problem.TICKET_LENGTH: (_BAD, "Choose how long the exit ticket takes: one of the times offered."),
    Problem.NO_TICKET: (_CONFLICT, "Playing cards ask no equations, so there is no exit ticket."),
    Problem.TICKET_CLOSED: (_CONFLICT, "The exit ticket is closed. What you answered is kept."),
    Problem.TICKET_NOT_STARTED: (_CONFLICT, "First press Start. Your time begins then."),
    Problem.TICKET_PAGE_OLD: (_CONFLICT, "That page was old. Here is your question."),
    Problem.TICKET_TIME_UP: (_CONFLICT, "Your time was over just before that answer. What you answered is kept."),
}

_WAITS: Mapping[Problem, tuple[str, str]] = {
    Problem.TOO_MANY_TRIES: (
        "Too many wrong tries. Wait a minute, or ask for help.",
        "Too many wrong tries for today. Ask for help.",
    ),
    Problem.TOO_MANY_ON_DEVICE: (
        "Too many wrong tries on this device. Use another device, or wait a minute.",
        "Too many wrong tries on this device today. Use another device.",
    ),
}
"""The sentences for a wait of one minute, and for one of more than an hour."""

REASONS: Mapping[IllegalReason, str] = {
    IllegalReason.GAME_OVER: "The game is over.",
    IllegalReason.NOT_YOUR_TURN: "It is not your turn yet.",
    IllegalReason.CARD_NOT_IN_HAND: "You do not hold this card.",
    IllegalReason.SPACE_TAKEN: "There is a chip on this space already. Choose an open one.",
    IllegalReason.FREE_SPACE: "The corner is free for everybody. Choose another space.",
    IllegalReason.OWN_CHIP: "This chip is your own team's. Take one of another team.",
    IllegalReason.NO_CHIP: "There is no chip to take here.",
    IllegalReason.LOCKED_CHIP: "This chip is part of a sequence. It stays.",
    IllegalReason.WRONG_SPACE: "This card does not belong on that space.",
    IllegalReason.NOT_DEAD: "This card is not dead: a space for it is open.",
    IllegalReason.NOT_DEAD_KIND: "A card like this is never dead.",
    IllegalReason.ALREADY_EXCHANGED: "You can turn in one dead card in a turn.",
    IllegalReason.CAN_STILL_PLAY: "You can still do something. Look at your cards again.",
    IllegalReason.CARD_OWED: "Take your card first.",
    IllegalReason.NOTHING_OWED: "There is no card for you to take now.",
    IllegalReason.FORFEIT_DUE: "First give up a card: your team talked about the game.",
    IllegalReason.NO_FORFEIT_DUE: "You have no card to give up.",
    IllegalReason.NOT_SOLVED: "First solve this card: give its answer.",
    IllegalReason.UNSOLVED_CARD: "First solve all your cards. Then look again.",
    IllegalReason.ALREADY_SOLVED: "You have solved this card already. Play it when you like.",
    IllegalReason.NO_EQUATION: "There is nothing to solve on this card.",
    IllegalReason.NO_SOLVING: "Here you answer by playing the card on its number.",
    IllegalReason.WRONG_LENGTH: "That number is too long. Try a shorter one.",
}
_ANY_REASON = "This move is not possible. Look at the board, then try again."


def sentence_of(error: ProblemError | IllegalMoveError) -> str:
    """The sentence to show."""
    if isinstance(error, IllegalMoveError):
        return REASONS.get(error.reason, _ANY_REASON)
    facts = dict(error.facts)
    if isinstance(sizes := facts.get("sizes"), tuple):
        facts["sizes"] = any_of(sizes)
    if isinstance(names := facts.get("names"), tuple):
        facts["names"] = ", ".join(map(isolated, names))
    if error.problem in _WAITS:
        return _wait_sentence(error.problem, facts["minutes"])
    if error.problem is Problem.TABLE_SIZE and "table" not in facts:
        return "A table seats {sizes} players.".format_map(facts)
    return PROBLEMS[error.problem][1].format_map(facts)


def _wait_sentence(problem: Problem, minutes: object) -> str:
    a_minute, a_day = _WAITS[problem]
    if minutes == 1:
        return a_minute
    if isinstance(minutes, int) and minutes > 60:
        return a_day
    return PROBLEMS[problem][1].format(minutes=minutes)


def status_of(error: ProblemError | IllegalMoveError) -> int:
    """The HTTP status to answer with."""
    return _BAD if isinstance(error, IllegalMoveError) else PROBLEMS[error.problem][0]
