"""Why a service rejects a request about class sessions and what they are made of: tables, settings, decks."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, INVALID, ErrorCode


class SessionErrorCode(ErrorCode):
    SESSION_OPEN = "session_open", CONFLICT
    """The class already has an open session."""
    NO_PRACTICE = "no_practice", CONFLICT
    """The teacher doesn't allow practice."""
    CLASS_IS_PLAYING = "class_is_playing", CONFLICT
    """During a session, students can't practice."""
    SESSION_NOT_IN_LOBBY = "session_not_in_lobby", CONFLICT
    SESSION_NOT_RUNNING = "session_not_running", CONFLICT
    SESSION_PAUSED = "session_paused", CONFLICT
    SESSION_ENDED = "session_ended", CONFLICT
    SESSION_NOT_OVER = "session_not_over", CONFLICT
    NOT_PRESENT = "not_present", CONFLICT
    """The student has not joined this session."""
    NO_STUDENT_WAITING = "no_student_waiting", CONFLICT
    NO_ROOM = "no_room", CONFLICT
    """The next game of a table has no room for another student."""
    TABLE_SIZE = "table_of_wrong_size"
    """A table of the plan has a number of players that can't form even teams (D1)."""
    TABLE_EMPTY = "table_empty", CONFLICT
    """Everyone at the table has left the class."""


class SeatingErrorCode(ErrorCode):
    """Errors about tables, seating rules, and teams before a game."""

    NO_SUCH_TABLE = "no_such_table"
    METHOD_NOT_APPLIED = "method_not_applied", CONFLICT
    """The chosen forming method differs from the one that formed the tables."""
    NO_TABLES = "no_tables", CONFLICT
    """No tables are planned."""
    NO_LAST_TABLES = "no_last_tables", CONFLICT
    """The class has had no session with games."""
    NO_SUCH_STUDENT = "no_such_student"
    """A student is not in this class."""
    NO_SUCH_SAVED_TABLES = "no_such_saved_tables"
    SAVED_TABLES_NAME_TAKEN = "saved_tables_name_taken", INVALID, "name"
    """Saved tables already have this name."""
    SAVED_TABLES_FULL = "saved_tables_full", INVALID, "name"
    RULE_OF_ONE_STUDENT = "rule_of_one_student", INVALID, "second"
    """A seating rule names the same student twice."""
    RULE_KEEPS_APART = "rule_keeps_apart", CONFLICT, "second"
    """A new rule would put together two students whom another rule keeps apart."""
    RULE_KEEPS_TOGETHER = "rule_keeps_together", CONFLICT, "second"
    """A new rule would separate two students whom other rules keep together."""
    RULES_FULL = "rules_full", INVALID, "second"
    UNKNOWN_COLOR = "unknown_color"
    COLOR_TWICE = "color_twice"
    """Two teams of a table would have the same color."""
    TEAM_NAME_TWICE = "team_name_twice"


class SettingsErrorCode(ErrorCode):
    TABLE_SIZE = "table_size", INVALID, "table_size"
    """This table size can't be played."""
    BOARD_NOT_FILLED = "board_not_filled", INVALID, "cards"
    """The deck has too few answers for this board."""
    UNKNOWN_DECK = "unknown_deck", INVALID, "cards"
    GRADES = "grades", INVALID, "lowest_grade"
    """The lowest grade is above the highest."""


class DeckErrorCode(ErrorCode):
    SKILLS_MISSING = "skills_missing", INVALID, "skills"
    """A skills deck without skills, or with an unknown one."""
    CARDS_MISSING = "cards_missing", INVALID, "cards"
    CARDS_TOO_LONG = "cards_too_long", INVALID, "cards"
    DECKS_FULL = "decks_full", INVALID, "title"
