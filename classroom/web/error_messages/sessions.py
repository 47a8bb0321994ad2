"""Messages for errors about class sessions, tables, settings, and decks."""

from __future__ import annotations

from classroom.i18n import lazy_gettext, lazy_pgettext
from classroom.services.errors import DeckErrorCode, SeatingErrorCode, SessionErrorCode, SettingsErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
    SessionErrorCode.SESSION_OPEN: lazy_gettext(
        "This class already has an open session. End it before you open another."
    ),
    SessionErrorCode.SESSION_NOT_IN_LOBBY: lazy_gettext(
        "The games have started, so tables and settings can’t change anymore."
    ),
    SessionErrorCode.SESSION_NOT_RUNNING: lazy_gettext("The games aren’t running right now."),
    SessionErrorCode.SESSION_PAUSED: lazy_gettext("The games are paused. Resume them first."),
    SessionErrorCode.SESSION_ENDED: lazy_gettext("This session has ended. Start a new one to play again."),
    SessionErrorCode.SESSION_NOT_OVER: lazy_gettext("This session is still open. End it first."),
    SessionErrorCode.NOT_PRESENT: lazy_gettext("This student hasn’t joined the session yet."),
    SessionErrorCode.NO_STUDENT_WAITING: lazy_gettext(
        "No one is waiting for a table. Show the class code so students can sign in."
    ),
    SessionErrorCode.NO_ROOM: lazy_gettext("Table %(table)s has no room for another student. Choose another table."),
    SessionErrorCode.TABLE_SIZE: lazy_gettext(
        "Table %(table)s has %(players)s players, but a table can have %(sizes)s. Move a student, or split the table."
    ),
    SessionErrorCode.TABLE_EMPTY: lazy_gettext("Everyone at this table has left the class, so no one can play there."),
    SeatingErrorCode.NO_SUCH_TABLE: lazy_gettext("This table no longer exists. Choose one from the list."),
    SeatingErrorCode.METHOD_NOT_APPLIED: lazy_gettext(
        "You chose another way to form tables. Press “Form new tables” to use it, or start with the tables shown."
    ),
    SeatingErrorCode.NO_TABLES: lazy_gettext("There are no tables yet. Form tables first, then save them."),
    SeatingErrorCode.NO_LAST_TABLES: lazy_gettext("This class has not played yet. Form tables in another way."),
    SeatingErrorCode.NO_SUCH_STUDENT: lazy_gettext("This student isn’t in the class. Choose one from the list."),
    SeatingErrorCode.NO_SUCH_SAVED_TABLES: lazy_gettext(
        "These saved tables no longer exist. Form tables in another way."
    ),
    SeatingErrorCode.SAVED_TABLES_NAME_TAKEN: lazy_gettext(
        "Tables named “%(name)s” already exist. Choose another name, or delete the old ones."
    ),
    SeatingErrorCode.SAVED_TABLES_FULL: lazy_gettext(
        "A class can have up to %(longest)s saved tables. Delete one you don’t need."
    ),
    SeatingErrorCode.RULE_OF_ONE_STUDENT: lazy_gettext("Choose two different students."),
    SeatingErrorCode.RULE_KEEPS_APART: lazy_gettext(
        "Another rule keeps %(first)s and %(second)s apart. Remove that rule first."
    ),
    SeatingErrorCode.RULE_KEEPS_TOGETHER: lazy_gettext(
        "Other rules keep %(first)s and %(second)s together. Remove one first."
    ),
    SeatingErrorCode.RULES_FULL: lazy_gettext(
        "A class can have up to %(longest)s seating rules. Remove one you don’t need."
    ),
    SeatingErrorCode.UNKNOWN_COLOR: lazy_gettext("This color isn’t available. Choose one of the six."),
    SeatingErrorCode.COLOR_TWICE: lazy_gettext("Two teams have the same color. Choose a different one for each team."),
    SeatingErrorCode.TEAM_NAME_TWICE: lazy_gettext(
        "Two teams have the same name. Choose a different one for each team."
    ),
    SettingsErrorCode.TABLE_SIZE: lazy_gettext("A table can have %(sizes)s players. Choose one of these."),
    SettingsErrorCode.BOARD_NOT_FILLED: lazy_gettext(
        "This deck doesn’t fill that board. Choose a board listed with the deck."
    ),
    SettingsErrorCode.UNKNOWN_DECK: lazy_gettext("This deck no longer exists. Choose one from the list."),
    SettingsErrorCode.GRADES: lazy_gettext("The first grade must not be above the last. Choose the grades again."),
    DeckErrorCode.SKILLS_MISSING: lazy_gettext("Choose at least one skill."),
    DeckErrorCode.CARDS_MISSING: lazy_gettext("Type at least one card."),
    DeckErrorCode.CARDS_TOO_LONG: lazy_gettext(
        "This text has %(signs)s characters; the limit is %(longest)s. Paste a shorter part."
    ),
    DeckErrorCode.DECKS_FULL: lazy_gettext(
        "You have %(longest)s decks, which is the limit. Delete one you don’t need."
    ),
}

STUDENT: Messages = {
    SessionErrorCode.NO_PRACTICE: lazy_pgettext(
        "student", "Practice is closed right now. Ask your teacher to open it."
    ),
    SessionErrorCode.CLASS_IS_PLAYING: lazy_pgettext(
        "student", "Your class is playing now. Your page will take you there."
    ),
    SessionErrorCode.SESSION_NOT_RUNNING: lazy_pgettext(
        "student", "The games aren’t on right now. Wait for your teacher."
    ),
    SessionErrorCode.SESSION_PAUSED: lazy_pgettext("student", "Your teacher paused the game. Your cards are safe."),
    SessionErrorCode.SESSION_ENDED: lazy_pgettext("student", "Your class has stopped playing."),
    SessionErrorCode.TABLE_EMPTY: lazy_pgettext(
        "student", "Everyone at this table has left. Ask your teacher for a seat."
    ),
    SettingsErrorCode.TABLE_SIZE: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    SettingsErrorCode.BOARD_NOT_FILLED: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    SettingsErrorCode.UNKNOWN_DECK: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    SettingsErrorCode.GRADES: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    DeckErrorCode.SKILLS_MISSING: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    DeckErrorCode.CARDS_MISSING: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
    DeckErrorCode.CARDS_TOO_LONG: lazy_pgettext("student", "You can’t play with these cards. Ask your teacher."),
}
