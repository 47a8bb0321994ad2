"""The page about retention of answers and names."""

from __future__ import annotations

from dataclasses import dataclass

from classroom import clock
from classroom.clock import local_day
from classroom.i18n import _, ngettext
from classroom.presenters.moments import day_text, moment_text
from classroom.presenters.words import facts_text, number_text
from classroom.services.maintenance import retention
from classroom.services.maintenance.retention import ANSWERS_YEARS, NAMES_MONTHS, NOTICE, Due, Limits

Choices = tuple[tuple[str, str], ...]
KEEP = "keep"
"""The choice of no limit."""


@dataclass(frozen=True, slots=True)
class DueLine:
    class_name: str
    owner_name: str
    text: str
    """"3 sessions with 120 answers, 2 names"."""


@dataclass(frozen=True, slots=True)
class RetentionPage:
    """The rules, and what would be deleted."""

    is_on: bool
    rules: tuple[str, ...]
    """The current rules, one sentence each."""
    starts_on: str | None
    """The first day of deletion, if in the future."""
    last_run: str | None
    preview: tuple[DueLine, ...] | None
    """What the chosen limits would delete now; None without a choice."""
    notice_days: int


def retention_page(limits: Limits | None) -> RetentionPage:
    """Build the page.

    :param limits: limits to preview; None for the current ones
    """
    kept = retention.rules()
    in_force = Limits(kept.answers_years, kept.names_months) if kept else Limits()
    shown = limits or in_force
    now = clock.now()
    has_preview = limits is not None or in_force != Limits()
    return RetentionPage(
        is_on=in_force != Limits(),
        rules=rules_texts(in_force),
        starts_on=day_text(local_day(kept.starts_at)) if kept and kept.starts_at > now else None,
        last_run=moment_text(kept.ran_at) if kept and kept.ran_at else None,
        preview=tuple(map(_line, retention.due(shown, at=now))) if has_preview else None,
        notice_days=NOTICE.days,
    )


def retention_notice(class_id: str) -> str:
    """Return what will be deleted in a class within two weeks; "" if nothing."""
    kept = retention.rules()
    if kept is None:
        return ""
    until = max(kept.starts_at, clock.now() + NOTICE)
    limits = Limits(kept.answers_years, kept.names_months)
    found = retention.due(limits, at=until, class_ids=[class_id])
    if not found:
        return ""
    return _(
        "By %(day)s, your school’s rules delete from this class: %(what)s. Download reports before.",
        day=day_text(local_day(until)),
        what=_line(found[0]).text,
    )


def answers_choices() -> Choices:
    years = ((str(one), ngettext("%(num)d year", "%(num)d years", one)) for one in ANSWERS_YEARS)
    return ((KEEP, _("Until a teacher deletes them")), *years)


def names_choices() -> Choices:
    months = ((str(one), ngettext("%(num)d month", "%(num)d months", one)) for one in NAMES_MONTHS)
    return ((KEEP, _("Until a teacher deletes them")), *months)


def rules_texts(limits: Limits) -> tuple[str, ...]:
    lines = []
    if limits.answers_years is not None:
        text = ngettext(
            "Sessions, games, and answers are deleted %(num)d year after the session.",
            "Sessions, games, and answers are deleted %(num)d years after the session.",
            limits.answers_years,
        )
        lines.append(text)
    if limits.names_months is not None:
        text = ngettext(
            "Students’ names are deleted %(num)d month after they last took part.",
            "Students’ names are deleted %(num)d months after they last took part.",
            limits.names_months,
        )
        lines.append(text)
    return tuple(lines)


def _line(due: Due) -> DueLine:
    sessions = ngettext("%(num)d session", "%(num)d sessions", due.sessions)
    answers = ngettext("%(answers)s answer", "%(answers)s answers", due.answers, answers=number_text(due.answers))
    names = ngettext("%(num)d name", "%(num)d names", due.students)
    parts = [(due.sessions, sessions), (due.sessions, answers), (due.students, names)]
    return DueLine(due.class_name, due.owner_name, facts_text(text for number, text in parts if number))
