"""Detect students whose success rate dropped, if the app chooses their equations.

Then every student has about the same success rate, so a comparison with the class says nothing, and the app's own
predictions follow a change within a session. So students are compared with themselves: given the level from earlier
sessions (Rasch model with fixed difficulties), how many of the last answers should be correct?

Students have bad days, so a drop must also show without the worst session. Their skills differ, too: a change of
skills makes the comparison less certain. What typing costs differs among students, so typed answers are compared only
with earlier typed ones.

If most of the class gets fewer correct than before, its cards are harder than they seem, or are answered in another
way. Then only a student who falls behind the others has dropped.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import NamedTuple

from classroom.learning.accuracy import success
from classroom.learning.ledger import Channel, Observation
from engine.equations import difficulty

FIRST_ANSWERS = 36
"""Minimum answers in earlier sessions: with fewer, the level is too uncertain."""
RECENT_SESSIONS = 4
"""The sessions that are compared with those before. With two or three, some bad days in a row look like a drop."""
MIN_RECENT_ANSWERS = 12
SURE = 2.6
"""In standard errors. Students are checked after every session: in simulated terms, someone without a drop is named in
about 5 of 100 classes, although their days differ (docs/planted-classes.md)."""
_SURE_OF_REST = 2.2
"""The same without the worst of these sessions: one bad day is not a drop."""
_SESSIONS_KEPT = 12
_MIN_STUDENTS = 3
"""Minimum students with a comparison, to tell what happened to the whole class."""
_USUAL_CHANGE = 0.35
"""Standard deviation, in logits, of changes that need no attention: other skills, easier and harder facts."""
_SKILL_VARIANCE, _TYPING_VARIANCE = 0.3, 0.25
"""Variance of a student's skills around the student's level, and of the cost of typing around the class's."""
_SPREAD = 1.5
"""Prior standard deviation of levels, in logits: around the mean of the difficulties asked, or the earlier level."""
_NEAR = 0.001
_MOST_STEPS = 20


class _Answer(NamedTuple):
    asked: float
    """The equation's difficulty in logits."""
    is_right: bool
    skill: str
    is_typed: bool


class Drop(NamedTuple):
    """A student whose success rate dropped."""

    student: str
    right: int
    answers: int
    """In the latest sessions."""
    expected_right: float


@dataclass(slots=True)
class _History:
    sessions: list[tuple[str, list[_Answer]]] = field(default_factory=list)
    result: tuple[float, float, Drop] | None = None
    """The deviation in standard errors, also without the worst session, and counts; None with too few answers."""
    is_compared: bool = True


@dataclass(slots=True)
class DropWatch:
    """The answers of each student's latest sessions, added in order of time."""

    _histories: dict[str, _History] = field(default_factory=dict)

    def observe(self, seen: Observation) -> None:
        """Add a first answer. Ignores equations that the app did not choose."""
        if seen.expected is None:
            return
        if (one := self._histories.get(seen.student)) is None:
            one = self._histories[seen.student] = _History()
        if not one.sessions or one.sessions[-1][0] != seen.session:
            one.sessions = [*one.sessions[1 - _SESSIONS_KEPT :], (seen.session, [])]
        equation, is_typed = seen.equation, seen.channel is not Channel.BOARD
        one.sessions[-1][1].append(_Answer(difficulty(equation), seen.is_right, equation.skill, is_typed))
        one.is_compared = False

    def drops(self) -> tuple[Drop, ...]:
        """Return the students with a drop, most certain first."""
        for student, one in self._histories.items():
            if not one.is_compared:
                one.result = _compared(student, [answers for _, answers in one.sessions])
                one.is_compared = True
        results = [one.result for one in self._histories.values() if one.result]
        # If most students are below their own levels, only the rest of a deviation is the student's own.
        of_class = max(0.0, median(errors for errors, _, _ in results)) if len(results) >= _MIN_STUDENTS else 0.0
        found = [
            (errors, drop)
            for errors, of_rest, drop in results
            if errors - of_class >= SURE and of_rest - of_class >= _SURE_OF_REST
        ]
        return tuple(drop for _, drop in sorted(found, key=lambda one: (-one[0], one[1].student)))


def _compared(student: str, sessions: Sequence[Sequence[_Answer]]) -> tuple[float, float, Drop] | None:
    """Compare the latest sessions with those before, typed answers with typed ones."""
    before = [one for answers in sessions[:-RECENT_SESSIONS] for one in answers]
    forms = {one.is_typed for answers in sessions[-RECENT_SESSIONS:] for one in answers}
    known = {form for form in forms if sum(one.is_typed is form for one in before) >= FIRST_ANSWERS}
    earlier = [one for one in before if one.is_typed in known]
    latest = [[one for one in answers if one.is_typed in known] for answers in sessions[-RECENT_SESSIONS:]]
    recent = [one for answers in latest for one in answers]
    if not earlier or len(recent) < MIN_RECENT_ANSWERS:
        return None
    level, information = _level(earlier, fmean(one.asked for one in earlier))
    variance = 1 / information + _USUAL_CHANGE**2 + _variance_of_kinds(earlier, recent)
    missing = [_expected(answers, level) - sum(one.is_right for one in answers) for answers in latest]
    worst = missing.index(max(missing))
    rest = [one for at, answers in enumerate(latest) for one in answers if at != worst]
    right = sum(one.is_right for one in recent)
    drop = Drop(student, right, len(recent), _expected(recent, level))
    return _errors(recent, level, variance), _errors(rest, level, variance), drop


def _expected(answers: Sequence[_Answer], level: float) -> float:
    """Return how many correct answers a level predicts."""
    return sum(success(level - one.asked) for one in answers)


def _errors(answers: Sequence[_Answer], level: float, variance: float) -> float:
    """Return how far answers are below a level, in standard errors, given its variance.

    Levels are compared, not counts: where few misses are expected, chance often produces many more, never many fewer.
    What answers tell depends on the level: that halfway between both counts.
    """
    latest, _ = _level(answers, level)
    return (level - latest) / math.sqrt(1 / _information(answers, (level + latest) / 2) + variance)


def _variance_of_kinds(earlier: Sequence[_Answer], recent: Sequence[_Answer]) -> float:
    """Return the variance of the difference between two levels that other skills and other forms explain."""
    before, after = (Counter(one.skill for one in some) for some in (earlier, recent))
    shares = (after[skill] / len(recent) - before[skill] / len(earlier) for skill in before | after)
    typed = fmean(one.is_typed for one in recent) - fmean(one.is_typed for one in earlier)
    return _SKILL_VARIANCE * sum(share**2 for share in shares) + _TYPING_VARIANCE * typed**2


def _level(answers: Sequence[_Answer], middle: float) -> tuple[float, float]:
    """Estimate a level in logits (posterior mode, by Newton's method), with its information.

    :param middle: the mean of the prior
    """
    level, right = middle, sum(one.is_right for one in answers)
    for _ in range(_MOST_STEPS):
        slope = right - _expected(answers, level) - (level - middle) / _SPREAD**2
        step = min(max(slope / _information(answers, level), -1.0), 1.0)
        level += step
        if abs(step) < _NEAR:
            break
    return level, _information(answers, level)


def _information(answers: Sequence[_Answer], level: float) -> float:
    """Return the information about a level that answers and the prior contain."""
    chances = [success(level - one.asked) for one in answers]
    return sum(chance * (1 - chance) for chance in chances) + 1 / _SPREAD**2
