"""The session summary: attendance, outcomes of games, and correct first answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from classroom import clock
from classroom.clock import local_day, local_time
from classroom.learning.day_effects import Days
from classroom.learning.plans import Dealing
from classroom.models import ClassSession, Face
from classroom.presenters.moments import day_text
from classroom.presenters.recap.equations import HardEquation, hard_equations
from classroom.presenters.recap.steps import steps_after
from classroom.presenters.reports.findings import Step
from classroom.presenters.reports.needs import FocusSkills, focus_skills, pairs_of
from classroom.presenters.reports.tickets import ClassTicket, class_ticket
from classroom.presenters.sessions.fairness import notes_of
from classroom.presenters.sessions.settings_list import SettingLine, settings_list
from classroom.presenters.table.end import GameAtEnd, game_at_end
from classroom.reports.class_answers import SkillAnswers, longer_answers
from classroom.reports.counts import counted_sessions, counted_skills
from classroom.reports.equations import equation_lines
from classroom.reports.sessions import students_who_played
from classroom.reports.spans import DateRange, Period
from classroom.reports.statistics import Proportion
from classroom.reports.students import ClassStudent, class_students, student_lines
from classroom.reports.tickets import TicketLine, ticket_lines
from classroom.reports.wrong_answers import common_answers
from classroom.services.attendance import attendances_of
from classroom.services.classes.moving_students import moved_in_since
from classroom.services.exit_tickets.answering import ticket_of
from classroom.services.learning.evidence import evidence_of
from classroom.services.play.games import all_games
from classroom.services.settings import TableSettings
from engine import OutcomeReason


@dataclass(frozen=True, slots=True)
class Presence:
    """Attendance by name."""

    played: tuple[str, ...]
    """Students who moved or answered."""
    passive: tuple[str, ...]
    """Students with a seat who made no move: a bot played for them, or the games ended first."""
    unseated: tuple[str, ...]
    """Students who joined but had no seat."""
    absent: tuple[str, ...]
    """Students on the roster who did not join."""
    faces: tuple[Face, ...]
    """Of those who played."""

    @property
    def roster(self) -> int:
        """Return the number of names in all four lists."""
        return len(self.played) + len(self.passive) + len(self.unseated) + len(self.absent)


@dataclass(frozen=True, slots=True)
class RecapPage:
    """A finished session. Wins and answers are never added up, and no one is ranked."""

    day: str
    settings: tuple[SettingLine, ...]
    games: tuple[GameAtEnd, ...]
    games_finished: int
    presence: Presence | None
    """None for a whole-class game, which has no seats."""
    has_numbers: bool
    """Whether students answered equations. With playing cards and in whole-class games, there is nothing to report."""
    has_own_levels: bool
    """Whether equations were chosen for each student."""
    first: Proportion
    """First answers of the whole class."""
    hard: tuple[HardEquation, ...]
    steps: tuple[Step, ...]
    level_notes: tuple[str, ...]
    """Students for whom the chosen grades were too hard or too easy, if equations were chosen for each student."""
    ticket: ClassTicket | None
    """None without an exit ticket."""


def recap_page(class_session: ClassSession) -> RecapPage:
    """Build a session's summary, without replaying games and with a constant number of queries."""
    settings = TableSettings.from_json(class_session.settings).as_played
    has_answers = settings.has_numbers and not class_session.is_whole_class
    span = DateRange(class_session.class_id, class_session_id=class_session.id)
    games = all_games(class_session_id=class_session.id)
    lines = student_lines(span)
    first = sum((line.first for line in lines), Proportion())
    equations = equation_lines(span) if settings.has_numbers else []
    seated = {player.student_id for game in games for player in game.players if player.student_id}
    played = students_who_played(class_session_id=class_session.id)
    joined = {one.student_id for one in attendances_of(class_session_id=class_session.id)}
    has_ticket = has_answers and ticket_of(class_session_id=class_session.id) is not None
    written = ticket_lines(span) if has_ticket else []
    took_part = played | {line.student_id for line in written}
    roster = _roster(class_session, took_part | seated | joined)
    here = [line for line in lines if line.is_here and line.student_id in took_part]
    evidence = evidence_of(
        class_id=class_session.class_id,
        day=local_day(clock.now()),
        students={line.student_id for line in here},
    )
    focus, days = FocusSkills(), pairs_of(())
    if has_answers and first.trials:
        # With own levels, no other cards are suggested.
        days = _days_with(settings, class_session) if settings.dealing is Dealing.SAME else days
        focus = focus_skills(SkillAnswers(lines, counted_skills(span)), longer_answers(span))
    return RecapPage(
        day=day_text(local_time(class_session.opened_at).date()),
        settings=settings_list(settings),
        games=tuple(game_at_end(game, settings) for game in games),
        games_finished=sum(game.outcome_reason != OutcomeReason.STOPPED for game in games),
        presence=None if class_session.is_whole_class else _presence(roster, joined, played, seated),
        has_numbers=has_answers,
        has_own_levels=settings.has_numbers and settings.dealing is not Dealing.SAME,
        first=first,
        hard=hard_equations(equations, common_answers(span) if equations else {}),
        steps=steps_after(settings, first, here, evidence, focus, days=days),
        level_notes=notes_of(class_session) if settings.dealing is not Dealing.SAME else (),
        ticket=_ticket(written, [one for one in roster if one.id in took_part | seated | joined])
        if has_ticket
        else None,
    )


def _days_with(settings: TableSettings, class_session: ClassSession) -> Days:
    """Count the class's answers to the same cards by day, oldest first, in the eight weeks up to a session."""
    span = DateRange(class_session.class_id, Period.EIGHT_WEEKS, until=class_session.opened_at)
    days: defaultdict[date, Proportion] = defaultdict(Proportion)
    for one in counted_sessions(span):
        if TableSettings.from_json(one.settings).as_played.has_cards_of(settings):
            days[local_day(one.opened_at)] += one.share
    return pairs_of(share for _day, share in sorted(days.items()))


def _roster(class_session: ClassSession, took_part: Collection[str]) -> list[ClassStudent]:
    """Return who was in the class: everyone who took part, and today's students without those who came later."""
    until = class_session.ended_at or clock.now()
    people = class_students(class_session.class_id, answered=took_part)
    came_later = moved_in_since(until, class_id=class_session.class_id)
    return [one for one in people if one.id in took_part or not (one.created_at > until or one.id in came_later)]


def _presence(roster: Sequence[ClassStudent], joined: set[str], played: set[str], seated: set[str]) -> Presence:
    def named(ids: Collection[str]) -> tuple[str, ...]:
        return tuple(one.name for one in roster if one.id in ids)

    return Presence(
        played=named(played),
        passive=named(seated - played),
        unseated=named(joined - seated - played),
        absent=tuple(one.name for one in roster if one.id not in joined | seated | played),
        faces=tuple(one.face for one in roster if one.id in played),
    )


def _ticket(written: Sequence[TicketLine], present: Sequence[ClassStudent]) -> ClassTicket:
    answers = sum((line.answers for line in written), Proportion())
    return class_ticket(written, answers, [(one.id, one.name) for one in present])
