from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

import pytest

from classroom.learning.day_effects import ExpectedDay, beside_classmates, totals_by_day
from classroom.learning.growth import (
    BLOCK_DAYS,
    Answered,
    Change,
    block_of,
    growth_of,
    ticket_growth,
)

TODAY = date.fromordinal(BLOCK_DAYS * 26_420 + 5)
START = 2.0


TIMES = "mul-tables", False


def answers(
    levels: tuple[float, float],
    *,
    each: int,
    rng: Random,
    kinds: tuple[tuple[str, bool], tuple[str, bool]] = (TIMES, TIMES),
    days: int = BLOCK_DAYS,
    days_vary: float = 0.0,
    class_days: Sequence[float] = (),
) -> list[Answered]:
    """Return first answers in the last two finished blocks, at these levels.

    :param kinds: the skill of each block's answers, and whether they are typed
    :param days: days with answers in each block
    :param class_days: how much better each day of both blocks is for the whole class
    """
    found = []
    for number, (level, (skill, is_typed)) in enumerate(zip(levels, kinds, strict=True)):
        first = TODAY - timedelta(days=5 + BLOCK_DAYS * (2 - number))
        of_class = class_days[number * days : (number + 1) * days] or [0.0] * days
        of_day = [rng.gauss(level + better, days_vary) for better in of_class]
        for place in range(each):
            hard, day = rng.uniform(-1, 2), place % days
            is_right = rng.random() < 1 / (1 + math.exp(hard - of_day[day]))
            found.append(Answered(first + timedelta(days=day), skill, is_typed, hard, is_right))
    return found


def test_blocks_are_finished_and_equally_long() -> None:
    assert block_of(TODAY) - block_of(TODAY - timedelta(days=5 + BLOCK_DAYS)) == 1
    growth = growth_of(answers((2.0, 2.0), each=60, rng=Random(1)), today=TODAY, start=START)
    assert growth.answers == (60, 60)


def test_too_few_answers_give_no_growth() -> None:
    growth = growth_of(answers((2.0, 4.0), each=59, rng=Random(1)), today=TODAY, start=START)
    assert growth.change is Change.TOO_FEW
    assert growth.earlier is None
    assert ticket_growth(range(7), [9, 10, 11, 12, 13, 14, 15], [60] * 7).change is Change.TOO_FEW


@pytest.mark.parametrize(("step", "least", "most"), [(0.0, 0, 8), (1.0, 60, 100), (-1.0, 0, 0)])
def test_how_often_growth_is_found(step: float, least: int, most: int) -> None:
    """100 students who do not change, who improve by a logit, or who drop by one."""
    rng = Random(13)
    found = [
        growth_of(answers((2.0, 2.0 + step), each=100, rng=rng), today=TODAY, start=START).change for _ in range(100)
    ]
    assert least <= found.count(Change.UP) <= most


@pytest.mark.parametrize("kind", [("mul-tables", True), ("add-100-carry", False)], ids=["typed", "other skill"])
def test_harder_kinds_of_answers_are_no_loss(kind: tuple[str, bool]) -> None:
    """Students do not change, but what they do later on is harder by half a logit than its difficulty says."""
    rng = Random(13)
    for step, change in ((-0.5, Change.DOWN), (0.5, Change.UP)):
        found = [
            growth_of(answers((2.0, 2.0 + step), each=100, rng=rng, kinds=(TIMES, kind)), today=TODAY, start=START)
            for _ in range(100)
        ]
        assert [one.change for one in found].count(change) <= 8
    lost = growth_of(answers((2.0, -1.0), each=200, rng=rng, kinds=(TIMES, kind)), today=TODAY, start=START)
    assert lost.change is Change.DOWN, "more than harder cards explain"


