"""What an import would do to each student, as its page shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.words import isolated
from classroom.services.problems import ProblemError
from classroom.services.rosters.comparing import Change, RowChange

if TYPE_CHECKING:
    from classroom.services.rosters.people import WrongRow

_HEADINGS = {
    Change.ADDED: "New",
    Change.CHANGED: "Changed",
    Change.RESTORED: "Back again",
    Change.ARCHIVED: "Archived",
    Change.AWAY: "Not in the class today",
    Change.UNCHANGED: "As they are",
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


@dataclass(frozen=True, slots=True)
class ShownPart:
    """The students to whom the same happens."""

    heading: str
    text: str
    rows: tuple[ShownRow, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class ShownDoubt:
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


def shown_parts(rows: Iterable[RowChange], *, with_whole_names: bool) -> Iterable[ShownPart]:
    """The students by what happens to them; those whose own names stay are not among "as they are".

    :param with_whole_names: whether somebody should look if first and last names were told apart well.
    """
    rows = list(rows)
    renamed = [row for row in rows if row.change is Change.UNCHANGED and row.name_in_file]
    for kind in Change:
        if kind is Change.UNCHANGED and renamed:
            yield ShownPart(_OWN_NAMES, _OWN_NAMES_EXPLAINED, tuple(_row(row) for row in renamed), is_folded=False)
        alike = tuple(
            _row(row, with_whole_name=with_whole_names) for row in rows if row.change is kind and row not in renamed
        )
        if alike:
            yield ShownPart(_HEADINGS[kind], _EXPLAINED.get(kind, ""), alike, is_folded=kind is Change.UNCHANGED)


def _row(row: RowChange, *, with_whole_name: bool = False) -> ShownRow:
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
        facts.append("the school’s number is noted")
    return ShownRow(row.name, row.old_name, "; ".join(facts))


def shown_wrong(row: WrongRow, sentence_of: Callable[[ProblemError], str]) -> ShownWrong:
    text = row.text if len(row.text) <= 60 else f"{row.text[:60]}…"
    return ShownWrong(row.line, text, sentence_of(ProblemError(row.problem, **row.facts)))
