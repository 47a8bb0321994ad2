"""Errors of the engine: enums of reasons, and the exceptions that carry them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class SetupReason(StrEnum):
    """Why a table can't be set up."""

    UNKNOWN_EDITION = "unknown_edition"
    PLAYER_COUNT = "player_count"
    """Teams must be equal in size; five players, for example, can't be split (D1)."""
    TEAM_COUNT = "team_count"
    TEAMS_NOT_ALTERNATING = "teams_not_alternating"
    DEALER = "dealer"
    BOARD_SIZE = "board_size"
    BOARD_SHAPE = "board_shape"
    """The rows differ in length, or the free spaces are not exactly the four corners."""
    BOARD_LABELS = "board_labels"
    """A label is not on exactly two spaces, or the edition has a different board."""
    DECK_CANNOT_FILL_BOARD = "deck_cannot_fill_board"
    HAND_SIZE = "hand_size"
    SEQUENCES_TO_WIN = "sequences_to_win"
    TRIES = "tries"
    SOLVE_AHEAD = "solve_ahead"
    """Solving ahead (D10) needs answers that a number pad can enter; playing cards have none."""
    CARDS = "cards"
    """A card has no face, a duplicate id, or a label where it must not have one."""
    DECK_ORDER = "deck_order"
    """The drawing order does not contain each card once."""
    DECK_TOO_SMALL = "deck_too_small"
    """The deck is too small for the deal and one further card for each seat (D4)."""


class SetupError(ValueError):
    """A table that the rules don't allow; `detail` says why in plain words."""

    def __init__(self, reason: SetupReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class IllegalReason(StrEnum):
    """Why a move is illegal, as specific as possible."""

    NOT_A_MOVE = "not_a_move"
    """A miss, a face, or a reshuffle is an event but not a move."""
    GAME_OVER = "game_over"
    RESHUFFLE_DUE = "reshuffle_due"
    NO_RESHUFFLE_DUE = "no_reshuffle_due"
    WRONG_RESHUFFLE = "wrong_reshuffle"
    """The new drawing order does not contain each discarded card once."""
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_TEAM = "no_such_team"
    NO_SUCH_SPACE = "no_such_space"
    NOT_YOUR_TURN = "not_your_turn"
    FORFEIT_DUE = "forfeit_due"
    """On its turn, the seat must give up a card before anything else (D6)."""
    NO_FORFEIT_DUE = "no_forfeit_due"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    WRONG_CARD_KIND = "wrong_card_kind"
    """A removal card was placed, or another card was used to remove."""
    FREE_SPACE = "free_space"
    SPACE_TAKEN = "space_taken"
    NO_CHIP = "no_chip"
    OWN_CHIP = "own_chip"
    LOCKED_CHIP = "locked_chip"
    NOT_DEAD_KIND = "not_dead_kind"
    """Wild and removal cards are never dead."""
    ALREADY_EXCHANGED = "already_exchanged"
    WRONG_SPACE = "wrong_space"
    """The card does not belong there. Where answers are possible, resolving makes this a miss."""
    NOT_DEAD = "not_dead"
    """A space of the card is open. Where answers are possible, resolving makes this a miss."""
    NOT_A_MISS = "not_a_miss"
    """A miss was claimed for a correct answer."""
    NO_MISSES = "no_misses"
    """This board takes no answers: the edition has none, or cards are solved ahead."""
    NO_SOLVING = "no_solving"
    """Cards are answered on the board, not ahead."""
    NO_EQUATION = "no_equation"
    """The card has no equation: a wild, a removal, or a playing card."""
    NOT_SOLVED = "not_solved"
    """The card was played or traded in before its holder solved it (D10)."""
    ALREADY_SOLVED = "already_solved"
    UNSOLVED_CARD = "unsolved_card"
    """The seat passed before solving every match card in its hand (D10)."""
    NO_FACE_DUE = "no_face_due"
    """The latest event did not draw this card, or it already has a face."""
    WRONG_LENGTH = "wrong_length"
    """The answer has too many digits, or the face has too few or too many characters."""
    CAN_STILL_PLAY = "can_still_play"
    """There is a play or a dead card. The reason does not say which."""
    CARD_OWED = "card_owed"
    """The seat must draw the card that it is owed before it may pass (D3)."""
    NOTHING_OWED = "nothing_owed"
    WRONG_OUTCOME = "wrong_outcome"
    """A record claims an outcome that its events don't lead to."""


class IllegalMoveError(ValueError):
    """A move or event that the rules don't allow in this position."""

    def __init__(self, reason: IllegalReason) -> None:
        super().__init__(f"refused: {reason.value.replace('_', ' ')}")
        self.reason = reason


class NotationError(ValueError):
    """A text or JSON value that is not a space or not an event."""


class RecordError(ValueError):
    """A document that is not a complete, well-formed record of a game."""


class IllegalRecordError(ValueError):
    """A well-formed record that breaks a rule; holds the first such event and the reason.

    The event is as in the record; None means that the claimed outcome is wrong.
    """

    def __init__(self, index: int, event: dict[str, Any] | None, reason: IllegalReason) -> None:
        super().__init__(f"event {index}: {event or 'outcome'}: {reason.value.replace('_', ' ')}")
        self.index = index
        self.event = event
        self.reason = reason
