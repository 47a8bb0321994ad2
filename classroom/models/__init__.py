"""The rows, one file per aggregate."""

from __future__ import annotations

from classroom.models.attempt import Attempt, AttemptKind
from classroom.models.baseline import Baseline
from classroom.models.class_session import Attendance, ClassSession, SessionState
from classroom.models.dealt_face import DealtFace
from classroom.models.deck import Deck, DeckKind
from classroom.models.game import Game, GameEvent, Player
from classroom.models.login import LoginFailure, LoginSession
from classroom.models.school_class import SchoolClass
from classroom.models.student import Student
from classroom.models.teacher import Teacher

__all__ = [
    "Attempt",
    "AttemptKind",
    "Attendance",
    "Baseline",
    "ClassSession",
    "DealtFace",
    "Deck",
    "DeckKind",
    "Game",
    "GameEvent",
    "LoginFailure",
    "LoginSession",
    "Player",
    "SchoolClass",
    "SessionState",
    "Student",
    "Teacher",
]