@pytest.mark.nightly
def test_some_bad_days_are_no_loss() -> None:
    """Students have a session a week, and their level differs from day to day."""
    rng = Random(13)
    found = [
        growth_of(answers((2.0, 2.0), each=240, rng=rng, days=4, days_vary=0.3), today=TODAY, start=START).change
        for _ in range(600)
    ]
    assert found.count(Change.DOWN) + found.count(Change.UP) <= 84


@pytest.mark.parametrize("days_vary", [0.0, 0.9])
def test_in_a_class_with_bad_days_few_students_seem_to_change(days_vary: float) -> None:
    """The days of the class tell how much days differ; of 100 students who do not change, few are said to."""
    rng = Random(13)
    found = [answers((2.0, 2.0), each=80, rng=rng, days=4, days_vary=days_vary) for _ in range(100)]
    of_class = days_of_blocks(found[:24])
    changes = [growth_of(some, today=TODAY, start=START, of_class=of_class).change for some in found]
    assert changes.count(Change.UP) + changes.count(Change.DOWN) <= 16
    grown = [answers((0.8, 2.2), each=80, rng=rng, days=4, days_vary=days_vary) for _ in range(40)]
    ups = [growth_of(some, today=TODAY, start=START, of_class=of_class).change for some in grown].count(Change.UP)
    assert ups >= (12 if days_vary else 30)


def test_two_decks_in_turn_are_no_better_and_worse_days() -> None:
    """Every second day, the cards of the whole class are harder by 2.5 logits. Of 24 students, 12 improve."""
    rng = Random(13)
    found = [on_two_decks(0.6 if at < 12 else -0.6, 0.6, rng) for at in range(24)]
    of_class = days_of_blocks(found)
    changes = [growth_of(some, today=TODAY, start=START, of_class=of_class).change for some in found]
    assert changes[:12].count(Change.UP) <= 2
    assert changes[12:].count(Change.UP) >= 10


def on_two_decks(earlier: float, later: float, rng: Random) -> list[Answered]:
    """Return a student's answers on four days of each block, with an easy deck and a hard one in turn."""
    found = []
    for one in answers((earlier, later), each=96, rng=rng, days=4):
        hard = 1.3 if one.day.toordinal() % 2 else -1.2
        level = earlier if block_of(one.day) == block_of(TODAY) - 2 else later
        is_right = rng.random() < 1 / (1 + math.exp(hard - level))
        found.append(one._replace(difficulty=hard, is_right=is_right))
    return found


def days_of_blocks(students: list[list[Answered]]) -> list[list[ExpectedDay]]:
    """Return the days of all students in each block, beside those of the classmates."""
    blocks: dict[int, dict[str, dict[date, tuple[int, int]]]] = {}
    for number, some in enumerate(students):
        for one in some:
            of_student = blocks.setdefault(block_of(one.day), {}).setdefault(str(number), {})
            right, trials = of_student.get(one.day, (0, 0))
            of_student[one.day] = right + one.is_right, trials + 1
    return [days for of_block in blocks.values() for days in beside_classmates(of_block)]


def test_proportions_use_the_same_equations() -> None:
    growth = growth_of(answers((1.0, 2.5), each=200, rng=Random(3)), today=TODAY, start=START)
    assert growth.change is Change.UP
    assert growth.earlier is not None
    assert growth.later is not None
    assert growth.interval is not None
    assert growth.interval.low < growth.later - growth.earlier < growth.interval.high


class Writer(NamedTuple):
    """How a student answers exit tickets."""

    seconds: float
    """Mean for a question."""
    varies: float = 0.5
    """Standard deviation of the log of the seconds, from question to question."""
    days_vary: float = 0.1
    """The same from ticket to ticket."""
    right: float = 0.85
    gives_up: float = math.inf
    """Seconds after which a question is answered wrongly."""
    limit: Callable[[int], float] = lambda _ticket: 60

    def rate(self, ticket: int, rng: Random, *, growth: float = 0.0) -> float:
        """Write a ticket, and return the correct answers per minute."""
        usual = self.seconds * math.exp(rng.gauss(0, self.days_vary) - growth * ticket)
        right, limit = 0, self.limit(ticket)
        left = limit
        while True:
            needed = usual * math.exp(rng.gauss(-(self.varies**2) / 2, self.varies))
            left -= min(needed, self.gives_up)
            if left < 0:
                return 60 * right / limit
            right += needed <= self.gives_up and rng.random() < self.right


