"""The schedule of the demo's past sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from classroom.demo.people import CLUB, FIVE_B, LAST_YEAR, THREE_A
from classroom.learning.plans import Dealing
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.settings import TableSettings
from engine import SolveMode

LESSON = timedelta(minutes=18)
GAMES = timedelta(minutes=14)
"""The proportion of a session spent playing; the rest is for the exit ticket or discussion."""
_WEEKDAYS = ((1, 3), (2,))
"""The lessons of 5B: Tuesdays and Thursdays in one week, Wednesdays in the next."""
_BELLS = {FIVE_B.name: time(10, 5), THREE_A.name: time(9, 0), CLUB.name: time(14, 10), LAST_YEAR.name: time(11, 0)}

DECK_TITLE = "Tables of 6, 7, 8 and 9"
DECK = SkillChoice(("mul-tables", "div-tables"), tables=(6, 7, 8, 9))
SHARED_DECK_TITLE = "Doubles and halves"
SHARED_DECK = WrittenCards(
    "\n".join(f"double {number}\t{2 * number}\nhalf of {4 * number}\t{2 * number}" for number in range(2, 34))
)

TABLES_36 = TableSettings(deck="times-tables", board="6x6")
TABLES_64 = TableSettings(deck="times-tables", board="8x8")
WHOLE_CLASS = TableSettings(whole_class_teams=2)
OWN_EQUATIONS = TableSettings(deck="mixed", board="8x8", table_size=3, solve=SolveMode.AHEAD, dealing=Dealing.BY_LEVEL)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A planned session."""

    class_name: str
    opens_at: datetime
    settings: TableSettings
    has_own_deck: bool = False
    """Whether the deck is the teacher's own, which has no ID until it is created."""
    has_ticket: bool = False
    saved_as: str = ""
    """Form tables of mixed levels and save them under this name; "" for random tables."""

    @property
    def games_end_at(self) -> datetime:
        return self.opens_at + GAMES

    @property
    def ends_at(self) -> datetime:
        return self.opens_at + LESSON


def past_lessons(today: date, *, weeks: int) -> list[Lesson]:
    """Plan all sessions of the past weeks up to yesterday, in order, and one of an earlier school year."""
    first = today - timedelta(days=7 * weeks)
    others = [
        _lesson(THREE_A.name, _school_day(today, 12), WHOLE_CLASS),
        _lesson(THREE_A.name, _school_day(today, 5), TableSettings()),
        *(_lesson(CLUB.name, _school_day(today, days), OWN_EQUATIONS) for days in (9, 2)),
    ]
    lessons = [*_of_five_b(today, first), *(one for one in others if one.opens_at.date() >= first)]
    lessons.append(_lesson(LAST_YEAR.name, _school_day(today, 190), TABLES_36))
    return sorted(lessons, key=lambda one: one.opens_at)


def _of_five_b(today: date, first: date) -> list[Lesson]:
    """Progress from times tables to hard decks; the second and last sessions end with an exit ticket."""
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    days = [day for day in days if day.weekday() in _WEEKDAYS[day.isocalendar().week % 2]]
    lessons = []
    for number, day in enumerate(days):
        is_last = number == len(days) - 1
        settings = TABLES_36 if 2 * number < len(days) - 1 else TABLES_64
        if is_last:
            settings = TableSettings(solve=SolveMode.AHEAD)
        saved_as = "Mixed tables" if number == len(days) // 2 else ""
        opens_at = datetime.combine(day, _BELLS[FIVE_B.name]).astimezone()
        lessons.append(Lesson(FIVE_B.name, opens_at, settings, is_last, number == 1 or is_last, saved_as))
    return lessons


def _lesson(class_name: str, day: date, settings: TableSettings) -> Lesson:
    return Lesson(class_name, datetime.combine(day, _BELLS[class_name]).astimezone(), settings)


def _school_day(today: date, days_ago: int) -> date:
    """Return the date a number of days ago, or the Friday before a weekend."""
    day = today - timedelta(days=days_ago)
    return day - timedelta(days=max(0, day.weekday() - 4))
