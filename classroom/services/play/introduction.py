"""The introduction to the rules: six steps on a small board, which each student completes once before playing.

A student's progress is one number in the student's row, so it is the same on every device. It only increases, so pages
can tell which of two responses is newer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from sqlalchemy import update

from classroom.database import transaction
from classroom.models import Student
from engine import CLASSIC, NUMBERS
from engine.equations.reading import read_card

CARD = "card"
"""Tapped in the first step; later steps expect names of spaces: "D1"."""
_PER_STEP = 100
_PER_ROUND = 1000


class Step(IntEnum):
    """What the student learns next."""

    CARD = 1
    """Choose the card, or solve it if cards are solved ahead."""
    ANSWER = 2
    CHIP = 3
    OTHERS = 4
    REMOVE = 5
    ROW = 6
    DONE = 7
    """All steps are completed or skipped."""


@dataclass(frozen=True, slots=True)
class Introduction:
    round: int
    """How often the student repeated it."""
    step: Step
    misses: int
    """Wrong taps in this step."""

    @classmethod
    def of_number(cls, number: int) -> Introduction:
        """Decode a student's stored number.

        >>> Introduction.of_number(0), Introduction.of_number(1302).step.name
        (Introduction(round=0, step=<Step.CARD: 1>, misses=0), 'CHIP')
        """
        rounds, rest = divmod(number, _PER_ROUND)
        step, misses = divmod(rest, _PER_STEP)
        return cls(rounds, Step(min(max(step, Step.CARD), Step.DONE)), misses)

    @property
    def number(self) -> int:
        """Return the number to store."""
        return self.round * _PER_ROUND + self.step * _PER_STEP + self.misses

    def at(self, step: Step) -> Introduction:
        """Go to a step of this round."""
        return Introduction(self.round, step, 0)

    def missed(self) -> Introduction:
        """Count a wrong tap, and stay in this step."""
        return Introduction(self.round, self.step, min(self.misses + 1, _PER_STEP - 1))

    def again(self) -> Introduction:
        """Start over."""
        return Introduction(self.round + 1, Step.CARD, 0)


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """The board of the introduction, and the card to play."""

    labels: tuple[tuple[str, ...], ...]
    """Row by row; "" for the free corners."""
    face: str
    answer: str

    @property
    def target(self) -> str:
        """Return the space that shows the answer."""
        return next(
            f"{'ABCDE'[column]}{row}"
            for row, labels in enumerate(self.labels, start=1)
            for column, label in enumerate(labels)
            if label == self.answer
        )


OWN_CHIPS = ("D2", "D4", "D5")
OTHER_CHIPS = ("C2", "C3")
BLOCKED = "D3"
"""The space where another player puts a chip. The student removes it, then completes the row."""
ROW = ("D1", "D2", "D3", "D4", "D5")
_PROBLEM = "3 × 4"
_NUMBERS = """
 -  6  9 12  -
14 15 18 21 24
27 30 32 35 36
40 42 45 48 54
 - 56 63 64  -
"""
_CARDS = """
 - 6S 9C QD  -
2H 5C 8S 7D 4S
TH 3C 6D KS 9H
8C AS 4D 5H TC
 - 7S 2D KH  -
"""


@lru_cache
def small_board(edition: str) -> SmallBoard:
    """Return the introduction's board, with numbers or playing cards.

    >>> small_board("numbers").answer, small_board("numbers").target
    ('12', 'D1')
    """
    text = {NUMBERS.key: _NUMBERS, CLASSIC.key: _CARDS}[edition]
    labels = tuple(tuple(label.strip("-") for label in line.split()) for line in text.strip().splitlines())
    if edition == CLASSIC.key:
        return SmallBoard(labels, "QD", "QD")
    return SmallBoard(labels, _PROBLEM, str(read_card(_PROBLEM).answer))


def take_step(*, student_id: str, seen: int, tapped: str, typed: str | None = None) -> None:
    """Handle a student's tap: the correct one leads to the next step. A tap on an outdated page does nothing.

    :param seen: the progress that the page showed.
    :param tapped: `CARD` or the name of a space; any value in a step that only explains.
    :param typed: the answer typed for the card, if cards are solved ahead.
    """
    here = Introduction.of_number(seen)
    if here.step is Step.DONE:
        return
    is_right = _is_right(here.step, tapped, typed)
    _keep(student_id, seen, here.at(Step(here.step + 1)) if is_right else here.missed())


def skip_introduction(*, student_id: str, seen: int) -> None:
    _keep(student_id, seen, Introduction.of_number(seen).at(Step.DONE))


def begin_again(*, student_id: str, seen: int) -> None:
    _keep(student_id, seen, Introduction.of_number(seen).again())


def _is_right(step: Step, tapped: str, typed: str | None) -> bool:
    numbers = small_board(NUMBERS.key)
    match step:
        case Step.CARD:
            return tapped == CARD and (typed is None or typed.strip() == numbers.answer)
        case Step.ANSWER:
            return tapped == numbers.target
        case Step.REMOVE | Step.ROW:
            return tapped == BLOCKED
        case _:
            return True


def _keep(student_id: str, seen: int, reached: Introduction) -> None:
    with transaction() as session:
        is_current = (Student.id == student_id) & (Student.introduction == seen)
        session.execute(update(Student).where(is_current).values(introduction=reached.number))
