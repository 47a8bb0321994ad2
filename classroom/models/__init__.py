"""Database rows, one file per aggregate."""

from __future__ import annotations

from classroom.models.attempt import Attempt, AttemptKind, Baseline
from classroom.models.audit_log import AuditAction, AuditEntry
from classroom.models.class_session import UNDER_WAY, Attendance, ClassSession, SessionState
from classroom.models.deck import Deck, DeckKind
from classroom.models.exit_ticket import ExitTicket, TicketAnswer, TicketEntry
from classroom.models.face import ANIMALS, DISCS, FACES, ROBOT, Face
from classroom.models.follow_up import FollowUp, FollowUpKind, PracticeAssignment
from classroom.models.game import DealtFace, Game, GameEvent, Player, moves_of_students
from classroom.models.knowledge import ClassSnapshot, SharedSnapshot, StudentSnapshot
from classroom.models.link_request import LinkRequest
from classroom.models.login import LoginFailure, LoginSession, TryState
from classroom.models.lti import LtiCourse, LtiLaunch, LtiPlatform
from classroom.models.rate_goal import RateGoal
from classroom.models.retention import RetentionRules
from classroom.models.roster_import import RosterImport
from classroom.models.school_class import CoTeacher, SchoolClass
from classroom.models.seating import SavedTables, SeatingRule, SeatingRuleKind, TablePlan
from classroom.models.student import SecretKind, Student
from classroom.models.teacher import AccountLink, LinkKind, Teacher

__all__ = [
    "ANIMALS",
    "DISCS",
    "FACES",
    "ROBOT",
    "UNDER_WAY",
    "AccountLink",
    "Attempt",
    "AttemptKind",
    "Attendance",
    "AuditAction",
    "AuditEntry",
    "Baseline",
    "ClassSession",
    "ClassSnapshot",
    "CoTeacher",
    "DealtFace",
    "Deck",
    "DeckKind",
    "ExitTicket",
    "Face",
    "FollowUp",
    "FollowUpKind",
    "Game",
    "GameEvent",
    "LinkKind",
    "LinkRequest",
    "LoginFailure",
    "LoginSession",
    "LtiCourse",
    "LtiLaunch",
    "LtiPlatform",
    "Player",
    "PracticeAssignment",
    "RateGoal",
    "RetentionRules",
    "RosterImport",
    "SavedTables",
    "SchoolClass",
    "SeatingRule",
    "SeatingRuleKind",
    "SecretKind",
    "SessionState",
    "SharedSnapshot",
    "Student",
    "StudentSnapshot",
    "TablePlan",
    "Teacher",
    "TicketAnswer",
    "TicketEntry",
    "TryState",
    "moves_of_students",
]
