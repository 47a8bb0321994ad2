"""The files of a student's export: every row about the student, without other people's names. English, for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from classroom.clock import local_day, now
from classroom.models import AuditEntry, ClassSession, FollowUp, FollowUpKind, Student
from classroom.presenters.reports.csv_files import ATTEMPT_COLUMNS, attempt_rows, csv_file
from classroom.presenters.reports.knowledge_files import (
    FACT_COLUMNS,
    SKILL_COLUMNS,
    FactTotals,
    fact_rows,
    fact_totals,
    skill_rows,
)
from classroom.reports import student_rows
from classroom.reports.answers import ExportedAnswer, all_answers
from classroom.reports.spans import DateRange
from classroom.reports.students import baseline_of
from classroom.services.classes.roster import students_of
from classroom.services.follow_ups.rate_goals import rate_goal_of
from classroom.services.learning.knowledge import known
from classroom.services.mentions import any_of, first_names, without_names
from classroom.services.settings import TableSettings

Cells = Iterable[tuple[object, ...]]
ANOTHER = "another student"


@dataclass(frozen=True, slots=True)
class Kept:
    """A student's answers, and the names that must not appear in the export."""

    student: Student
    class_ids: frozenset[str]
    others: re.Pattern[str]
    answers: Sequence[ExportedAnswer]
    """Oldest first."""

    def clean(self, text: str) -> str:
        """Return a teacher's text without other students' names."""
        return without_names(text, self.others)


def kept_about(student: Student) -> Kept:
    """Return a student's answers, and the names of all who are or were in the same classes."""
    class_ids = student_rows.classes_of(student)
    own = {part.casefold() for part in (student.name, *student.name.split(), *first_names(student.name))}
    others = student_rows.names_of_others(student, class_ids)
    called = {one for name in others for one in first_names(name)}  # a note may say "Ana" for "Ana López"
    names = any_of(one for one in others | called if one.casefold() not in own)
    answers = tuple(all_answers(DateRange(None, with_practice=True), student_id=student.id))
    return Kept(student, frozenset(class_ids), names, answers)


def facts_of_class(class_id: str) -> FactTotals:
    """Count the answers of a class to each fact family, which the estimates of each student take into account."""
    with known() as knowledge:
        return fact_totals(knowledge, students_of(class_id=class_id))


def student_files(kept: Kept, totals: FactTotals) -> Mapping[str, bytes]:
    """Return all files of one student, by name.

    :param totals: `facts_of_class` of the student's class
    """
    student = kept.student
    with known() as knowledge:
        baselines = {student.id: baseline_of(student.id)}
        skills = csv_file(SKILL_COLUMNS, skill_rows(knowledge, [student], baselines))
        facts = csv_file(FACT_COLUMNS, fact_rows(knowledge, [student], baselines, local_day(now()), totals))
    decks = {deck: kept.clean(deck) for deck in {one.deck for one in kept.answers}}
    answers = (one._replace(deck=decks[one.deck]) for one in kept.answers)
    tables: dict[str, tuple[Sequence[str], Cells]] = {
        "profile.csv": (("field", "value"), profile_rows(kept)),
        "sessions.csv": (SESSION_COLUMNS, _session_rows(kept)),
        "games.csv": (GAME_COLUMNS, _game_rows(student.id)),
        "moves.csv": (MOVE_COLUMNS, _move_rows(student.id)),
        "answers.csv": (ATTEMPT_COLUMNS, attempt_rows(answers, with_names=True)),
        "chosen-equations.csv": (CHOICE_COLUMNS, _choice_rows(student.id)),
        "warm-ups.csv": (WARM_UP_COLUMNS, _warm_up_rows(student.id)),
        "exit-tickets.csv": (TICKET_COLUMNS, _ticket_rows(student.id)),
        "exit-ticket-answers.csv": (TICKET_ANSWER_COLUMNS, _ticket_answer_rows(student.id)),
        "practice.csv": (PRACTICE_COLUMNS, _practice_rows(kept)),
        "follow-ups.csv": (FOLLOW_UP_COLUMNS, _follow_up_rows(kept)),
        "seating.csv": (SEATING_COLUMNS, _seating_rows(kept)),
        "sign-ins.csv": (SIGN_IN_COLUMNS, _sign_in_rows(student.id)),
        "activity.csv": (ACTIVITY_COLUMNS, _activity_rows(student.id)),
    }
    written = {name: csv_file(columns, rows) for name, (columns, rows) in tables.items()}
    return {**written, "skills.csv": skills, "facts.csv": facts}


