"""The page that says whether own equations for everybody were fair: in three sentences and a table."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models import ClassSession
from classroom.presenters.words import count
from classroom.reports.fairness import FairnessLine, banded, fairness_lines
from classroom.reports.statistics import Proportion, is_as_by_chance
from classroom.services.settings import TableSettings

FEW_GAMES = 10


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One student."""

    name: str
    dealt: int
    grades: str
    """Of the skills asked for: "3 to 4"."""
    expected: int | None
    first: Proportion
    games: str
    """"1 of 3"."""


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """What was dealt in a session and what came of it."""

    numbers: str
    success: str
    winning: str
    lines: tuple[ShownLine, ...]


def fairness_page(class_session: ClassSession) -> FairnessPage:
    """Read a session."""
    teams_for = TableSettings.from_json(class_session.settings).teams_for
    lines = fairness_lines(class_session_id=class_session.id, teams_for=teams_for)
    return FairnessPage(_numbers(lines), _success(lines), _winning(lines), tuple(map(_line, lines)))


def _numbers(lines: list[FairnessLine]) -> str:
    verdict = is_as_by_chance(banded(lines))
    if verdict is None:
        return "Too few cards were dealt to compare the numbers that each student got."
    if verdict:
        return "Small, middling and large numbers were dealt to everybody as evenly as chance deals them."
    return (
        "Some students got more small or large numbers than chance usually brings (fewer than 1 session in 100). "
        "The app never chooses the numbers; look whether it happens again."
    )


def _success(lines: list[FairnessLine]) -> str:
    shares = [line.first.percent for line in lines if line.first.has_enough_answers]
    if len(shares) < 2:
        return "Too few answers to compare how often each student was right."
    low, high = min(one for one in shares if one is not None), max(one for one in shares if one is not None)
    return f"Between the students, right first answers lie between {low} and {high} in 100."


def _winning(lines: list[FairnessLine]) -> str:
    ranked = sorted((line for line in lines if line.games), key=_hardness)
    played = sum(line.games for line in ranked)
    if played < FEW_GAMES or len(ranked) < 2:
        return "Too few games have ended to compare who wins."
    half = len(ranked) // 2
    easier, harder = (_wins(part) for part in (ranked[:half], ranked[-half:]))
    return f"The half of the class with the easier equations won {easier}; the half with the harder ones {harder}."


def _hardness(line: FairnessLine) -> tuple[float, str]:
    return (sum(line.grades) / len(line.grades) if line.grades else 0.0), line.student_id


def _wins(lines: list[FairnessLine]) -> str:
    return f"{sum(line.wins for line in lines)} of {count(sum(line.games for line in lines), 'place')} in games"


def _line(line: FairnessLine) -> ShownLine:
    low, high = (min(line.grades), max(line.grades)) if line.grades else (0, 0)
    grades = "–" if not line.grades else str(low) if low == high else f"{low} to {high}"
    return ShownLine(line.name, line.dealt, grades, line.expected, line.first, f"{line.wins} of {line.games}")
