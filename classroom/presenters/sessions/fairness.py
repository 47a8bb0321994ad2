"""The fairness of equations at own levels: three sentences and a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.i18n import _
from classroom.models import ClassSession
from classroom.presenters.sessions.level_notes import level_notes
from classroom.presenters.words import number_text, percent_text
from classroom.reports.fairness import FairnessLine, banded, fairness_lines
from classroom.reports.spans import DateRange
from classroom.reports.statistics import Proportion, is_as_by_chance
from classroom.services.settings import TableSettings

FEW_GAMES = 10


@dataclass(frozen=True, slots=True)
class ShownLine:
    name: str
    dealt: int
    grades: str
    """Grades of the skills practiced: "3 to 4"."""
    expected: str
    """"76%"; "–" without an expectation."""
    first: Proportion
    games: str
    """"1 of 3"."""


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """What was dealt in a session, and the results."""

    numbers: str
    success: str
    winning: str
    notes: tuple[str, ...]
    lines: tuple[ShownLine, ...]


def fairness_page(class_session: ClassSession) -> FairnessPage:
    lines = _lines(class_session)
    notes = _notes(class_session, lines)
    return FairnessPage(numbers_text(lines), success_text(lines), winning_text(lines), notes, tuple(map(_line, lines)))


def notes_of(class_session: ClassSession) -> tuple[str, ...]:
    """Return notes about students for whom the chosen grades were too hard or too easy."""
    return _notes(class_session, _lines(class_session))


def _lines(class_session: ClassSession) -> list[FairnessLine]:
    settings = TableSettings.from_json(class_session.settings)
    span = DateRange(None, class_session_id=class_session.id)
    return fairness_lines(span, teams_for=lambda _session, players: settings.teams_for(players))


def _notes(class_session: ClassSession, lines: list[FairnessLine]) -> tuple[str, ...]:
    dealing = TableSettings.from_json(class_session.settings).dealing
    return level_notes(lines, dealing, has_other_grades=class_session.school_class.has_other_grades)


def numbers_text(lines: Sequence[FairnessLine]) -> str:
    """Return whether small and large numbers were dealt evenly."""
    verdict = is_as_by_chance(banded(lines))
    if verdict is None:
        return _("Not enough cards yet to compare the numbers that each student got.")
    if verdict:
        return _("Small, medium, and large numbers were dealt evenly.")
    return _(
        "Some students got more small or large numbers than chance explains. "
        "The app doesn’t choose numbers; check again next time."
    )


def success_text(lines: Sequence[FairnessLine]) -> str:
    """Return how much students' rates of correct first answers differ."""
    enough = [line.first for line in lines if line.first.has_enough_answers]
    if len(enough) < 2:
        return _("Not enough answers yet to compare first-try accuracy.")
    shares = [one.percent or 0 for one in enough]
    low, high = min(shares), max(shares)
    return _(
        "First-try accuracy ranged from %(low)s to %(high)s across %(students)s students (%(answers)s answers).",
        students=len(enough),
        answers=number_text(sum(one.trials for one in enough)),
        low=percent_text(low / 100),
        high=percent_text(high / 100),
    )


def winning_text(lines: Sequence[FairnessLine]) -> str:
    """Return how often the halves of the class with easier and harder equations won."""
    ranked = sorted((line for line in lines if line.games), key=_hardness)
    played = sum(line.games for line in ranked)
    if played < FEW_GAMES or len(ranked) < 2:
        return _("Not enough games yet to compare who wins.")
    half = len(ranked) // 2
    easier, harder = ranked[:half], ranked[-half:]
    return _(
        "The half of the class with the easier equations won in %(easier_won)s of %(easier_all)s seats; "
        "the half with the harder ones in %(harder_won)s of %(harder_all)s.",
        easier_won=number_text(sum(line.wins for line in easier)),
        easier_all=number_text(sum(line.games for line in easier)),
        harder_won=number_text(sum(line.wins for line in harder)),
        harder_all=number_text(sum(line.games for line in harder)),
    )


def _hardness(line: FairnessLine) -> tuple[float, str]:
    return (sum(line.grades) / len(line.grades) if line.grades else 0.0), line.student_id


def _line(line: FairnessLine) -> ShownLine:
    expected = "–" if line.expected is None else percent_text(line.expected / 100)
    games = _("%(won)d of %(all)d", won=line.wins, all=line.games)
    return ShownLine(line.name, line.dealt, grades_text(line), expected, line.first, games)


def grades_text(line: FairnessLine) -> str:
    """Return the grades of a student's skills: "3 to 4"; "–" without any."""
    low, high = (min(line.grades), max(line.grades)) if line.grades else (0, 0)
    return "–" if not line.grades else str(low) if low == high else _("%(low)d to %(high)d", low=low, high=high)
