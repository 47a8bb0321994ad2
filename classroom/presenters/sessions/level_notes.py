"""Notes for a teacher about students for whom the chosen grades were too hard or too easy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from classroom.i18n import _, ngettext
from classroom.learning.plans import Dealing
from classroom.presenters.words import isolated, percent_text
from classroom.reports.fairness import FairnessLine

ENOUGH_CARDS = 10
"""Minimum number of cards for a note about levels."""
MANY_BELOW, MANY_ABOVE = 1 / 5, 1 / 3
"""Minimum proportions of cards from other grades for a note."""
TOO_HARD, TOO_EASY = 0.70, 0.91
"""Expected success rates beyond which even the best choice was too hard or too easy."""


def level_notes(lines: Iterable[FairnessLine], dealing: Dealing, *, has_other_grades: bool) -> tuple[str, ...]:
    """Return who got many cards from other grades, and for whom nothing suitable was left, in the order of the lines.

    :param has_other_grades: whether the class uses other grades when needed.
    """
    is_by_level = dealing is Dealing.BY_LEVEL
    return tuple(
        note
        for line in lines
        if line.dealt >= ENOUGH_CARDS
        for note in _notes(line, is_by_level=is_by_level, has_other_grades=has_other_grades)
    )


def _notes(line: FairnessLine, *, is_by_level: bool, has_other_grades: bool) -> Iterator[str]:
    student, expected = isolated(line.name), line.chances / line.dealt
    if line.below >= MANY_BELOW * line.dealt:
        text = ngettext(
            "%(student)s got %(num)d card from below grade %(grade)s.",
            "%(student)s got %(num)d cards from below grade %(grade)s.",
            line.below,
            student=student,
            grade=line.lowest,
        )
        yield _with_advice(text, _("Set a lower level?") if is_by_level else _("Choose lower grades next time?"))
    if line.above >= MANY_ABOVE * line.dealt:
        text = ngettext(
            "%(student)s got %(num)d card from above grade %(grade)s.",
            "%(student)s got %(num)d cards from above grade %(grade)s.",
            line.above,
            student=student,
            grade=line.highest,
        )
        yield _with_advice(text, _("Set a higher level?") if is_by_level else _("Choose higher grades next time?"))
    if expected > TOO_EASY:
        text = _(
            "The cards have become too easy for %(student)s: %(percent)s likely correct.",
            student=student,
            percent=percent_text(expected),
        )
        none_harder = _("The deck has no harder ones.")
        yield _with_advice(text, none_harder if has_other_grades else _("Turn on other grades, or raise the level."))
    if expected < TOO_HARD:
        text = _(
            "The cards are too hard for %(student)s: %(percent)s likely correct.",
            student=student,
            percent=percent_text(expected),
        )
        none_easier = _("The deck has no easier ones.")
        yield _with_advice(text, none_easier if has_other_grades else _("Turn on other grades, or lower the level."))


def _with_advice(text: str, advice: str) -> str:
    return _("%(text)s %(advice)s", text=text, advice=advice)