WRITERS = {
    "fast": Writer(4, right=0.9),
    "slow": Writer(15),
    "gives up": Writer(15, varies=0.6, gives_up=20),
    "other days": Writer(15, days_vary=0.4),
    "very slow": Writer(25, varies=0.6),
    "guesses": Writer(5, right=0.15),
    "longer later": Writer(15, varies=0.4, limit=lambda ticket: 60 if ticket < 8 else 120),
    "shorter later": Writer(15, varies=0.4, limit=lambda ticket: 120 if ticket < 8 else 60),
}


def ever_said(writer: Writer, *, tickets: int, growth: float = 0.0, students: int = 200) -> dict[Change, float]:
    """Return the share of students of whom a teacher who looks after each ticket is ever told of a change."""
    rng, limits = Random(21), [writer.limit(ticket) for ticket in range(tickets)]
    said = {Change.UP: 0, Change.DOWN: 0}
    for _ in range(students):
        rates = [writer.rate(ticket, rng, growth=growth) for ticket in range(tickets)]
        looks = {ticket_growth(range(end), rates[:end], limits[:end]).change for end in range(1, tickets + 1)}
        for change in said.keys() & looks:
            said[change] += 1
    return {change: count / students for change, count in said.items()}


@pytest.mark.parametrize("kind", WRITERS)
def test_students_who_stay_as_fast_are_seldom_called_faster_or_slower(kind: str) -> None:
    said = ever_said(WRITERS[kind], tickets=24)
    assert max(said.values()) <= 0.05


def test_slow_students_who_get_faster_are_found() -> None:
    said = ever_said(WRITERS["slow"], tickets=24, growth=0.04, students=50)
    assert said[Change.UP] >= 0.8
    assert said[Change.DOWN] == 0


def test_a_line_has_a_band() -> None:
    middle, low, high = ticket_growth(range(16), [10.0 + week for week in range(16)], [60] * 16).band(8)
    assert low < middle < high


def test_the_same_rate_each_time_is_no_change() -> None:
    assert ticket_growth(range(12), [3.0] * 12, [60] * 12).change is Change.SAME


def test_tickets_of_other_lengths_are_not_compared() -> None:
    rates = [2.0] * 6 + [9.0] * 6
    assert ticket_growth(range(12), rates, [60] * 12).change is Change.UP
    assert ticket_growth(range(12), rates, [60] * 6 + [120] * 6).change is Change.SAME
    assert ticket_growth(range(12), rates, [60, 59.5] * 6).change is Change.UP


@pytest.mark.parametrize("slower", [1.4, 1 / 1.4], ids=["harder", "easier"])
def test_other_equations_make_no_one_slower_or_faster(slower: float) -> None:
    """Students do not change, but the class has another deck from the twelfth ticket on."""
    rng, said = Random(5), {Change.UP: 0, Change.DOWN: 0}
    kinds = [int(ticket >= 12) for ticket in range(24)]
    for _ in range(200):
        rates = [Writer(10 * slower**kind).rate(ticket, rng) for ticket, kind in enumerate(kinds)]
        looks = {ticket_growth(range(end), rates[:end], [60] * end, kinds[:end]).change for end in range(8, 25)}
        for change in said:
            said[change] += change in looks
    assert max(said.values()) <= 14
    rates = [10.0 + ticket for ticket in range(24)]
    mixed = ticket_growth(range(24), rates, [60] * 24, [0, 1] * 12)
    assert (mixed.change, mixed.line, mixed.tickets, mixed.is_mixed) == (Change.UP, None, 24, True)
    assert ticket_growth(range(24), rates, [60] * 24, range(24)).change is Change.TOO_FEW


