"""What an import would do to each student, as its page shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from classroom.presenters.words import isolated
from classroom.services.errors import ServiceError
from classroom.services.rosters.comparing import Change, RowChange
from classroom.services.rosters.drafts import row_key
from classroom.services.rosters.people import WrongRow

_HEADINGS = {
    Change.ADDED: "New",
    Change.CHANGED: "Changed",
    Change.RESTORED: "Restored",
    Change.ARCHIVED: "Archived",
    Change.AWAY: "Not in the class today",
    Change.UNCHANGED: "Unchanged",
}
_EXPLAINED = {
    Change.RESTORED: "They have left the class before, and come back with their answers. Is one of them another child? "
    "Then leave it, and add an initial in the file.",
    Change.ARCHIVED: "The school’s file says that they have left. They go off the roster; all their answers are kept.",
    Change.AWAY: "So say the dates in the school’s file. They are not added, and who is on your roster stays there. "
    "Has one left? Say so on the student’s own page.",
}
_OWN_NAMES = "Called otherwise here"
_OWN_NAMES_EXPLAINED = "A teacher has renamed them. These names stay, whatever the file says."


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One student."""

    name: str
    old_name: str | None
    facts: str = ""
    """What else changes."""
    key: str = ""
    """Of a new student, whose name can be changed here; else ""."""


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The students to whom the same happens."""

    heading: str
    text: str
    rows: tuple[ShownRow, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class ShownIdConflict:
    """A row with the number of a student who has another name."""

    key: str
    line: int
    name: str
    student_name: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class ShownWrong:
    """A row that is left out."""

    line: int
    text: str
    sentence: str
    key: str = ""
    """Where a name can be typed that makes it right; else ""."""


def shown_parts(rows: Iterable[RowChange], *, class_key: str, with_whole_names: bool) -> Iterable[ShownPart]:
    """Group the students by what happens to them; those who keep a teacher's name are not among the unchanged.

    :param with_whole_names: whether the teacher should check if first and last names were told apart well.
    """
    rows = list(rows)
    renamed = [row for row in rows if row.change is Change.UNCHANGED and row.name_in_file]
    for kind in Change:
        if kind is Change.UNCHANGED and renamed:
            yield ShownPart(
                _OWN_NAMES, _OWN_NAMES_EXPLAINED, tuple(_row(row, class_key) for row in renamed), is_folded=False
            )
        alike = tuple(
            _row(row, class_key, with_whole_name=with_whole_names)
            for row in rows
            if row.change is kind and row not in renamed
        )
        if alike:
            yield ShownPart(_HEADINGS[kind], _EXPLAINED.get(kind, ""), alike, is_folded=kind is Change.UNCHANGED)


def _row(row: RowChange, class_key: str, *, with_whole_name: bool = False) -> ShownRow:
    facts = []
    if with_whole_name and row.whole_name:
        facts.append(isolated(row.whole_name))
    if row.old_name_in_file is not None:
        facts.append(
            f"stays {isolated(row.name)} here; the file says {isolated(row.name_in_file or '')} now, "
            f"and said {isolated(row.old_name_in_file)} before"
        )
    elif row.name_in_file is not None:
        facts.append(f"{isolated(row.name_in_file)} in the file")
    if row.absence is not None:
        facts.append(f"{'until' if row.absence.is_over else 'from'} {isolated(row.absence.day)}")
        facts.extend(["stays on your roster"] if row.student_id else [])
    if row.group is not None:
        facts.append(f"group {isolated(row.group)}" + (f", was {isolated(row.old_group)}" if row.old_group else ""))
    if row.level is not None:
        facts.append(f"grade {row.level}")
    if row.source_id is not None and row.change is not Change.ADDED:
        facts.append("ID added")
    key = row_key(class_key, row.line) if row.change is Change.ADDED else ""
    return ShownRow(row.name, row.old_name, "; ".join(facts), key)


def shown_wrong(row: WrongRow, class_key: str, error_message: Callable[[ServiceError], str]) -> ShownWrong:
    """Show why a row is left out."""
    text = row.text if len(row.text) <= 60 else f"{row.text[:60]}…"
    key = row_key(class_key, row.line) if row.rest is not None else ""
    return ShownWrong(row.line, text, error_message(ServiceError(row.code, **row.facts)), key)