SESSION_COLUMNS = (
    *("session_id", "class", "kind", "deck", "opened_utc", "started_utc", "ended_utc", "joined_utc", "last_seen_utc"),
    *("has_device", "table", "seat", "next_table"),
)
GAME_COLUMNS = (
    *("game_id", "session_id", "table", "game", "seat", "team", "players", "from_move", "left_at_move"),
    *("started_utc", "ended_utc", "how_it_ended", "won"),
)
MOVE_COLUMNS = ("game_id", "move", "utc_time", "event", "asked_for")
CHOICE_COLUMNS = ("game_id", "move", "utc_time", "card", "goal", "choice")
WARM_UP_COLUMNS = ("game_id", "utc_time", "number", "milliseconds")
TICKET_COLUMNS = ("session_id", "opened_utc", "started_utc", "seconds")
TICKET_ANSWER_COLUMNS = (
    *("session_id", "number", "equation", "correct_answer", "given_answer", "correct", "milliseconds", "utc_time"),
    "skill",
)
PRACTICE_COLUMNS = ("assigned_utc", "ended_utc", "deck", "skill")
FOLLOW_UP_COLUMNS = ("utc_time", "kind", "about", "text", "other_students", "used_utc")
SEATING_COLUMNS = ("kind", "with", "table", "saved_utc")
SIGN_IN_COLUMNS = ("what", "utc_time", "last_used_utc")
ACTIVITY_COLUMNS = ("utc_time", "action", "by", "detail")


def profile_rows(kept: Kept) -> Cells:
    """Return what is stored about the student; for secrets, only whether they exist."""
    one = kept.student
    goal = rate_goal_of(student_id=one.id)
    return (
        ("id", one.id),
        ("class", kept.clean(one.school_class.name)),
        ("class_id", one.class_id),
        ("name", one.name),
        ("name_in_file", one.name_in_file or ""),
        ("source_id", one.source_id or ""),
        ("group", kept.clean(one.group or "")),
        ("level", one.level or ""),
        ("time_factor", one.time_factor),
        ("reads_aloud", int(one.reads_aloud)),
        ("large_text", int(one.has_large_text)),
        ("wide_spacing", int(one.has_wide_spacing)),
        ("single_key_shortcuts_off", int(one.has_keys_off)),
        ("language", one.language or ""),
        ("introduction", one.introduction),
        ("animal", one.animal),
        ("disc", one.disc),
        ("has_secret", int(one.pin_hash is not None)),
        ("secret_kind", one.secret_kind),
        ("has_card_code", int(one.card_hash is not None)),
        ("has_school_account", int(one.oidc_subject is not None or one.lms_subject is not None)),
        ("card_changed_utc", _moment(one.card_changed_at)),
        ("created_utc", _moment(one.created_at)),
        ("archived_utc", _moment(one.archived_at)),
        ("anonymous_utc", _moment(one.anonymous_at)),
        ("goal_per_minute", "" if goal is None else goal.per_minute),
        ("goal_until", "" if goal is None else goal.until.isoformat()),
        ("goal_start_per_minute", "" if goal is None else goal.start_per_minute),
        ("goal_since", "" if goal is None else goal.since.isoformat()),
    )


def _session_rows(kept: Kept) -> Cells:
    for session, attendance, class_name in student_rows.sessions_joined(kept.student.id):
        kind = "practice" if session.is_practice else "whole class" if session.is_whole_class else "tables"
        yield (
            *(session.id, kept.clean(class_name), kind, kept.clean(_deck_title(session))),
            *map(_moment, (session.opened_at, session.started_at, session.ended_at)),
            *map(_moment, (attendance.joined_at, attendance.seen_at)),
            *(int(attendance.has_device), *map(_counted, (attendance.table_number, attendance.place))),
            _counted(attendance.next_table),
        )


