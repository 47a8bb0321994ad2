"""The game: rules, cards, boards, and bots. Knows seats and teams, not people."""

from __future__ import annotations

from engine.board import Board
from engine.bots import BotLevel, choose
from engine.cards import LARGEST_ANSWER, Card, CardId, CardKind, number_of
from engine.classic import Cut, classic_setup, cut_for_deal
from engine.decks import BUILT_IN_DECKS, Deck
from engine.editions import CLASSIC, CLASSIC_BOARD, EDITIONS, NUMBERS, Edition
from engine.errors import (
    IllegalMoveError,
    IllegalReason,
    IllegalRecordError,
    NotationError,
    RecordError,
    SetupError,
    SetupReason,
)
from engine.events import (
    Draw,
    Event,
    Exchange,
    Face,
    Forfeit,
    Miss,
    Move,
    Pass,
    Penalty,
    Place,
    Remove,
    Reshuffle,
    Solve,
    Stop,
    event_from_json,
)
from engine.layouts import Layout, answers_on
from engine.legal_moves import LegalMoves, legal_moves
from engine.legality import is_dead, unsolved
from engine.lines import Space
from engine.numbers import numbers_setup
from engine.outcome import Outcome, OutcomeReason
from engine.perft import NotCountableError, divide, perft
from engine.position import Position, start
from engine.record import check_record, parse_record, record_from_json, record_to_json, replay
from engine.resolve import resolve, right_spaces, step, try_of
from engine.rules import DrawMode, Rules, SolveMode
from engine.seats import Seat, Team
from engine.sequences import CompletedSequence, longest_run
from engine.setup import Setup, next_setup
from engine.transitions import apply_event
from engine.view import HeldCard, SeenEvent, View, face_of, seat_view, view

__all__ = [
    "BUILT_IN_DECKS",
    "CLASSIC",
    "CLASSIC_BOARD",
    "EDITIONS",
    "LARGEST_ANSWER",
    "NUMBERS",
    "Board",
    "BotLevel",
    "Card",
    "CardId",
    "CardKind",
    "CompletedSequence",
    "Cut",
    "Deck",
    "Draw",
    "DrawMode",
    "Edition",
    "Event",
    "Exchange",
    "Face",
    "Forfeit",
    "HeldCard",
    "IllegalMoveError",
    "IllegalReason",
    "IllegalRecordError",
    "Layout",
    "LegalMoves",
    "Miss",
    "Move",
    "NotCountableError",
    "NotationError",
    "Outcome",
    "OutcomeReason",
    "Pass",
    "Penalty",
    "Place",
    "Position",
    "RecordError",
    "Remove",
    "Reshuffle",
    "Rules",
    "Seat",
    "SeenEvent",
    "Setup",
    "SetupError",
    "SetupReason",
    "Solve",
    "SolveMode",
    "Space",
    "Stop",
    "Team",
    "View",
    "answers_on",
    "apply_event",
    "check_record",
    "choose",
    "classic_setup",
    "cut_for_deal",
    "divide",
    "event_from_json",
    "face_of",
    "is_dead",
    "legal_moves",
    "longest_run",
    "next_setup",
    "number_of",
    "numbers_setup",
    "parse_record",
    "perft",
    "record_from_json",
    "record_to_json",
    "replay",
    "resolve",
    "right_spaces",
    "seat_view",
    "start",
    "step",
    "try_of",
    "unsolved",
    "view",
]
