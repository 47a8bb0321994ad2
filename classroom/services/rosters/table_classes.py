"""Split the students of a table into classes, as its teacher chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from classroom.services.errors import RosterErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.choices import Choices
from classroom.services.rosters.people import LONGEST_GROUP, ClassList, Person, WrongRow
from classroom.services.rosters.sources import Sheet


def split_classes(
    people: Sequence[Person], wrong: Sequence[WrongRow], choices: Choices, sheet: Sheet
) -> Iterable[ClassList]:
    """Return the classes; one without a name for all rows."""
    kind, _, rest = choices.split.partition(":")
    column, _, value = rest.partition(":")
    if not kind or not column.isdecimal():
        yield ClassList(people=tuple(people), wrong=tuple(wrong))
        return
    of_line = {row.line: row.cell(int(column))[:LONGEST_GROUP] for row in sheet.rows}
    if kind == "only":
        mine = [one for one in people if fold_name(of_line[one.line]) == fold_name(value)]
        others = [
            WrongRow(
                one.line,
                f"{one.given} {one.family}".strip(),
                RosterErrorCode.OTHER_CLASS,
                {"name": of_line[one.line] or "–"},
            )
            for one in people
            if one not in mine
        ]
        yield ClassList(people=tuple(mine), wrong=tuple(sorted((*wrong, *others), key=lambda one: one.line)))
        return
    names: dict[str, list[Person]] = {}
    spellings: dict[str, str] = {}
    for one in people:
        name = of_line[one.line] or "–"
        names.setdefault(spellings.setdefault(fold_name(name), name), []).append(one)
    for number, name in enumerate(sorted(names)):
        yield ClassList(name, people=tuple(names[name]), wrong=tuple(wrong) if number == 0 else ())
