"""Show what an import would do to each student."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.presenters.moments import day_text
from classroom.presenters.words import facts_text, isolated
from classroom.services.errors import RosterErrorCode, ServiceError
from classroom.services.rosters.comparing import Change, RowChange
from classroom.services.rosters.drafts import row_key
from classroom.services.rosters.people import Absence, WrongRow

_HEADINGS = {
    Change.ADDED: lazy_gettext("New"),
    Change.CHANGED: lazy_gettext("Changed"),
    Change.RESTORED: lazy_gettext("Restored"),
    Change.ARCHIVED: lazy_gettext("Archived"),
    Change.AWAY: lazy_gettext("Not in the class today"),
    Change.UNCHANGED: lazy_gettext("Unchanged"),
}
_COUNTED: Mapping[Change, Callable[[int], str]] = {
    Change.ADDED: lambda num: ngettext("%(num)d new", "%(num)d new", num),
    Change.CHANGED: lambda num: ngettext("%(num)d changed", "%(num)d changed", num),
    Change.RESTORED: lambda num: ngettext("%(num)d restored", "%(num)d restored", num),
    Change.ARCHIVED: lambda num: ngettext("%(num)d archived", "%(num)d archived", num),
    Change.AWAY: lambda num: ngettext("%(num)d not in the class today", "%(num)d not in the class today", num),
    Change.UNCHANGED: lambda num: ngettext("%(num)d unchanged", "%(num)d unchanged", num),
}
_EXPLAINED = {
    Change.RESTORED: lazy_gettext(
        "They were archived, and are restored with their answers. If one of them is a different "
        "child, cancel the import and add an initial in the file."
    ),
    Change.ARCHIVED: lazy_gettext("The school’s file says that they have left. All their answers are kept."),
    Change.AWAY: lazy_gettext(
        "Based on the dates or the status in the file. They are not added, and students on your roster "
        "stay there. If a student has left, archive the student on their page."
    ),
}
NOT_STUDENTS = frozenset(
    {
        RosterErrorCode.LINE_ABOVE_HEADINGS,
        RosterErrorCode.LINE_IS_TITLE,
        RosterErrorCode.NO_STUDENT,
        RosterErrorCode.ROW_IS_SUMMARY,
    }
)
"""Reasons to skip a line that need no correction."""
PASTED = "Pasted text"
"""Stored file name of pasted names."""
FROM_SERVICE = "Roster service"
"""Stored file name of data from the district's roster service."""
FROM_LMS = "LMS"
"""Stored file name of data from the school's LMS."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    name: str
    old_name: str | None
    facts: str = ""
    """Other changes."""
    key: str = ""
    """The name of a new student, which can be edited here; otherwise ""."""


@dataclass(frozen=True, slots=True)
class ShownPart:
    """Students with the same kind of change."""

    heading: str
    counted: str
    """Their number: "3 new"."""
    text: str
    rows: tuple[ShownRow, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class ShownIdConflict:
    """A row with the ID of a student who has another name."""

    key: str
    line: int
    name: str
    student_name: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class ShownWrong:
    line: int
    text: str
    sentence: str
    key: str = ""
    """Key of the field for a corrected name; "" if a different name would not help."""


def shown_parts(rows: Iterable[RowChange], *, class_key: str, with_whole_names: bool) -> Iterable[ShownPart]:
    """Group the students by kind of change. Students who keep a teacher's name are a separate group.

    :param with_whole_names: whether the teacher should check how first and last names were split.
    """
    rows = list(rows)
    renamed = [row for row in rows if row.change is Change.UNCHANGED and row.name_in_file]
    for kind in Change:
        if kind is Change.UNCHANGED and renamed:
            yield _renamed_part(tuple(_row(row, class_key) for row in renamed))
        alike = tuple(
            _row(row, class_key, with_whole_name=with_whole_names)
            for row in rows
            if row.change is kind and row not in renamed
        )
        if alike:
            yield ShownPart(
                heading=str(_HEADINGS[kind]),
                counted=_COUNTED[kind](len(alike)),
                text=str(_EXPLAINED.get(kind, "")),
                rows=alike,
                is_folded=kind is Change.UNCHANGED,
            )


def _renamed_part(rows: tuple[ShownRow, ...]) -> ShownPart:
    return ShownPart(
        heading=_("Renamed here"),
        counted=ngettext("%(num)d renamed here", "%(num)d renamed here", len(rows)),
        text=_("A teacher renamed them. They keep these names, even if the file has others."),
        rows=rows,
        is_folded=False,
    )


def _row(row: RowChange, class_key: str, *, with_whole_name: bool = False) -> ShownRow:
    facts = []
    if with_whole_name and row.whole_name not in {"", row.name}:
        facts.append(isolated(row.whole_name))
    if row.old_name_in_file is not None:
        facts.append(
            _(
                "stays %(name)s here, was %(old)s in the file and is %(new)s now",
                name=isolated(row.name),
                old=isolated(row.old_name_in_file),
                new=isolated(row.name_in_file or ""),
            )
        )
    elif row.name_in_file is not None:
        facts.append(_("%(name)s in the file", name=isolated(row.name_in_file)))
    if row.absence is not None:
        facts.append(_absence_fact(row.absence))
        facts.extend([_("stays on your roster")] if row.student_id else [])
    if row.group is not None:
        facts.append(_group_fact(isolated(row.group), isolated(row.old_group) if row.old_group else None))
    if row.level is not None:
        facts.append(_("grade %(grade)s", grade=row.level))
    if row.source_id is not None and row.change is not Change.ADDED:
        facts.append(_("ID added"))
    key = row_key(class_key, row.line) if row.change is Change.ADDED else ""
    return ShownRow(row.name, row.old_name, facts_text(facts), key)


def _absence_fact(absence: Absence) -> str:
    if absence.status:
        return isolated(absence.status)
    day = _day_text(absence.day)
    return _("until %(day)s", day=day) if absence.is_over else _("from %(day)s", day=day)


def _day_text(text: str) -> str:
    """Return a date; as written in the file if it is ambiguous."""
    try:
        return day_text(date.fromisoformat(text))
    except ValueError:
        return isolated(text)


def _group_fact(group: str, old: str | None) -> str:
    if old is None:
        return _("group %(group)s", group=group)
    return _("group %(group)s (was %(old)s)", group=group, old=old)


def file_label(file_name: str) -> str:
    """Return the label of a roster file."""
    return {PASTED: _("Pasted text"), FROM_SERVICE: _("Roster service"), FROM_LMS: _("LMS")}.get(file_name, file_name)


def shown_wrong(row: WrongRow, class_key: str, error_message: Callable[[ServiceError], str]) -> ShownWrong:
    """Explain why a row is skipped."""
    text = row.text if len(row.text) <= 60 else f"{row.text[:60]}…"
    key = row_key(class_key, row.line) if row.rest is not None else ""
    return ShownWrong(row.line, text, error_message(ServiceError(row.code, **row.facts)), key)