def test_a_day_that_is_bad_for_the_whole_class_is_no_change() -> None:
    """All students stay the same, but on one day of four in a block, few of the class's answers are correct."""
    rng, days = Random(7), 4
    for bad in (0, days):
        first = TODAY - timedelta(days=5 + BLOCK_DAYS * 2)
        classmates = {
            first + timedelta(days=at % days + BLOCK_DAYS * (at // days)): (80 if at == bad else 250, 320)
            for at in range(2 * days)
        }
        drill = list(classmates)[bad]
        found = []
        for _ in range(24):
            some = [
                one._replace(is_right=rng.random() < 0.3) if one.day == drill else one
                for one in answers((2.0, 2.0), each=64, rng=rng, days=days)
            ]
            growth = growth_of(some, today=TODAY, start=START, classmates=classmates)
            assert drill in growth.left_out
            assert growth.answers[bad // days] == 48
            found.append(growth.change)
        assert sum(one is not Change.SAME for one in found) <= 5


def test_growth_is_less_certain_in_a_class_whose_days_differ() -> None:
    """Half of the days are better for the whole class, such as mornings."""
    some = answers((1.4, 2.4), each=64, rng=Random(5), days=4)
    widths = []
    for better in (250, 275):
        classmates = {one.day: (better if one.day.toordinal() % 2 else 500 - better, 320) for one in some}
        growth = growth_of(some, today=TODAY, start=START, classmates=classmates)
        assert growth.interval is not None
        assert not growth.left_out
        widths.append(growth.interval.high - growth.interval.low)
    assert widths[1] > 1.1 * widths[0]


def test_a_class_whose_days_all_differ_has_no_unusual_ones() -> None:
    """On the worst day of each block, the class is more than a logit below its median of the block."""
    some = answers((1.4, 1.4), each=64, rng=Random(5), days=4)
    shares = [0.84, 0.6, 0.9, 0.76, 0.62, 0.9, 0.82, 0.72]
    days = sorted({one.day for one in some})
    classmates = {day: (round(320 * share), 320) for day, share in zip(days, shares, strict=True)}
    assert growth_of(some, today=TODAY, start=START, classmates=classmates).left_out == ()


@pytest.mark.nightly
def test_in_a_class_whose_days_differ_few_students_seem_to_change() -> None:
    """No one changes, but every day is better or worse for the whole class, by 0.8 logits (standard deviation)."""
    rng, said, compared = Random(17), 0, 0
    for _ in range(60):
        class_days = [rng.gauss(0, 0.8) for _ in range(8)]
        students = [answers((1.4, 1.4), each=80, rng=rng, days=4, class_days=class_days) for _ in range(10)]
        of_class = days_of_blocks(students)
        totals = totals_by_day(map(by_day, students))
        for some in students:
            own = by_day(some)
            classmates = {day: (right - own[day][0], trials - own[day][1]) for day, (right, trials) in totals.items()}
            growth = growth_of(some, today=TODAY, start=START, of_class=of_class, classmates=classmates)
            said += growth.change is not Change.SAME
            compared += 1
    assert said <= 0.15 * compared, "10%, plus chance: the days of a class concern all its students"


def by_day(some: list[Answered]) -> dict[date, tuple[int, int]]:
    days: dict[date, tuple[int, int]] = {}
    for one in some:
        right, trials = days.get(one.day, (0, 0))
        days[one.day] = right + one.is_right, trials + 1
    return days


def test_a_class_that_improves_has_no_unusual_days() -> None:
    levels = (0.5, 2.0)
    some = answers(levels, each=64, rng=Random(8), days=4)
    classmates = {one.day: (270 if one.day >= TODAY - timedelta(days=5 + BLOCK_DAYS) else 160, 320) for one in some}
    growth = growth_of(some, today=TODAY, start=START, classmates=classmates)
    assert (growth.change, growth.left_out) == (Change.UP, ())