def _deck_title(session: ClassSession) -> str:
    settings = TableSettings.from_json(session.settings)
    return settings.deck_title if settings.has_numbers else settings.edition


def _game_rows(student_id: str) -> Cells:
    for player, game, teams in student_rows.seats_held(student_id):
        team = teams[player.seat] if teams and player.seat < len(teams) else ""
        yield (
            *(game.id, game.class_session_id, game.table_number, game.round, player.seat, team, len(teams or ())),
            *(player.from_version, _counted(player.left_at_version), _moment(game.started_at), _moment(game.over_at)),
            *(game.outcome_reason or "", "" if game.winner is None else int(game.winner == team)),
        )


def _move_rows(student_id: str) -> Cells:
    for game_id, version, at, event, intent in student_rows.moves_made(student_id):
        yield game_id, version, _moment(at), _json(event), _json(intent)


def _choice_rows(student_id: str) -> Cells:
    for one in student_rows.choices_for(student_id):
        yield one.game_id, one.version, _moment(one.at), one.card, f"{one.goal:.3f}", _json(one.choice)


def _warm_up_rows(student_id: str) -> Cells:
    for one in student_rows.warm_ups_of(student_id):
        yield one.game_id, _moment(one.at), one.number, _counted(one.milliseconds)


def _ticket_rows(student_id: str) -> Cells:
    for entry, session_id, opened_at in student_rows.tickets_of(student_id):
        yield session_id, _moment(opened_at), _moment(entry.started_at), entry.seconds


def _ticket_answer_rows(student_id: str) -> Cells:
    for one, session_id in student_rows.ticket_answers_of(student_id):
        yield (
            *(session_id, one.number, one.equation, one.answer, one.given, int(one.is_right), one.milliseconds),
            *(_moment(one.at), one.skill or ""),
        )


def _practice_rows(kept: Kept) -> Cells:
    for one in student_rows.assignments_of(kept.student.id):
        title = TableSettings.from_json(one.settings).deck_title
        yield _moment(one.created_at), _moment(one.ended_at), kept.clean(title), one.skill or ""


def _follow_up_rows(kept: Kept) -> Cells:
    for one in student_rows.follow_ups_about(kept.student, kept.class_ids):
        about = {key: kept.clean(str(value)) for key, value in one.about.items() if key != "student"}
        others = len(set(one.details.get("students", ())) - {kept.student.id})
        yield _moment(one.created_at), one.kind, _json(about), note_text(kept, one), others, _moment(one.used_at)


def note_text(kept: Kept, one: FollowUp) -> str:
    """Return the text of a note without other students' names; for other follow-ups, the deck's title."""
    return kept.clean(str(one.details.get("text" if one.kind == FollowUpKind.NOTE else "title", "")))


def _seating_rows(kept: Kept) -> Cells:
    rules = ((one.kind, ANOTHER, "", "") for one in student_rows.rules_about(kept.student.id))
    saved = (
        ("saved tables", "", table, _moment(one.created_at))
        for one, table in student_rows.saved_tables_with(kept.student, kept.class_ids)
    )
    return chain(rules, saved)


def _sign_in_rows(student_id: str) -> Cells:
    now_in = (
        ("signed in now", _moment(one.created_at), _moment(one.last_used_at))
        for one in student_rows.sign_ins_of(student_id)
    )
    earlier = (
        ("signed in", _moment(one.at), "") for one in student_rows.log_of(student_id) if one.action == "signed_in"
    )
    tries = ((f"try: {one.state}", _moment(one.at), "") for one in student_rows.wrong_tries_at(student_id))
    return chain(now_in, earlier, tries)


def _activity_rows(student_id: str) -> Cells:
    for one in student_rows.log_of(student_id):
        yield _moment(one.at), one.action, _actor(one), one.detail


def _actor(entry: AuditEntry) -> str:
    """Return the kind of actor: only the server's own log names teachers."""
    return entry.actor.partition(":")[0] or "not signed in"


def _json(value: dict[str, Any] | None) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat(timespec="seconds")


def _counted(number: int | None) -> object:
    return "" if number is None else number
