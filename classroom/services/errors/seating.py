"""Why a service rejects a request about tables, seating rules, and teams before a game."""

from __future__ import annotations

from classroom.services.errors.base import CONFLICT, INVALID, ErrorCode


class SeatingErrorCode(ErrorCode):
    """Errors about tables, seating rules, and teams before a game."""

    NO_SUCH_TABLE = "no_such_table"
    METHOD_NOT_APPLIED = "method_not_applied", CONFLICT
    """Another forming method was chosen than the one that formed the tables."""
    NO_TABLES = "no_tables", CONFLICT
    """No tables are planned yet."""
    NO_LAST_TABLES = "no_last_tables", CONFLICT
    """The class has not had a session with games."""
    NO_SUCH_STUDENT = "no_such_student"
    """Not of this class."""
    NO_SUCH_SAVED_TABLES = "no_such_saved_tables"
    SAVED_TABLES_NAME_TAKEN = "saved_tables_name_taken", INVALID, "name"
    """Tables are saved under this name already."""
    SAVED_TABLES_FULL = "saved_tables_full", INVALID, "name"
    RULE_OF_ONE_STUDENT = "rule_of_one_student", INVALID, "second"
    """A seating rule about one student twice."""
    RULE_KEEPS_APART = "rule_keeps_apart", CONFLICT, "second"
    """A new rule would bring two students together whom another rule keeps apart."""
    RULE_KEEPS_TOGETHER = "rule_keeps_together", CONFLICT, "second"
    """A new rule would part two students whom other rules keep together."""
    RULES_FULL = "rules_full", INVALID, "second"
    UNKNOWN_COLOR = "unknown_color"
    COLOR_TWICE = "color_twice"
    """Two teams of a table would wear one color."""
    TEAM_NAME_TWICE = "team_name_twice"
