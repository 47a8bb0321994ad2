"""The dealing audit of a class: what the app dealt, whether goals were met, and whether it was fair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.learning.statistics import wilson_interval
from classroom.presenters.sessions.fairness import grades_text, numbers_text, success_text, winning_text
from classroom.presenters.words import facts_text, percent_text
from classroom.reports.dealing import DealtAudit
from classroom.reports.fairness import FairnessLine
from classroom.reports.statistics import Proportion

LOWEST, HIGHEST = 0.75, 0.90
"""The target band of dealing: proportions of correct first answers."""
LEAST_BACK, MOST_SOON = 0.80, 0.02
MIN_ANSWERS = 20
"""Minimum first answers; with fewer, chance alone can leave the band."""
MIN_CASES = 10
"""Minimum missed families for a proportion."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    cards: FairnessLine
    audit: DealtAudit
    grades: str
    other: str
    """Cards from other grades than the chosen ones: "3 below, 1 above"; "" for none."""
    expected: str
    verdict: str
    """"too hard" or "too easy"; "" if within the band, or not certainly outside."""


@dataclass(frozen=True, slots=True)
class DealingAudit:
    dealt: int
    sentences: tuple[str, ...]
    lines: tuple[AuditLine, ...]
    sort: str


def show_audit(
    lines: Sequence[FairnessLine], audits: Mapping[str, DealtAudit], *, sort: str | None = None
) -> DealingAudit:
    """Build the page.

    :param sort: "accuracy", "back", or "soon": lowest values first; otherwise by name
    """
    shown = [_line(line, audits.get(line.student_id, _NOTHING)) for line in lines]
    key = _SORTS.get(sort or "")
    return DealingAudit(
        dealt=sum(line.dealt for line in lines),
        sentences=(
            _outside(shown),
            _back(shown),
            _soon(shown),
            numbers_text(lines),
            success_text(lines),
            winning_text(lines),
        ),
        lines=tuple(sorted(shown, key=key) if key else shown),
        sort=sort if sort and key else "name",
    )


_NOTHING = DealtAudit(Proportion(), 0, Proportion())


def _line(line: FairnessLine, found: DealtAudit) -> AuditLine:
    return AuditLine(
        cards=line,
        audit=found,
        grades=grades_text(line),
        other=_other_grades(line),
        expected="–" if line.expected is None else percent_text(line.expected / 100),
        verdict=_verdict(line.first),
    )


def _other_grades(line: FairnessLine) -> str:
    below = ngettext("%(num)d below", "%(num)d below", line.below)
    above = ngettext("%(num)d above", "%(num)d above", line.above)
    return facts_text([text for text, count in ((below, line.below), (above, line.above)) if count])


def _verdict(first: Proportion) -> str:
    """Return a verdict if the whole likely range is outside the band."""
    if first.trials < MIN_ANSWERS:
        return ""
    low, high = wilson_interval(first.right, first.trials, 0.90)
    if high < LOWEST:
        return _("too hard")
    return _("too easy") if low > HIGHEST else ""


def _outside(lines: Sequence[AuditLine]) -> str:
    enough = [line for line in lines if line.cards.first.trials >= MIN_ANSWERS]
    if not enough:
        return _("Not enough answers yet to tell whether the cards were at the right level.")
    return ngettext(
        "%(outside)s of %(num)d student is very likely outside %(low)s to %(high)s correct on first try.",
        "%(outside)s of %(num)d students are very likely outside %(low)s to %(high)s correct on first try.",
        len(enough),
        outside=sum(bool(line.verdict) for line in enough),
        low=percent_text(LOWEST),
        high=percent_text(HIGHEST),
    )


def _back(lines: Sequence[AuditLine]) -> str:
    back = sum((line.audit.back for line in lines), Proportion())
    waiting = sum(line.audit.waiting for line in lines)
    if back.trials < MIN_CASES:
        return _(
            "Too few missed fact families yet to tell whether they come back (%(count)s of %(least)s). "
            "Still waiting: %(waiting)s.",
            count=back.trials,
            least=MIN_CASES,
            waiting=waiting,
        )
    return _(
        "%(back)s of %(count)s missed fact families came back within 3 sessions (goal: %(goal)s). "
        "Still waiting: %(waiting)s.",
        back=back.right,
        count=back.trials,
        goal=percent_text(LEAST_BACK),
        waiting=waiting,
    )


def _soon(lines: Sequence[AuditLine]) -> str:
    soon = sum((line.audit.soon for line in lines), Proportion())
    return ngettext(
        "%(soon)s of %(num)d card repeated one of the student’s last 20 equations (goal: at most %(goal)s).",
        "%(soon)s of %(num)d cards repeated one of the student’s last 20 equations (goal: at most %(goal)s).",
        soon.trials,
        soon=soon.right,
        goal=percent_text(MOST_SOON),
    )


def _share(share: Proportion) -> float:
    return share.right / share.trials if share.trials else -1.0


_SORTS: Mapping[str, Callable[[AuditLine], tuple[bool, float]]] = {
    "accuracy": lambda line: (not line.cards.first.has_enough_answers, _share(line.cards.first)),
    "back": lambda line: (not line.audit.back.trials, _share(line.audit.back)),
    "soon": lambda line: (not line.audit.soon.trials, -_share(line.audit.soon)),
}
