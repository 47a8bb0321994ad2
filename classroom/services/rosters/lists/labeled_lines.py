"""Lists with a label in each line: "Group 1: Ana, Bo, Cy", or "Seat 1: Ana King", or "Line leader: Ana King"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.words import values
from classroom.services.rosters.words.headings import WHOLE_NAMES, Column, Topic, topic_of, words_of
from classroom.services.rosters.words.vocabulary import COLORS, GROUP, SEAT, TEAM
from classroom.services.text_files import LINE_END

_FEWEST_LINES = 2
_FEWEST_JOBS = 4
_LABELED = re.compile(r"[ \t]*(?:- )?([^\W_][\w .#()&/-]{0,24}?)(?::[ \t]*|[ \t]+[-–—][ \t]+)(\S.*)")
_FURTHER_LABEL = re.compile(r"[ \t,;|]+[^\W\d_]+:")
_IS_JOB = re.compile(" [a-z]")
_OF_GROUPS = GROUP | TEAM | COLORS


def students_in_labeled_lines(text: str) -> list[Row] | None:
    """Return a numbered row for each student, with the name and the label of a group; None for other lists."""
    lines = [line for line in LINE_END.split(text) if line.strip()]
    if (records := _students_in_records(lines)) is not None:
        return records
    students: list[Row] = []
    jobs: list[str] = []
    labels: list[str] = []
    for line in lines:
        match = _LABELED.fullmatch(line) if len(line) <= values.LONGEST_LINE else None
        if match is None:
            return None
        label, rest = match.groups()
        words = frozenset(words_of(label))
        names = [part.strip() for part in re.split(";" if ";" in rest else "[,&/]| and ", rest) if part.strip()]
        is_group, is_seat = bool(words & _OF_GROUPS), bool(words & SEAT) and len(names) == 1
        is_job = (
            not (is_group or is_seat)
            and len(names) == 1
            and (" " in names[0] or names[0].isalpha())
            and values.is_name(label)
            and not names[0][:1].islower()
        )
        is_group = is_group or _is_named_group(label, names, is_colon=line[match.end(1) :].lstrip().startswith(":"))
        jobs += [label] if is_job else []
        labels += [label] if is_group else []
        if not (is_group or is_seat or is_job) or not all(map(values.is_name, names)):
            return None
        for name in names:
            students.append(Row(len(students) + 1, [name, label] if is_group else [name]))
    are_whole = all(" " in row.cells[0] for row in students) or any(map(_IS_JOB.search, jobs))  # no "King - Ana"
    is_chart = len(jobs) >= _FEWEST_JOBS and are_whole and sum(topic_of(job) is None for job in jobs) * 2 > len(jobs)
    is_among_groups = len(labels) >= len(jobs) and all(topic_of(job) is None for job in jobs)  # "Absent: Ana King"
    if jobs and not is_among_groups and (not is_chart or len(set(jobs)) < len(jobs)):
        return None
    has_unknown = any(not frozenset(words_of(label)) & _OF_GROUPS for label in labels)
    if has_unknown and len({*labels, *jobs}) < len(lines):
        return None
    return students if len(lines) >= _FEWEST_LINES else None


def has_further_labels(text: str) -> bool:
    """Return whether a line has several labels: "Name: Ana King   Minutes: 120". Only the name is used."""
    lines = [line for line in LINE_END.split(text) if len(line) <= values.LONGEST_LINE]
    return any((match := _LABELED.fullmatch(line)) and _FURTHER_LABEL.search(match[2]) for line in lines)


def _is_named_group(label: str, names: Sequence[str], *, is_colon: bool) -> bool:
    """Return whether a label is the name of a group, "Dolphins: Ana, Bo", rather than of a student or a field."""
    is_short = values.is_name(label) and len(label.split()) < (3 if is_colon else 2) and topic_of(label) is None
    of_names = frozenset(word for name in names for word in words_of(name))
    return is_short and len(names) > 1 and of_names.isdisjoint(words_of(label))


def _names_in_parts(labels: Sequence[tuple[Column | Topic | None, str]]) -> list[str]:
    """Return the names of records whose given and family names are on two lines; none unless each has both."""
    records: list[dict[bool, str]] = []
    for topic, value in labels:
        if topic in {Column.GIVEN, Column.FAMILY, Topic.BARE_NAME}:
            if not records or (topic is Column.FAMILY) in records[-1]:
                records.append({})
            records[-1][topic is Column.FAMILY] = value
    are_whole = len(records) >= _FEWEST_LINES and all(
        len(one) > 1 and all(map(values.is_name, one.values())) for one in records
    )
    return [f"{one[True]}, {one[False]}" for one in records] if are_whole else []


def _students_in_records(lines: Sequence[str]) -> list[Row] | None:
    """Return the students of "Name: Ana King" above "ID: 71"; None unless each line has a known label."""
    matches = [_LABELED.fullmatch(line) if len(line) <= values.LONGEST_LINE else None for line in lines]
    labels = [(topic_of(match[1]), match[2].strip()) for match in matches if match]
    names = [name for topic, name in labels if topic in WHOLE_NAMES]
    if len(names) == len(lines) >= _FEWEST_LINES and len({match[1] for match in matches if match}) == 1:
        names = [_FURTHER_LABEL.split(name, maxsplit=1)[0] for name in names]  # "Student: King, Ana ID: 71"
        return (
            [Row(number, [name]) for number, name in enumerate(names, start=1)]
            if all(map(values.is_name, names))
            else None
        )
    is_known = len(labels) == len(lines) and all(topic is not None for topic, _ in labels)
    if is_known and (parts := _names_in_parts(labels)):
        return [Row(number, [name]) for number, name in enumerate(parts, start=1)]
    if not is_known or len(names) < _FEWEST_LINES or len(names) == len(lines) or not all(map(values.is_name, names)):
        return None
    return [Row(number, [name]) for number, name in enumerate(names, start=1)]
