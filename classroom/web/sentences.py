"""What people read when something is refused: one sentence for each reason, and its HTTP status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.presenters.words import any_of
from classroom.services.problems import Problem, ProblemError
from engine import Reason, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

_BAD = 422
_CONFLICT = 409

PROBLEMS: Mapping[Problem, tuple[int, str]] = {
    Problem.WRONG_SECRET: (_BAD, "That is not right. Look again, and try once more."),
    Problem.TOO_MANY_TRIES: (429, "Too many wrong tries. Wait {minutes} minutes, or ask for help."),
    Problem.UNKNOWN_CODE: (_BAD, "No class has this code. Look at the board again: it has 6 letters and digits."),
    Problem.CLASS_NOT_OPEN: (_CONFLICT, "This class is not playing now. Ask your teacher to start the session."),
    Problem.NO_PIN: (_CONFLICT, "You have no login card yet. Ask your teacher to print one."),
    Problem.CARDS_OUTDATED: (
        _CONFLICT,
        "This page is old, and newer cards may have been made since. Nothing was changed: open the cards page again.",
    ),
    Problem.NAME_EMPTY: (_BAD, "Please give a name."),
    Problem.NAME_TOO_LONG: (_BAD, "This name is too long. {longest} signs are enough."),
    Problem.NAME_NOT_TEXT: (_BAD, "This name has signs in it that cannot be shown. Please type it again."),
    Problem.NAME_TAKEN: (_BAD, "This name is already there. Add an initial to tell the two apart."),
    Problem.ROSTER_TOO_LONG: (_BAD, "This list has {lines} lines. Paste at most {longest} at a time."),
    Problem.CLASS_FULL: (_BAD, "A class can have {longest} students. Make a second class for the others."),
    Problem.PASSWORD_TOO_SHORT: (_BAD, "Please use at least {shortest} signs for the password."),
    Problem.PASSWORD_TOO_LONG: (_BAD, "Please use at most {longest} signs for the password."),
    Problem.PASSWORD_TOO_COMMON: (_BAD, "Too many people use this password. Please choose another."),
    Problem.SETUP_DONE: (_CONFLICT, "The set-up is done already. Sign in with the account made then."),
    Problem.SESSION_OPEN: (_CONFLICT, "This class already has a session open. End it before you open another."),
    Problem.NO_PRACTICE: (_CONFLICT, "Practice is closed at the moment. Ask your teacher to open it."),
    Problem.LESSON_OPEN: (_CONFLICT, "Your class is playing now. Your page will take you there."),
    Problem.SESSION_NOT_IN_LOBBY: (_CONFLICT, "The games have begun, so the plan cannot be changed any more."),
    Problem.SESSION_NOT_RUNNING: (_CONFLICT, "The games are not going on at the moment."),
    Problem.SESSION_PAUSED: (_CONFLICT, "Your teacher has paused the game. Nothing was lost: go on in a moment."),
    Problem.SESSION_ENDED: (_CONFLICT, "This session has ended."),
    Problem.NOT_PRESENT: (_CONFLICT, "This student has not joined the session yet."),
    Problem.NOBODY_PRESENT: (_CONFLICT, "Nobody waits for a table. Show the class code, and let students sign in."),
    Problem.TABLE_SIZE: (
        _BAD,
        "Table {table} has {players} players, but a table seats {sizes}. Five make no even teams: try 3 and 2.",
    ),
    Problem.NO_SUCH_TABLE: (_BAD, "There is no such table."),
    Problem.BOARD_NOT_FILLED: (_BAD, "This deck cannot fill that board. Choose one of the boards offered with it."),
    Problem.UNKNOWN_DECK: (_BAD, "There is no such deck. Choose one from the list."),
    Problem.SKILLS_MISSING: (_BAD, "Choose at least one skill."),
    Problem.CARDS_MISSING: (_BAD, "Type at least one card."),
    Problem.CARDS_TOO_LONG: (
        _BAD,
        "This text has {signs} signs, and {longest} are the most that can be kept. Paste a shorter part of it.",
    ),
    Problem.DECKS_FULL: (_BAD, "You have {longest} decks. Delete one that you do not need any more."),
    Problem.GRADES: (_BAD, "The first grade must not be above the last. Choose the grades again."),
    Problem.FILE_NOT_READ: (
        _BAD,
        "This file cannot be read. In your spreadsheet choose Save as, and there CSV; then try that file.",
    ),
    Problem.NOT_SEATED: (403, "You do not sit at this table now. Your page will show where you are."),
    Problem.ALREADY_SEATED: (_CONFLICT, "This student already sits at a table."),
    Problem.SEAT_TAKEN: (_CONFLICT, "Another student sits there. Hand the seat to a bot first."),
    Problem.NO_SUCH_SEAT: (_BAD, "This table has no such seat."),
    Problem.STALE: (_CONFLICT, "The board has changed. Look again, then play."),
    Problem.KEY_REUSED: (_CONFLICT, "This page was used twice for two moves. Look at the board, then play again."),
    Problem.GAME_NOT_OVER: (_CONFLICT, "This is possible when the game is over."),
    Problem.NEXT_GAME_BEGUN: (_CONFLICT, "This table has begun its next game. Make the change there."),
    Problem.NO_TABLE_TALK: (_CONFLICT, "This session is played without the table-talk rule."),
}

REASONS: Mapping[Reason, str] = {
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is not your turn yet.",
    Reason.CARD_NOT_IN_HAND: "You do not hold this card.",
    Reason.SPACE_TAKEN: "There is a chip on this space already. Choose an open one.",
    Reason.FREE_SPACE: "The corner is free for everybody. Choose another space.",
    Reason.OWN_CHIP: "This chip is your own team's. Take one of another team.",
    Reason.NO_CHIP: "There is no chip to take here.",
    Reason.LOCKED_CHIP: "This chip is part of a sequence. It stays.",
    Reason.WRONG_SPACE: "This card does not belong on that space.",
    Reason.NOT_DEAD: "This card is not dead: a space for it is open.",
    Reason.NOT_DEAD_KIND: "A card like this is never dead.",
    Reason.ALREADY_EXCHANGED: "You can turn in one dead card in a turn.",
    Reason.CAN_STILL_PLAY: "You can still do something. Look at your cards again.",
    Reason.CARD_OWED: "Take your card first.",
    Reason.NOTHING_OWED: "There is no card for you to take now.",
    Reason.FORFEIT_DUE: "First give up a card: your team talked about the game.",
    Reason.NO_FORFEIT_DUE: "You have no card to give up.",
    Reason.NOT_SOLVED: "First solve this card: give its answer.",
    Reason.UNSOLVED_CARD: "First solve all your cards. Then look again.",
    Reason.ALREADY_SOLVED: "You have solved this card already. Play it when you like.",
    Reason.NO_EQUATION: "There is nothing to solve on this card.",
    Reason.NO_SOLVING: "Here you answer by playing the card on its number.",
    Reason.WRONG_LENGTH: "That number is too long. Try a shorter one.",
}
_ANY_REASON = "This move is not possible. Look at the board, then try again."


def sentence_of(error: ProblemError | Refused) -> str:
    """The sentence to show."""
    if isinstance(error, Refused):
        return REASONS.get(error.reason, _ANY_REASON)
    facts = dict(error.facts)
    if isinstance(sizes := facts.get("sizes"), tuple):
        facts["sizes"] = any_of(sizes)
    if error.problem is Problem.TOO_MANY_TRIES and facts.get("minutes") == 1:
        return "Too many wrong tries. Wait a minute, or ask for help."
    if error.problem is Problem.TABLE_SIZE and "table" not in facts:
        return "A table seats {sizes} players.".format_map(facts)
    return PROBLEMS[error.problem][1].format_map(facts)


def status_of(error: ProblemError | Refused) -> int:
    """The HTTP status to answer with."""
    return _BAD if isinstance(error, Refused) else PROBLEMS[error.problem][0]
