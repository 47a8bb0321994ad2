"""Grids of names, such as seating charts, and lists side by side without headings: each cell is a student."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain, dropwhile

from classroom.services.names import fold_name
from classroom.services.rosters.files.grids import HEADING_ROWS, Row
from classroom.services.rosters.people import MAX_ROWS
from classroom.services.rosters.tables.heading_rows import names_a_column
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.confidential import is_confidential
from classroom.services.rosters.words.given_names import begin_names, is_given
from classroom.services.rosters.words.headings import ANY_NAMES, Column, Topic, heading_strength, topic_of, words_of

_FEWEST_NAMES = 4
_MOST_CELLS = 10 * MAX_ROWS
"""A wide gradebook of a whole school has more, and reading it as a grid would take seconds."""
_MANY_COLUMNS = 5
"""A row of this many single names is no row about one student."""
_MOST_DIFFERENT = 0.9
"""The proportion of cells that must be different names."""
_MOST_WHOLE = 0.8
"""The proportion of cells with first and last name in a grid of full names."""
_SEAT_NUMBER = re.compile(r"[0-9]{1,2}[.):]? +(?=[^\W\d_]{2})")
_BETWEEN = re.compile("[,&]| and ")
_SEAT = re.compile(r"([^\W\d_]{3,12}) ?#?[0-9]{1,2}")
_PEOPLE = ANY_NAMES | {Topic.PRIVATE, Topic.TEACHER}
_PARTS_OF_SCHOOL = frozenset({Column.CLASS, Column.GROUP, Column.LEVEL})


def students_in_grid(rows: Sequence[Row]) -> list[Row] | None:
    """Return a row for each student in a grid of names, numbered in reading order; None for other tables.

    The row has the name and, if the grid has labels such as "Table 1" or "4B", the label of its column or row.
    """
    if sum(len(row.cells) for row in rows) > _MOST_CELLS:
        return None
    if rotating := _who_rotate(rows):
        return [replace(rows[0], line=number, cells=[name]) for number, name in enumerate(rotating, start=1)]
    unlabeled = _without_seat_labels(rows)
    is_labeled = len(unlabeled) < len(rows)
    rows, is_headed = _without_count_columns(unlabeled)
    is_headed = is_headed or _announces_groups(rows)
    rows = _without_title(_without_seat_numbers(rows), is_headed=is_headed)
    above = _labels_above(rows, is_headed=is_headed)
    if any(heading_strength(row.cells) or names_a_column(row) for row in rows[bool(above) : HEADING_ROWS]):
        return None
    below = rows[1:] if above else rows
    beside = _labels_beside(below)
    cells = [
        (at, row.cell(at), row)
        for row in below
        for at in range(1 if beside else 0, len(row.cells))
        if row.cell(at) and not values.is_placeholder(row.cell(at))
    ]
    students = [(at, name) for at, name, _ in cells if not is_furniture(name)]
    if not _is_grid(
        below,
        students,
        has_labels=is_labeled or is_headed or any(_are_parts_of_school(labels.values()) for labels in (above, beside)),
    ):
        return None
    if above:
        cells.sort(key=lambda one: one[0])  # a list in each column
    return [
        replace(row, line=number, cells=[name, label] if (label := above.get(at) or beside.get(row.line)) else [name])
        for number, (at, name, row) in enumerate(cells, start=1)
    ]


def _who_rotate(rows: Sequence[Row]) -> list[str]:
    """Return the names of groups that take turns, each time in another column: "Ana, Bo, Cy"."""
    lists = [[*map(values.plain, _BETWEEN.split(cell))] for row in rows for cell in row.cells if _BETWEEN.search(cell)]
    are_pairs = all(len(names) == 2 for names in lists) and not begin_names(names[0] for names in lists)  # "King, Ana"
    counts = Counter(chain(*lists))
    are_names = not are_pairs and all(values.is_only_name(name) and name[0].isupper() for name in counts)
    return list(counts) if are_names and min(counts.values(), default=0) > 1 else []


def is_furniture(cell: str) -> bool:
    """Return whether a cell of a seating chart names a part of the room, such as "Door" or "Teacher’s desk"."""
    found = frozenset(words_of(cell))
    return bool(found) and found <= vocabulary.ROOM


def _without_title(rows: Sequence[Row], *, is_headed: bool) -> Sequence[Row]:
    """Remove what stands above labels of columns, and a title with a number above rows of several cells."""
    at = next((at for at, row in enumerate(rows[:HEADING_ROWS]) if row.filled > 1), 0)
    is_title = any(any(map(str.isdigit, row.shown)) for row in rows[:at])
    return rows[at:] if is_title or _labels_above(rows[at:], is_headed=is_headed) else rows


def _announces_groups(rows: Sequence[Row]) -> bool:
    """Return whether a title says that groups follow, and the first row has no given name, unlike those below it."""
    at = next((at for at, row in enumerate(rows[:HEADING_ROWS]) if row.filled > 1), 0)
    is_said = not vocabulary.GROUPS.isdisjoint(words_of(" ".join(row.shown for row in rows[:at])))
    cells = [[cell for cell in map(values.plain, row.cells) if cell] for row in rows[at:]]
    if not is_said or any(is_given(cell.split()[0]) for cell in cells[0]):
        return False
    return all(cell.endswith("s") for cell in cells[0]) or begin_names(chain(*cells[1:]))


def _labels_above(rows: Sequence[Row], *, is_headed: bool) -> dict[int, str]:
    """Return the labels of columns in the first row; none if it has names."""
    if not rows or rows[0].filled < 2:
        return {}
    labels = {at: rows[0].cell(at) for at in range(len(rows[0].cells)) if rows[0].cell(at)}
    is_different = len(set(labels.values())) == len(labels)
    is_above_names = is_headed or (_are_words(labels.values()) and _share_of_whole_names(rows[1:]) >= _MOST_WHOLE)
    return labels if is_different and (_are_parts_of_school(labels.values()) or is_above_names) else {}


def _are_parts_of_school(labels: Collection[str]) -> bool:
    """Return whether labels are classes, groups, or colors, or have numbers, as no names do."""
    is_school = _PARTS_OF_SCHOOL.issuperset(map(topic_of, labels)) or all(
        not is_given(label.split()[0]) and not vocabulary.OF_GROUPS.isdisjoint(words_of(label)[:1]) for label in labels
    )
    return bool(labels) and (is_school or all(any(map(str.isdigit, label)) for label in labels))


def _are_words(labels: Iterable[str]) -> bool:
    """Return whether labels are single words, or "Team A" and "Team B", and no headings of students or parents."""
    labels = list(labels)
    names = [label.split() for label in labels]
    is_single = all(len(words) == 1 for words in names)
    is_lettered = all(len(words) == 2 and len(words[1]) == 1 and words[0] == names[0][0] for words in names)
    return (is_single or is_lettered) and _PEOPLE.isdisjoint(map(topic_of, labels))


def _share_of_whole_names(rows: Iterable[Row]) -> float:
    cells = [cell for row in rows for cell in map(values.plain, row.cells) if cell]
    return sum(" " in cell and not any(map(str.isdigit, cell)) for cell in cells) / max(1, len(cells))


def _without_seat_labels(rows: Sequence[Row]) -> Sequence[Row]:
    """Remove several rows in which each cell is the same word with another number: "Desk 1", "Desk 2"."""
    labels = [row for row in rows if row.filled > 1 and _are_seats([cell for cell in row.cells if cell.strip()])]
    is_often = len(labels) > 1 and len(labels) * 2 <= len(rows)
    return [row for row in rows if row not in labels] if is_often else rows


def _are_seats(cells: Sequence[str]) -> bool:
    found = [_SEAT.fullmatch(values.plain(cell)) for cell in cells]
    return all(found) and len({match[1] for match in found if match}) == 1


def _without_seat_numbers(rows: Sequence[Row]) -> Sequence[Row]:
    """Remove the numbers of seats before the names, if each cell has one: "1 Ana King"."""
    cells = [cell for row in rows for cell in map(values.plain, row.cells) if cell]
    if len(set(cells)) < 2 or not all(map(_SEAT_NUMBER.match, cells)):
        return rows
    return [replace(row, cells=[_SEAT_NUMBER.sub("", values.plain(cell)) for cell in row.cells]) for row in rows]


def _without_count_columns(rows: Sequence[Row]) -> tuple[Sequence[Row], bool]:
    """Remove several columns of numbers that count the names beside them.

    A label above the numbers moves above the names. Return whether there are such labels, too.
    """
    width = max((len(row.cells) for row in rows), default=0)
    columns = {at: [row.cell(at).rstrip(".") for row in rows if row.cell(at)] for at in range(width)}
    columns = {at: [*dropwhile(lambda cell: not cell.isdecimal(), cells)] for at, cells in columns.items()}
    counting = {
        at: [int(cell[:4]) for cell in cells] for at, cells in columns.items() if all(map(str.isdecimal, cells))
    }
    counting = {at: numbers for at, numbers in counting.items() if numbers}
    others = [row.cell(at) for row in rows[:HEADING_ROWS] for at in range(width) if at not in counting and row.cell(at)]
    is_sure = len(counting) > 1 or frozenset(words_of(" ".join(others[:2]))) <= vocabulary.GENDERS
    numbers = list(counting.values())
    are_counts = _count_on(numbers) or _count_on([sorted(chain(*numbers))])
    labeled = [(row, at) for row in rows for at in counting if _is_label(row.cell(at))]
    if not (counting and is_sure and are_counts) or any(row.cell(at + 1) for row, at in labeled):
        return rows, False
    labels = {(row.line, at + 1): row.cell(at) for row, at in labeled}
    kept = [at for at in range(width) if at not in counting]
    moved = [replace(row, cells=[labels.get((row.line, at), row.cell(at)) for at in kept]) for row in rows]
    return moved, any(row.filled > 1 for row, _ in labeled)


def _count_on(columns: Sequence[Sequence[int]]) -> bool:
    """Return whether each column counts by ones, the first from 1, and the others from 1, too, or from above it."""
    begins = [one[0] for one in columns if one]
    are_counts = all(
        list(one) == list(range(begin, begin + len(one))) for one, begin in zip(columns, begins, strict=False)
    )
    return (
        are_counts
        and begins[:1] == [1]
        and all(begin == 1 or begin > one[-1] for one, begin in zip(columns, begins[1:], strict=False))
    )


def _is_label(cell: str) -> bool:
    """Return whether a cell in a column of numbers is a label of the list, and not of the numbers: "No"."""
    return not cell.rstrip(".").isdecimal() and not frozenset(words_of(cell)) <= vocabulary.COUNTERS


def _labels_beside(rows: Sequence[Row]) -> dict[int, str]:
    """Return the labels of rows in the first column; none if it has names."""
    labels = {row.line: row.cell(0) for row in rows if row.cell(0)}
    is_different = len(labels) > 1 and len(set(labels.values())) == len(labels)
    return labels if is_different and _are_parts_of_school(labels.values()) else {}


def _is_grid(rows: Sequence[Row], students: Sequence[tuple[int, str]], *, has_labels: bool) -> bool:
    names = [name for _, name in students]
    columns = sorted({at for at, _ in students})
    if len(names) < _FEWEST_NAMES or len(columns) < 2 or not all(map(values.is_only_name, names)):
        return False
    if any(map(is_confidential, names)) or 0 < sum(name[0].islower() for name in names) < len(names):
        return False  # notes beside names
    if len({fold_name(name) for name in names}) < _MOST_DIFFERENT * len(names):
        return False
    if all("," in name for name in names):
        return True
    whole = sum(" " in name for name in names) / len(names)
    are_first = not any(" " in name and values.INITIAL.fullmatch(name.split()[-1]) is None for name in names)
    if whole == 1 or (whole >= _MOST_WHOLE and len(columns) > 2):
        return has_labels or not (_share_family_names(rows, columns) or _follow_commas(rows))
    is_full = all(row.cell(at) for row in rows for at in columns)
    gaps = {at for at in columns if not all(row.cell(at) for row in rows)}
    has_gaps = len(gaps) > 1 and columns[0] in gaps
    has_aisle = len(columns) > 3 and columns[-1] - columns[0] >= len(columns) and are_first
    return has_labels or (is_full and len(columns) >= _MANY_COLUMNS) or (has_gaps and len(columns) > 2) or has_aisle


def _share_family_names(rows: Iterable[Row], columns: Sequence[int]) -> bool:
    """Return whether names in a row end alike, as those of students and parents do."""
    ends = [[row.cell(at).split()[-1] for at in columns if row.cell(at)] for row in rows]
    ends = [some for some in ends if len(some) > 1]
    return sum(len(set(some)) < len(some) for some in ends) * 2 >= len(ends) > 0


def _follow_commas(rows: Sequence[Row]) -> bool:
    """Return whether the second cells begin with a space, and first names do, as in "Garcia Lopez, Ana Maria"."""
    are_behind = all(len(row.cells) == 2 and row.cells[1][:1] == " " for row in rows)
    return are_behind and not begin_names(row.cell(0) for row in rows)
