"""Messages for errors about class sessions and what they are made of: tables, settings, decks."""

from __future__ import annotations

from classroom.services.errors import DeckErrorCode, SeatingErrorCode, SessionErrorCode, SettingsErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    SessionErrorCode.SESSION_OPEN: "This class already has an open session. End it before you open another.",
    SessionErrorCode.SESSION_NOT_IN_LOBBY: "The games have started, so the tables can't change anymore.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games aren't running right now.",
    SessionErrorCode.SESSION_PAUSED: "The games are paused. Resume them first.",
    SessionErrorCode.SESSION_ENDED: "This session has ended. Start a new one to play again.",
    SessionErrorCode.SESSION_NOT_OVER: "This session is still open. End it first.",
    SessionErrorCode.NOT_PRESENT: "This student has not joined the session yet.",
    SessionErrorCode.NO_STUDENT_WAITING: (
        "No one is waiting for a table. Show the class code, and let students sign in."
    ),
    SessionErrorCode.NO_ROOM: "Table %(table)s has no room for another student. Choose another table.",
    SessionErrorCode.TABLE_SIZE: (
        "Table %(table)s has %(players)s players, but a table seats %(sizes)s. Five make no even teams: try 3 and 2."
    ),
    SessionErrorCode.TABLE_EMPTY: "Everyone at this table has left the class, so no one can play on.",
    SeatingErrorCode.NO_SUCH_TABLE: "There is no such table.",
    SeatingErrorCode.METHOD_NOT_APPLIED: (
        "You chose another way to form tables. Press “Form new tables” to use it, or start with the tables shown."
    ),
    SeatingErrorCode.NO_TABLES: "There are no tables yet. Form tables first, then save them.",
    SeatingErrorCode.NO_LAST_TABLES: "This class has not played yet. Form tables in another way.",
    SeatingErrorCode.NO_SUCH_STUDENT: "This student is not in the class. Choose one from the list.",
    SeatingErrorCode.NO_SUCH_SAVED_TABLES: "These saved tables no longer exist. Form tables in another way.",
    SeatingErrorCode.SAVED_TABLES_NAME_TAKEN: (
        "Tables are already saved as “%(name)s”. Choose another name, or delete those."
    ),
    SeatingErrorCode.SAVED_TABLES_FULL: "A class can have %(longest)s saved tables. Delete some that you do not use.",
    SeatingErrorCode.RULE_OF_ONE_STUDENT: "Choose two different students.",
    SeatingErrorCode.RULE_KEEPS_APART: "Another rule keeps %(first)s and %(second)s apart. Remove that rule first.",
    SeatingErrorCode.RULE_KEEPS_TOGETHER: "Other rules keep %(first)s and %(second)s together. Remove one first.",
    SeatingErrorCode.RULES_FULL: "A class can have up to %(longest)s seating rules. Remove one you don't need.",
    SeatingErrorCode.UNKNOWN_COLOR: "There is no such color. Choose one of the six.",
    SeatingErrorCode.COLOR_TWICE: "Two teams have the same color. Give each its own.",
    SeatingErrorCode.TEAM_NAME_TWICE: "Two teams have the same name. Give each its own.",
    SettingsErrorCode.TABLE_SIZE: "A table seats %(sizes)s players.",
    SettingsErrorCode.BOARD_NOT_FILLED: "This deck cannot fill that board. Choose one of the boards offered with it.",
    SettingsErrorCode.UNKNOWN_DECK: "There is no such deck. Choose one from the list.",
    SettingsErrorCode.GRADES: "The first grade must not be above the last. Choose the grades again.",
    DeckErrorCode.SKILLS_MISSING: "Choose at least one skill.",
    DeckErrorCode.CARDS_MISSING: "Type at least one card.",
    DeckErrorCode.CARDS_TOO_LONG: (
        "This text has %(signs)s characters, and %(longest)s are the most that can be kept. Paste a shorter part of it."
    ),
    DeckErrorCode.DECKS_FULL: "You have %(longest)s decks. Delete one that you do not need any more.",
}

STUDENT: Messages = {
    SessionErrorCode.NO_PRACTICE: "Practice is closed right now. Ask your teacher to open it.",
    SessionErrorCode.CLASS_IS_PLAYING: "Your class is playing now. Your page will take you there.",
    SessionErrorCode.SESSION_NOT_RUNNING: "The games aren't running right now. Wait for your teacher.",
    SessionErrorCode.SESSION_PAUSED: "Your teacher paused the game. Your cards are safe.",
    SessionErrorCode.SESSION_ENDED: "Your class has stopped playing.",
    SessionErrorCode.TABLE_EMPTY: "Everyone at this table has left. Ask your teacher for a seat.",
    SettingsErrorCode.TABLE_SIZE: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.BOARD_NOT_FILLED: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.UNKNOWN_DECK: "These cards can't be played. Ask your teacher.",
    SettingsErrorCode.GRADES: "These cards can't be played. Ask your teacher.",
    DeckErrorCode.SKILLS_MISSING: "These cards can't be played. Ask your teacher.",
    DeckErrorCode.CARDS_MISSING: "These cards can't be played. Ask your teacher.",
    DeckErrorCode.CARDS_TOO_LONG: "These cards can't be played. Ask your teacher.",
}
