"""Why a service refuses: a closed set, from which the pages choose their sentences."""

from __future__ import annotations

from enum import StrEnum


class Problem(StrEnum):
    """One way in which a wish cannot be fulfilled. Nothing was changed."""

    WRONG_SECRET = "wrong_secret"  # noqa: S105  not a password
    """Name and password, or student and PIN, or a token do not match."""
    TOO_MANY_TRIES = "too_many_tries"
    UNKNOWN_CODE = "unknown_code"
    CLASS_NOT_OPEN = "class_not_open"
    """The class has no session going on, so its names are not shown."""
    NO_PIN = "no_pin"
    """No login card was printed for this student yet."""
    CARDS_OUTDATED = "cards_outdated"
    """The order for login cards is old, and newer cards may have been made since."""
    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_NOT_TEXT = "name_not_text"
    """Control characters, or nothing that can be read."""
    NAME_TAKEN = "name_taken"
    ROSTER_TOO_LONG = "roster_too_long"
    CLASS_FULL = "class_full"
    PASSWORD_TOO_SHORT = "password_too_short"  # noqa: S105  not a password
    PASSWORD_TOO_LONG = "password_too_long"  # noqa: S105  not a password
    PASSWORD_TOO_COMMON = "password_too_common"  # noqa: S105  not a password
    SETUP_DONE = "setup_done"
    SESSION_OPEN = "session_open"
    """The class already has a session that has not ended."""
    NO_PRACTICE = "no_practice"
    """The teacher does not let the class practise alone."""
    LESSON_OPEN = "lesson_open"
    """The class has a lesson, so nobody practises alone."""
    SESSION_NOT_IN_LOBBY = "session_not_in_lobby"
    SESSION_NOT_RUNNING = "session_not_running"
    SESSION_PAUSED = "session_paused"
    SESSION_ENDED = "session_ended"
    NOT_PRESENT = "not_present"
    """The student has not joined this session."""
    NOBODY_PRESENT = "nobody_present"
    TABLE_SIZE = "table_size"
    """So many cannot play at a table: five cannot be split into even teams (D1)."""
    NO_SUCH_TABLE = "no_such_table"
    BOARD_NOT_FILLED = "board_not_filled"
    """The deck has too few answers for this board."""
    UNKNOWN_DECK = "unknown_deck"
    SKILLS_MISSING = "skills_missing"
    """A deck of skills without any, or with one that there is not."""
    CARDS_MISSING = "cards_missing"
    CARDS_TOO_LONG = "cards_too_long"
    DECKS_FULL = "decks_full"
    FILE_NOT_READ = "file_not_read"
    """It is no text."""
    GRADES = "grades"
    """The lowest grade lies above the highest."""
    NOT_SEATED = "not_seated"
    """The mover does not sit at this table."""
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_SEAT = "no_such_seat"
    STALE = "stale"
    """The board has changed since the page was drawn."""
    KEY_REUSED = "key_reused"
    """The same key came with another move."""
    GAME_NOT_OVER = "game_not_over"
    NEXT_GAME_BEGUN = "next_game_begun"
    """The table plays its next game already; this one can no longer be changed."""
    NO_TABLE_TALK = "no_table_talk"


class ProblemError(Exception):
    """A wish refused, for `problem`; `facts` fill in its sentence (a limit, a name)."""

    def __init__(self, problem: Problem, **facts: object) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.facts = facts
