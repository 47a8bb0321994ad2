"""What came of a pasted roster, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.words import count, isolated

if TYPE_CHECKING:
    from classroom.services.classes.roster import RosterLine, RosterResult

_NAMED = 5
_LISTED = 20
_LONGEST_TEXT = 60


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line that is no name."""

    number: int
    text: str
    sentence: str


def wrong_line(line: RosterLine, sentence: str) -> WrongLine:
    """A wrong line for the page, cut where it is endless."""
    text = line.text if len(line.text) <= _LONGEST_TEXT else f"{line.text[:_LONGEST_TEXT]}…"
    return WrongLine(line.number, text, sentence)


@dataclass(frozen=True, slots=True)
class WrongLines:
    """The wrong lines of a paste: the first ones, and how many more there are."""

    shown: tuple[WrongLine, ...]
    more: int


def wrong_lines(lines: list[WrongLine]) -> WrongLines:
    """As many as one reads."""
    return WrongLines(tuple(lines[:_LISTED]), max(0, len(lines) - _LISTED))


def roster_sentences(result: RosterResult) -> list[tuple[str, str]]:
    """What to say after a good paste: sentences with the kind of notice each is."""
    said = []
    if result.added:
        said.append((f"{count(len(result.added), 'student')} added.", "good"))
    if result.repeated:
        lines = ", ".join(f"line {line.number} ({isolated(line.text)})" for line in result.repeated[:_NAMED])
        more = len(result.repeated) - _NAMED
        if more > 0:
            lines += f" and {more} more"
        said.append((f"Left out, because the name is in the class already: {lines}.", "info"))
    return said
