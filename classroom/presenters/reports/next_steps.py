"""What a teacher could do next, in a sentence or two with the numbers that say so."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.presenters.reports.words import given_text
from classroom.presenters.words import all_of, count, isolated
from classroom.reports.equations import MIN_ANSWERS_FOR_CLASS, EquationLine
from classroom.reports.statistics import MIN_ANSWERS, mean_percent
from classroom.reports.students import StudentLine

MOST_NAMES = 3
_EASY = 92
"""With more right than this, in per cent, a class learns little from going on like that."""


def steps_for_class(students: Sequence[StudentLine], equations: Sequence[EquationLine]) -> tuple[str, ...]:
    """At most three sentences: what to teach again, with whom to sit down, who should play more."""
    steps = [*teach_again(equations), *sit_down(students), *play_more(students)]
    mean = mean_percent(line.first for line in students)
    if not steps and mean is not None and mean > _EASY:
        steps = ["Nearly all first answers are right: try another deck or a larger board."]
    return tuple(steps) or ("Nothing stands out. Go on with this deck, and look again after the next session.",)


def steps_for_student(line: StudentLine, equations: Sequence[EquationLine]) -> tuple[str, ...]:
    """What to do with one student."""
    name = isolated(line.name)
    if not line.first.has_enough_answers:
        return (f"Let {name} play another game: fewer than {MIN_ANSWERS} first answers say too little.",)
    missed = [one for one in equations if one.first.missed >= 2]
    if missed:
        return (f"Let {name} show you how {_working_out(missed[:2])}.",)
    if line.first.missed:
        return (f"No equation was missed twice. Let {name} play on, and look again.",)
    return (f"Every first answer was right. Give {name} another deck or a larger board.",)


def teach_again(equations: Sequence[EquationLine]) -> list[str]:
    """The equation most missed, if it was missed by more than one in four and more than once."""
    for line in equations:
        first = line.first
        if first.trials >= MIN_ANSWERS_FOR_CLASS and first.missed >= 2 and first.missed * 4 > first.trials:
            top = line.wrong[0]
            often = f", most often {given_text(top.given)}" if top.count > 1 else ""
            return [f"Teach {line.equation} again: {first.missed} of {first.trials} first answers were wrong{often}."]
    return []


def sit_down(students: Sequence[StudentLine]) -> list[str]:
    """Students who are, beyond chance, below what the class does: the interval ends below the class's mean."""
    mean = mean_percent(line.first for line in students)
    if mean is None:
        return []
    below = [line for line in students if line.first.has_enough_answers and line.first.interval[1] < mean]
    if not below:
        return []
    chosen = sorted(below, key=lambda line: line.first.interval[1])[:MOST_NAMES]
    names = [isolated(line.name) for line in students if line in chosen]
    return [f"Sit down with {all_of(names)}: fewer of their first answers are right than is usual in this class."]


def play_more(students: Sequence[StudentLine]) -> list[str]:
    """Students with too few answers to say anything of them."""
    few = [isolated(line.name) for line in students if line.first.trials < MIN_ANSWERS]
    if not few:
        return []
    who = all_of(few) if len(few) <= MOST_NAMES else count(len(few), "student")
    if len(few) == len(students):
        who = "the class"
    return [f"Let {who} play more: fewer than {MIN_ANSWERS} first answers say too little."]


def _working_out(lines: Sequence[EquationLine]) -> str:
    parts = [f"{line.equation} goes (missed {line.first.missed} of {line.first.trials} times)" for line in lines]
    return all_of(parts)
