"""Fairness of sessions with equations chosen for each student: cards and results of each student."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import load_only, selectinload

from classroom.database import db
from classroom.models import Attempt, ClassSession, DealtFace, Game, Student
from classroom.reports.counts import first_answers
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion
from classroom.sorting import by_name
from engine import OutcomeReason, Team
from engine.equations import SKILLS, find

BANDS = 3
"""Numbers are divided into small, medium, and large."""


@dataclass(slots=True)
class FairnessLine:
    """A student's cards and results."""

    student_id: str
    name: str
    dealt: int = 0
    """Cards with equations chosen for this student."""
    chances: float = 0.0
    """Sum of the predicted probabilities of correct first answers."""
    grades: set[int] = field(default_factory=set)
    """Grades of the skills asked."""
    values: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The numbers dealt, by session: decks have different numbers."""
    first: Proportion = field(default_factory=Proportion)
    """First answers to these cards."""
    games: int = 0
    """Games in which the student had a seat at the end."""
    wins: int = 0
    below: int = 0
    """Cards from grades below the chosen ones."""
    above: int = 0
    """Cards from grades above the chosen ones."""
    lowest: int | None = None
    """The lowest chosen grade, if there were cards from below it …"""
    highest: int | None = None
    """… and the highest, if there were cards from above it."""

    @property
    def expected(self) -> int | None:
        """Return the expected proportion of correct first answers, in percent."""
        return round(100 * self.chances / self.dealt) if self.dealt else None


def fairness_lines(span: DateRange, *, teams_for: Callable[[str, int], int]) -> list[FairnessLine]:
    """Return every student with chosen equations in the sessions of a span, by name.

    :param teams_for: returns the number of teams in a session for a number of players.
    """
    lines = _dealt(span)
    for student_id, is_right in _first_answers(span):
        if student_id in lines:
            lines[student_id].first += Proportion(int(is_right), 1)
    for game in _games(span) if lines else ():
        _count_game(game, lines, teams_for)
    return list(lines.values())


def banded(lines: Iterable[FairnessLine]) -> list[list[list[int]]]:
    """Return the numbers of small, medium, and large values dealt, by session and line.

    In a session, bands have about equal numbers of cards.
    """
    lines = list(lines)
    sessions = sorted({session for line in lines for session in line.values})
    return [_banded([line.values.get(session, []) for line in lines]) for session in sessions]


def _banded(of_lines: Sequence[Sequence[int]]) -> list[list[int]]:
    every = sorted(value for values in of_lines for value in values)
    borders = [every[len(every) * band // BANDS] for band in range(1, BANDS)]
    return [
        [sum(bisect_right(borders, value) == band for value in values) for band in range(BANDS)] for values in of_lines
    ]


def _dealt(span: DateRange) -> dict[str, FairnessLine]:
    query = (
        select(DealtFace.student_id, Student.name, Student.sort_key, Game.class_session_id, DealtFace.choice)
        .join(Student, Student.id == DealtFace.student_id)
        .join(Game, Game.id == DealtFace.game_id)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
    )
    rows = db.session.execute(span.narrow_sessions(query).order_by(DealtFace.at, DealtFace.version))
    lines: dict[str, FairnessLine] = {}
    for student_id, name, _, session_id, choice in sorted(rows, key=by_name):
        line = lines.setdefault(student_id, FairnessLine(student_id, name))
        line.dealt += 1
        line.chances += choice["p"]
        if choice["skill"] in SKILLS:
            _count_grade(line, SKILLS[choice["skill"]].grade, choice.get("grades_off", 0))
        equation = find(choice["text"])
        if equation is not None:
            line.values[session_id].append(equation.answer)
    return lines


def _count_grade(line: FairnessLine, grade: int, grades_off: int) -> None:
    line.grades.add(grade)
    if grades_off < 0:
        line.below += 1
        line.lowest = grade - grades_off
    elif grades_off > 0:
        line.above += 1
        line.highest = grade - grades_off


def _first_answers(span: DateRange) -> Iterable[tuple[str, bool]]:
    query = first_answers(span, Attempt.student_id, Attempt.is_right).where(Attempt.goal.is_not(None))
    return [(student_id, is_right) for student_id, is_right in db.session.execute(query)]


def _games(span: DateRange) -> Iterable[Game]:
    """Return the games with chosen equations that were won by sequences."""
    won = (
        select(Game)
        .join(ClassSession, ClassSession.id == Game.class_session_id)
        .where(Game.outcome_reason == OutcomeReason.SEQUENCES.value)
        .where(select(DealtFace.version).where(DealtFace.game_id == Game.id).exists())
        .options(load_only(Game.id, Game.class_session_id, Game.winner), selectinload(Game.players))
    )
    return db.session.execute(span.narrow_sessions(won)).scalars()


def _count_game(game: Game, lines: dict[str, FairnessLine], teams_for: Callable[[str, int], int]) -> None:
    players = game.players_at_end
    teams = tuple(Team)[: teams_for(game.class_session_id, len(players))]
    for player in players:
        line = lines.get(player.student_id or "")
        if line is not None:
            line.games += 1
            line.wins += teams[player.seat % len(teams)] == game.winner
