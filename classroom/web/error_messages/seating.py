"""Messages for errors about tables, seating rules, and teams before a game."""

from __future__ import annotations

from classroom.services.errors import SeatingErrorCode
from classroom.web.error_messages.formats import Messages

TEACHER: Messages = {
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
}

STUDENT: Messages = {}
