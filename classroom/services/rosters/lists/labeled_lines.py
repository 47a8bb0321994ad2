"""Lists with a label in each line: "Group 1: Ana, Bo, Cy", or "Seat 1: Ana King", or "Line leader: Ana King"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from classroom.services.rosters.files.grids import Row
from classroom.services.rosters.lists.noise import are_adults
from classroom.services.rosters.lists.titles import as_title, is_title, is_unfinished
from classroom.services.rosters.words import values, vocabulary
from classroom.services.rosters.words.confidential import is_month, without_confidential
from classroom.services.rosters.words.given_names import begin_second
from classroom.services.rosters.words.headings import STUDENT_NAMES, names_group, topic_of, words_of
from classroom.services.text_files import LINE_END

_FEWEST_LINES = 2
_FEWEST_JOBS = 4
_MOST_TITLES = 3
"""The maximum number of lines without a label above the others."""
_LABELED = re.compile(
    r"[ \t]*(?:[-•*] )?([^\W_](?:[\w .#()&/-]|(?<=\d):(?=\d)){0,30}?)(?P<colon>:(?!\d)[ \t]*|[ \t]+[-–—][ \t]+)(\S.*)"
)
_BETWEEN = re.compile("[,&/](?![^()]*[)])| and ")
_DAY = re.compile(r"[ \t]*[(–-]*[0-9]{1,2}(?:[/.:][0-9]{1,2}|st|nd|rd|th)[)]?(?=[ \t]*(?:[,;&]|$))")
"""A birthday or a time behind a name."""
_IN_PARENTHESES = re.compile(r" ?\([^()]*\)")
_CLOCK_BEFORE = re.compile(
    r"((?:[^\W\d_]{2,10}\.?[ \t]+)?[0-9]{1,2}:[0-9]{2}(?: ?[–-] ?[0-9]{1,2}:[0-9]{2})?)[ \t]+(?=[^\W\d_])"
)
"""A time before names, perhaps with a day, but without a colon behind it."""
_SEAT_BEFORE = re.compile(r"([^\W\d_]{3,12}) ?#?[0-9]{1,2}(?=[ \t]+[^\W\d_]+$)")
"""A seat before a first name, without a sign between: "Seat 1 Ana"."""
_CLOCK = re.compile("[0-9]:[0-9]")
_IS_JOB = re.compile(" [a-z]")


@dataclass(frozen=True, slots=True)
class _Line:
    """The label of a line, and the names behind it."""

    label: str
    names: Sequence[str]
    is_colon: bool
    is_counted: bool = False
    """Whether the label has the number of names: "Absent (2)"."""

    @property
    def is_group(self) -> bool:
        """Return whether the label has a word for groups, or is the name of one, or has a number: "Bus 12: Ana, Bo"."""
        is_numbered = len(self.names) > 1 and any(map(str.isdigit, self.label)) and not self.is_time
        return is_numbered or self.is_counted or names_group(self.label) or self._is_named_group

    @property
    def is_of_adults(self) -> bool:
        """Return whether the names are those of teachers or parents: "Room Parents: Sue King, Kim Lee"."""
        return vocabulary.TEACHER.issuperset(words_of(self.label)) or are_adults(self.label.split()[-1])

    @property
    def is_place(self) -> bool:
        """Return whether the label is no group: "Students", a seat, or a time; or there are no students."""
        is_seat = not vocabulary.SEAT.isdisjoint(words_of(self.label)) and len(self.names) == 1
        is_of_all = topic_of(self.label) in STUDENT_NAMES and len(self.names) > 1
        return is_seat or is_of_all or self.is_time or self.is_of_adults or not self.names

    @property
    def is_time(self) -> bool:
        """Return whether the label is a month or a time: "Sept", "Mon 9:00"."""
        return is_month(self.label) or _CLOCK.search(self.label) is not None

    @property
    def is_job(self) -> bool:
        """Return whether one student has what the label names."""
        name = self.names[0] if len(self.names) == 1 else ""
        is_one = (" " in name or name.isalpha()) and not name[:1].islower()
        return is_one and values.is_name(self.label) and not (self.is_group or self.is_place)

    @property
    def _is_named_group(self) -> bool:
        """Return whether this is "Dolphins: Ana, Bo", rather than a student with remarks, or a field of a form."""
        most = 2 if self.is_colon else 1
        is_short = values.is_name(self.label) and len(self.label.split()) <= most and topic_of(self.label) is None
        of_names = frozenset(word for name in self.names for word in words_of(name))
        return is_short and len(self.names) > 1 and of_names.isdisjoint(words_of(self.label))


def students_in_labeled_lines(text: str) -> list[Row] | None:
    """Return a numbered row for each student, with the name and the label of a group; None for other lists.

    Titles above are rows, too, and end with a colon.
    """
    lines = [line.strip() for line in LINE_END.split(text) if line.strip()]
    if any(_CLOCK_BEFORE.match(line) and "," in line for line in lines):
        lines = [_CLOCK_BEFORE.sub(r"\1: ", line) for line in lines]
    seats = [_SEAT_BEFORE.match(line) for line in lines]
    if len({match[0] for match in seats if match}) == len(lines) and all(
        match and _is_seat(match[1]) for match in seats
    ):
        lines = [_SEAT_BEFORE.sub(r"\g<0>:", line) for line in lines]
    found = [_labeled(line) for line in lines]
    if found[:1] != [None] and all(one and one.is_colon != found[0].is_colon for one in found[1:] if found[0]):
        found = [None, *found[1:]]  # "Math Centers - Tuesday" above "Games: Ana, Bo"
    first = next((at for at, one in enumerate(found) if one), len(lines))
    end = len(found) - (len(found) - first > _FEWEST_LINES and _ends_with_note(found[first:]))
    labeled = [one for one in found[:end] if one]
    if len(labeled) < _FEWEST_LINES or len(labeled) < end - first or first > _MOST_TITLES:
        return None
    jobs = [one.label for one in labeled if one.is_job]
    are_jobs = len(jobs) * 2 > len(labeled)  # "Table Washer: Ana" beside "Line Leader: Bo"
    groups = [one.label for one in labeled if one.is_group and not (one.is_time or (are_jobs and len(one.names) == 1))]
    if any(not (one.is_job or one.is_group or one.is_place) for one in labeled) or not _are_jobs(jobs, labeled):
        return None
    has_unknown = not all(map(names_group, groups))
    if has_unknown and len({*groups, *jobs}) < len(groups) + len(jobs):
        return None
    has_times = any(is_month(one.label) for one in labeled)  # "Summer", beside months, says when a birthday is
    cells = [[as_title(line)] for line in lines[:first]]
    for one in (one for one in labeled if not one.is_of_adults):
        is_kept = one.label in groups and not has_times
        cells += [[name, one.label] if is_kept else [name] for name in one.names]
    cells += [[as_title(line)] for line in lines[end:]]
    cells += [[f"{one.label}:"] for one in labeled if one.is_of_adults]  # last, as adults are below such a line
    return [Row(number, row) for number, row in enumerate(cells, start=1)]


def _is_seat(word: str) -> bool:
    return not vocabulary.SEAT.isdisjoint(words_of(word))


def _ends_with_note(found: Sequence[_Line | None]) -> bool:
    """Return whether the last line has no names, below lines of several: "Fri: anyone who missed", "Teacher desk"."""
    *others, last = found
    is_note = last is None or all(name[:1].islower() for name in last.names)
    return is_note and all(one and len(one.names) > 1 for one in others)


def _labeled(line: str) -> _Line | None:
    """Return a line with a label before names; None for others."""
    match = _LABELED.fullmatch(line) if len(line) <= values.LONGEST_LINE else None
    if match is None or is_title(match[3]):
        return None
    label, colon, rest = match.groups()
    if values.is_placeholder(rest):
        return _Line(_IN_PARENTHESES.sub("", label), (), ":" in colon)
    rest = _DAY.sub("", rest)
    parts = rest.split(";") if ";" in rest else _BETWEEN.split(rest)
    names = [name for part in parts if (name := without_confidential(part.strip()))]
    is_name = values.is_name if ":" in colon else values.is_only_name
    are_names = bool(names) and all(is_name(name) and not is_unfinished(name) for name in names)
    is_counted = label.endswith(f"({len(names)})")
    return _Line(_IN_PARENTHESES.sub("", label), names, ":" in colon, is_counted) if are_names else None


def _are_jobs(jobs: Sequence[str], lines: Sequence[_Line]) -> bool:
    """Return whether lines with one name each have jobs as labels, "Line leader: Ana", and not "King - Ana"."""
    are_unknown = [topic_of(job) is None or any(map(str.isdigit, job)) for job in jobs]
    if len(jobs) * 2 <= len(lines) and all(are_unknown):  # no "Absent: Ana King" among groups
        return True
    pairs = [(one.label, name) for one in lines for name in one.names]
    are_whole = all(" " in name for _, name in pairs) or any(map(_IS_JOB.search, jobs))
    are_whole |= all(one.is_colon or " " in one.label for one in lines) and begin_second(pairs)  # not "King - Ana"
    may_be_names = any(not one.is_colon and values.is_full_name(one.label) and one.label.istitle() for one in lines)
    are_names = may_be_names and not begin_second(pairs)
    is_varied = len({one.label for one in lines}) == len(lines) >= _FEWEST_JOBS
    return is_varied and are_whole and not are_names and sum(are_unknown) * 2 >= len(jobs)
