"""Errors of the engine: closed sets of reasons, and the exceptions that carry them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class SetupReason(StrEnum):
    """Why a table cannot be set up."""

    UNKNOWN_EDITION = "unknown_edition"
    PLAYER_COUNT = "player_count"
    """Only even teams can play; five players, for one, cannot be split (D1)."""
    TEAM_COUNT = "team_count"
    TEAMS_NOT_ALTERNATING = "teams_not_alternating"
    DEALER = "dealer"
    BOARD_SIZE = "board_size"
    BOARD_SHAPE = "board_shape"
    """The rows differ in length, or the free spaces are not the four corners."""
    BOARD_LABELS = "board_labels"
    """A label is not on exactly two spaces, or the edition prints another board."""
    DECK_CANNOT_FILL_BOARD = "deck_cannot_fill_board"
    HAND_SIZE = "hand_size"
    SEQUENCES_TO_WIN = "sequences_to_win"
    TRIES = "tries"
    SOLVE_AHEAD = "solve_ahead"
    """Solving ahead (D10) needs answers that a number pad can give; playing cards have none."""
    CARDS = "cards"
    """A card has no face, an id that another one has, or a label where none belongs."""
    DECK_ORDER = "deck_order"
    """The drawing order does not hold every card once."""
    DECK_TOO_SMALL = "deck_too_small"
    """The deck does not hold the deal and one further card for each seat (D4)."""


class SetupError(ValueError):
    """A table that the rules do not allow; `detail` says in plain words what is wrong."""

    def __init__(self, reason: SetupReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class IllegalReason(StrEnum):
    """Why a move is illegal: one reason for each way to be wrong."""

    NOT_A_MOVE = "not_a_move"
    """A miss, a face, or a reshuffle is an event, but not a move."""
    GAME_OVER = "game_over"
    RESHUFFLE_DUE = "reshuffle_due"
    NO_RESHUFFLE_DUE = "no_reshuffle_due"
    WRONG_RESHUFFLE = "wrong_reshuffle"
    """The new drawing order does not hold every discarded card once."""
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_TEAM = "no_such_team"
    NO_SUCH_SPACE = "no_such_space"
    NOT_YOUR_TURN = "not_your_turn"
    FORFEIT_DUE = "forfeit_due"
    """The seat gives up a card before it does anything else on its turn (D6)."""
    NO_FORFEIT_DUE = "no_forfeit_due"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    WRONG_CARD_KIND = "wrong_card_kind"
    """A removal card is placed, or another card is used to remove."""
    FREE_SPACE = "free_space"
    SPACE_TAKEN = "space_taken"
    NO_CHIP = "no_chip"
    OWN_CHIP = "own_chip"
    LOCKED_CHIP = "locked_chip"
    NOT_DEAD_KIND = "not_dead_kind"
    """A wild or a removal card is never dead."""
    ALREADY_EXCHANGED = "already_exchanged"
    WRONG_SPACE = "wrong_space"
    """The card does not belong there; where answers are given, judging makes it a miss."""
    NOT_DEAD = "not_dead"
    """A space of the card is open; where answers are given, judging makes it a miss."""
    NOT_A_MISS = "not_a_miss"
    """A miss is claimed of an answer that is right."""
    NO_MISSES = "no_misses"
    """No answer is given on this board: the edition knows none, or cards are solved ahead."""
    NO_SOLVING = "no_solving"
    """Cards are answered on the board here, not ahead."""
    NO_EQUATION = "no_equation"
    """The card asks nothing: a wild or a removal card, or a playing card."""
    NOT_SOLVED = "not_solved"
    """The card is neither played nor traded in before its holder has solved it (D10)."""
    ALREADY_SOLVED = "already_solved"
    UNSOLVED_CARD = "unsolved_card"
    """The seat does not pass before every match card in its hand is solved (D10)."""
    NO_FACE_DUE = "no_face_due"
    """The latest event did not draw this card, or it has its face already."""
    WRONG_LENGTH = "wrong_length"
    """An answer of too many digits, or a face that has none or too many characters."""
    CAN_STILL_PLAY = "can_still_play"
    """There is a play or a dead card; which of them is not told."""
    CARD_OWED = "card_owed"
    """The seat takes the card that it is owed before it may pass (D3)."""
    NOTHING_OWED = "nothing_owed"
    WRONG_OUTCOME = "wrong_outcome"
    """A record claims an outcome that its events do not give."""


class IllegalMoveError(ValueError):
    """A move or event that the rules do not allow in this position."""

    def __init__(self, reason: IllegalReason) -> None:
        super().__init__(f"refused: {reason.value.replace('_', ' ')}")
        self.reason = reason


class NotationError(ValueError):
    """A text or a JSON value that names no space or no event."""


class RecordError(ValueError):
    """A document that is no complete, well-formed record of a game."""


class IllegalRecordError(ValueError):
    """A well-formed record that breaks a rule: the first such event, and why.

    The event as in the record; None means the outcome claimed at the end.
    """

    def __init__(self, index: int, event: dict[str, Any] | None, reason: IllegalReason) -> None:
        super().__init__(f"event {index}: {event or 'outcome'}: {reason.value.replace('_', ' ')}")
        self.index = index
        self.event = event
        self.reason = reason
