"""Reads the state of a table from the HTML of a student's page.

Uses regular expressions instead of a parser, because hundreds of pages are read while a whole class plays.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

TEAMS = ("blue", "green", "red")

_BUTTON = re.compile(r"<button\b([^>]*)>(.*?)</button>", re.DOTALL)
_HELD = re.compile(r'<li id="held-[^>]*>(.*?)</li>', re.DOTALL)
_OWN_CHIP = re.compile(r'<li class="player\b[^>]*\bseat-box-mine\b.*?chip-(\w+)', re.DOTALL)
_LINE = re.compile(r'<div class="line" role="row">(.*?)</div>', re.DOTALL)
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class SeenCard:
    """A card in their own hand."""

    id: str
    kind: str
    face: str
    """"?" if the card is face down."""
    answer: str | None = None
    """The answer that its holder solved ahead."""


@dataclass(frozen=True)
class SeenSpace:
    """A space of the board."""

    name: str
    label: str
    team: str | None
    is_locked: bool
    is_corner: bool

    @property
    def is_open(self) -> bool:
        """Whether a chip can be placed here."""
        return self.team is None and not self.is_corner


@dataclass(frozen=True)
class SeenTable:
    """A page of a game in progress."""

    hidden: dict[str, str]
    """The hidden fields of the move form: version, client key, CSRF token."""
    move_url: str
    is_my_turn: bool
    my_team: str
    hand: tuple[SeenCard, ...]
    rows: tuple[tuple[SeenSpace, ...], ...]
    actions: frozenset[str]
    """The actions that the buttons below the board offer."""
    pad: dict[str, str] | None
    """The hidden fields of the number pad, including its card; None if there is nothing to solve."""

    @property
    def version(self) -> int:
        """The version of the game that the page shows: the second part of its token."""
        return int(self.hidden["version"].split(".")[1])

    @property
    def game_id(self) -> str:
        """The game that the page shows."""
        return self.hidden["version"].split(".")[0]

    @property
    def spaces(self) -> list[SeenSpace]:
        """All spaces, row by row."""
        return [space for row in self.rows for space in row]


def read_table(page: str) -> SeenTable | None:
    """Read the page of a game in progress. Return None for any other page."""
    form = re.search(r'<form id="move" method="post"([^>]*)>(.*?)</form>', page, re.DOTALL)
    if form is None:
        return None
    pad = re.search(r'<form class="pad"[^>]*>(.*?)</form>', page, re.DOTALL)
    return SeenTable(
        hidden=hidden_fields(form.group(2)),
        move_url=_attributes(form.group(1))["action"],
        is_my_turn=bool(re.search(r'class="turn[^"]*\bturn-mine\b', page)),
        my_team=_OWN_CHIP.findall(page)[0],
        hand=tuple(map(_card, _HELD.findall(form.group(2)))),
        rows=tuple(tuple(_space(*button) for button in _BUTTON.findall(line)) for line in _LINE.findall(page)),
        actions=frozenset(
            found["value"]
            for found in (_attributes(button[0]) for button in _BUTTON.findall(form.group(2)))
            if found.get("name") == "do" and found.get("aria-disabled") != "true"
        ),
        pad=hidden_fields(pad.group(1)) if pad else None,
    )


def hidden_fields(form: str) -> dict[str, str]:
    """Return the hidden fields in a piece of HTML."""
    inputs = map(_attributes, re.findall(r"<input\b([^>]*)>", form))
    return {one["name"]: one.get("value", "") for one in inputs if one.get("type") == "hidden"}


def _card(item: str) -> SeenCard:
    chosen = _attributes(re.findall(r"<input\b([^>]*)>", item)[0])
    label = re.findall(r"<label\b([^>]*)>(.*?)</label>", item, re.DOTALL)[0]
    spoken_apart = re.findall(r'<span(?: dir="auto" id="[^"]*")? aria-hidden="true">(.*?)</span>', label[1])
    kind = re.findall(r"\bcard-(\w+)", _attributes(label[0])["class"])[0]
    printed, _, solved = (spoken_apart[0] if spoken_apart else label[1]).partition("<b>")
    return SeenCard(chosen["value"], kind, _text(printed), _text(solved).removeprefix("= ") or None)


def _space(tag: str, inner: str) -> SeenSpace:
    found = _attributes(tag)
    kinds = found["class"].split()
    return SeenSpace(
        name=found["value"],
        label=_text(inner),
        team=next((team for team in TEAMS if team in kinds), None),
        is_locked="locked" in kinds,
        is_corner="corner" in kinds,
    )


def _attributes(tag: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(tag)}


def _text(inner: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", inner)).split())
