"""What a teacher could do next: a sentence or two, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.i18n import _, ngettext
from classroom.presenters.words import all_of, isolated, isolated_equation
from classroom.reports.equations import MIN_ANSWERS_FOR_CLASS, EquationLine
from classroom.reports.statistics import MIN_ANSWERS, mean_percent
from classroom.reports.students import StudentLine

MOST_NAMES = 3
_EASY = 92
"""Above this percentage of correct first answers, a class learns little from the same cards."""


def steps_for_class(students: Sequence[StudentLine], equations: Sequence[EquationLine]) -> tuple[str, ...]:
    """Suggest at most three steps: what to teach again, which students to meet, which should play more."""
    steps = [*teach_again(equations), *sit_down(students), *play_more(students)]
    mean = mean_percent(line.first for line in students)
    if not steps and mean is not None and mean > _EASY:
        steps = [_("Nearly all first answers are correct. Try another deck or a larger board.")]
    return tuple(steps) or (_("No clear pattern yet. Use this deck again and check after the next session."),)


def steps_for_student(line: StudentLine, equations: Sequence[EquationLine]) -> tuple[str, ...]:
    """Suggest what to do with one student."""
    name = isolated(line.name)
    if not line.first.has_enough_answers:
        return (_("Have %(student)s play another game: %(least)s first answers are needed.", **_needed(name)),)
    missed = [one for one in equations if one.first.missed >= 2]
    if missed:
        equations_text = all_of([_missed_text(one) for one in missed[:2]])
        return (_("Ask %(student)s to show you how to solve %(equations)s.", student=name, equations=equations_text),)
    if line.first.missed:
        return (_("No equation was missed twice. Have %(student)s keep playing, then check again.", student=name),)
    return (_("Every first answer was correct. Give %(student)s another deck or a larger board.", student=name),)


def teach_again(equations: Sequence[EquationLine]) -> list[str]:
    """Name the equation missed most, if more than one in four first answers missed it, and more than one."""
    for line in equations:
        first = line.first
        if first.trials >= MIN_ANSWERS_FOR_CLASS and first.missed >= 2 and first.missed * 4 > first.trials:
            return [_teach_again_text(line)]
    return []


def sit_down(students: Sequence[StudentLine]) -> list[str]:
    """Name students who are below the class beyond chance: their interval ends below the class's average."""
    mean = mean_percent(line.first for line in students)
    if mean is None:
        return []
    below = [line for line in students if line.first.has_enough_answers and line.first.interval[1] < mean]
    if not below:
        return []
    chosen = sorted(below, key=lambda line: line.first.interval[1])[:MOST_NAMES]
    names = [isolated(line.name) for line in students if line in chosen]
    return [_("Meet with %(students)s: their first-try accuracy is below the class average.", students=all_of(names))]


def play_more(students: Sequence[StudentLine]) -> list[str]:
    """Name students with too few answers for any conclusion."""
    few = [isolated(line.name) for line in students if line.first.trials < MIN_ANSWERS]
    if not few:
        return []
    if len(few) == len(students):
        return [_("Have the class play more: each student needs %(least)s first answers.", least=MIN_ANSWERS)]
    if len(few) <= MOST_NAMES:
        return [_("Have %(student)s play more: %(least)s first answers are needed.", **_needed(all_of(few)))]
    return [
        ngettext(
            "Have %(num)d student play more: %(least)s first answers are needed.",
            "Have %(num)d students play more: each needs %(least)s first answers.",
            len(few),
            least=MIN_ANSWERS,
        )
    ]


def _needed(student: str) -> dict[str, object]:
    return {"student": student, "least": MIN_ANSWERS}


def _teach_again_text(line: EquationLine) -> str:
    top, facts = line.wrong[0], {"equation": isolated_equation(line.equation), "missed": line.first.missed}
    if top.count <= 1:
        return ngettext(
            "Reteach %(equation)s: %(missed)s of %(num)d first answer was incorrect.",
            "Reteach %(equation)s: %(missed)s of %(num)d first answers were incorrect.",
            line.first.trials,
            **facts,
        )
    if top.given is None:
        return ngettext(
            "Reteach %(equation)s: %(missed)s of %(num)d first answer was incorrect. Most traded it in by mistake.",
            "Reteach %(equation)s: %(missed)s of %(num)d first answers were incorrect. Most traded it in by mistake.",
            line.first.trials,
            **facts,
        )
    return ngettext(
        "Reteach %(equation)s: %(missed)s of %(num)d first answer was incorrect, most often %(answer)s.",
        "Reteach %(equation)s: %(missed)s of %(num)d first answers were incorrect, most often %(answer)s.",
        line.first.trials,
        answer=top.given,
        **facts,
    )


def _missed_text(line: EquationLine) -> str:
    return ngettext(
        "%(equation)s (missed %(missed)s of %(num)d time)",
        "%(equation)s (missed %(missed)s of %(num)d times)",
        line.first.trials,
        equation=isolated_equation(line.equation),
        missed=line.first.missed,
    )
