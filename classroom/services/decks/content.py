"""The content of a deck, skills or typed cards, and the engine's deck made from it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from classroom.models import DeckKind
from classroom.services.errors import DeckErrorCode, ServiceError
from engine import Deck as PlayableDeck
from engine.deck_making import deck_of_cards, deck_of_skills
from engine.equations import SKILLS, Range, Selection
from engine.equations.reading import LOST, MOST_LINES, ReadCard, ReadLine, read_lines

MAX_TEXT = 200_000
"""Maximum characters of a pasted text: far more than the lines that are used."""
LARGEST_NUMBERS = (10, 20, 50, 100, 150)
TABLES = range(2, 13)
OF_TABLES = frozenset({"mul-tables", "div-tables", "missing-factor", "mul-11-12"})
"""The skills to which a choice of times tables applies."""
STEPS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class SkillChoice:
    """Skills, and restrictions on them."""

    skills: tuple[str, ...]
    """Keys of the catalog, in its order."""
    largest: int | None = None
    """The largest allowed number; None for no limit."""
    tables: tuple[int, ...] = ()
    """Times tables to practice; empty for all."""
    hardest: int = STEPS[-1]
    """The last step within a skill."""

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> SkillChoice:
        """Read from the database's JSON."""
        return cls(**{**kept, "skills": tuple(kept["skills"]), "tables": tuple(kept["tables"])})

    def check(self) -> None:
        """Reject an empty or unknown choice.

        :raises ServiceError: SKILLS_MISSING, if nothing is chosen, or a skill is unknown.
        """
        is_in_range = self.largest in {None, *LARGEST_NUMBERS} and self.hardest in STEPS
        if (
            not self.skills
            or not is_in_range
            or not set(self.skills) <= set(SKILLS)
            or not set(self.tables) <= {*TABLES}
        ):
            raise ServiceError(DeckErrorCode.SKILLS_MISSING)

    @property
    def selection(self) -> Selection:
        """Return the skills with their ranges, without those removed from the catalog."""
        whole = Range(largest=self.largest, hardest=self.hardest)
        tables = Range(largest=self.largest, hardest=self.hardest, tables=frozenset(self.tables) or None)
        return {key: tables if key in OF_TABLES else whole for key in self.skills if key in SKILLS}


@dataclass(frozen=True, slots=True)
class WrittenCards:
    """Lines as typed, including invalid ones, so nothing that someone typed is lost."""

    text: str

    def check(self) -> None:
        """Reject a text without cards, or one that is too long.

        :raises ServiceError: CARDS_MISSING or CARDS_TOO_LONG.
        """
        if not self.text.strip():
            raise ServiceError(DeckErrorCode.CARDS_MISSING)
        if len(self.text) > MAX_TEXT:
            raise ServiceError(DeckErrorCode.CARDS_TOO_LONG, signs=f"{len(self.text):,}", longest=f"{MAX_TEXT:,}")

    @property
    def lines(self) -> tuple[ReadLine, ...]:
        """Return the result of each line."""
        return _lines(self.text)

    @property
    def cards(self) -> tuple[ReadCard, ...]:
        """Return the cards of the valid lines."""
        return tuple(line.card for line in self.lines if line.card)


Content: TypeAlias = SkillChoice | WrittenCards
_KINDS = {SkillChoice: DeckKind.SKILLS, WrittenCards: DeckKind.CARDS}


def visible(text: str) -> str:
    """Make typed text displayable: replace control characters with �, and unify line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(LOST if _is_control(sign) else sign for sign in lines)


def _is_control(sign: str) -> bool:
    return sign not in "\n\t" and unicodedata.category(sign) in {"Cc", "Cs", "Cn"}


def kind_of(content: Content) -> DeckKind:
    return _KINDS[type(content)]


def content_to_json(content: Content) -> dict[str, Any]:
    """Convert to JSON for the database."""
    return asdict(content)


def content_from_json(kind: DeckKind, kept: Mapping[str, Any]) -> Content:
    """Read from the database's JSON."""
    return WrittenCards(kept["text"]) if kind == DeckKind.CARDS else SkillChoice.from_json(kept)


def playable(content: Content, *, key: str = "", title: str = "") -> PlayableDeck:
    """Return the engine's deck with this content."""
    if isinstance(content, WrittenCards):
        return deck_of_cards(key, title, content.cards)
    return deck_of_chosen(content, key, title)


@lru_cache(maxsize=64)
def deck_of_chosen(choice: SkillChoice, key: str, title: str) -> PlayableDeck:
    """Return the engine's deck of these skills. Cached: every table requests it."""
    return deck_of_skills(key, title, choice.selection)


def some_cards(deck: PlayableDeck) -> tuple[ReadCard, ...]:
    """Choose cards of a deck: for each answer as many as a deck of typed cards can hold, as different as possible."""
    each = MOST_LINES // max(1, len(deck.equations))
    rng = Random(1)  # noqa: S311  the same cards again, no secret
    return tuple(
        ReadCard(face, int(answer))
        for answer in sorted(deck.equations, key=int)
        for face in dict.fromkeys(deck.faces(answer, each, rng))
    )


def written_out(content: Content) -> WrittenCards:
    """Return the content as lines; for skills, a selection of their cards."""
    if isinstance(content, WrittenCards):
        return content
    return WrittenCards("\n".join(f"{card.text}\t{card.answer}" for card in some_cards(playable(content))))


def count_cards(deck: PlayableDeck) -> int:
    """Return the number of different cards of a deck."""
    return sum(len(kind) for kinds in deck.equations.values() for kind in kinds)


@lru_cache(maxsize=16)
def _lines(text: str) -> tuple[ReadLine, ...]:
    return tuple(read_lines(text))


@dataclass(frozen=True, slots=True)
class DeckCopy:
    """A copy of a deck's skills or cards at the time it was chosen."""

    title: str
    skills: SkillChoice | None = None
    cards: tuple[tuple[str, int], ...] = ()
    """Texts and answers of typed cards."""

    @classmethod
    def of(cls, title: str, content: Content) -> DeckCopy:
        """Copy a deck."""
        if isinstance(content, WrittenCards):
            return cls(title, cards=tuple((card.text, card.answer) for card in content.cards))
        return cls(title, skills=content)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any] | None) -> DeckCopy | None:
        """Read from the database's JSON; None for a built-in deck."""
        if kept is None:
            return None
        skills = SkillChoice.from_json(kept["skills"]) if kept["skills"] else None
        return cls(kept["title"], skills, tuple((text, answer) for text, answer in kept["cards"]))

    def deck(self, key: str) -> PlayableDeck:
        """Return the engine's deck."""
        if self.skills is not None:
            return deck_of_chosen(self.skills, key, self.title)
        return _deck_of_written(self, key)


@lru_cache(maxsize=64)
def _deck_of_written(copy: DeckCopy, key: str) -> PlayableDeck:
    return deck_of_cards(key, copy.title, (ReadCard(text, answer) for text, answer in copy.cards))
