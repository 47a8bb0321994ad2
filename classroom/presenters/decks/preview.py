"""A deck before it is played: its boards, its cards, what is missing, and what is wrong with its lines."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from classroom.presenters.decks.complaints import LineError, complaints
from classroom.presenters.decks.listing import size_text
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.words import all_of, count
from classroom.services.decks.content import Content, SkillChoice, WrittenCards, count_cards, playable
from engine import Deck as PlayableDeck
from engine import Layout, answers_on, numbers_setup, start, view
from engine.decks import BOARD_SIZES
from engine.equations import LARGEST_ANSWER, SKILLS, candidates

_SHOWN = 2
"""Cards shown of an answer that has dozens: as many as a game takes."""
_MOST_SUGGESTED = 3
_LISTED = 30


@dataclass(frozen=True, slots=True)
class ShownSize:
    """A board, and whether the deck fills it."""

    size: str
    title: str
    needed: int
    board: ShownBoard | None
    """None: it is not filled."""
    numbers: str = ""
    """The answers on it, for whoever does not see it."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer with its cards."""

    answer: str
    faces: tuple[str, ...]
    more: int
    """How many further cards it has."""


@dataclass(frozen=True, slots=True)
class DeckPreview:
    """What the pages about one deck show of it."""

    sizes: tuple[ShownSize, ...]
    answers: tuple[ShownAnswer, ...]
    facts: str
    """"34 cards with 16 answers"."""
    missing: str
    """What is missing to fill the next larger board; "" if every board is filled."""
    lone: str
    """Which answers of the largest board have one card only; "" if none."""
    complaints: tuple[LineError, ...]
    more_complaints: int

    @property
    def filled(self) -> tuple[ShownSize, ...]:
        """The boards that the deck fills."""
        return tuple(size for size in self.sizes if size.board)


def preview_of(content: Content) -> DeckPreview:
    """The preview of a teacher's deck: every card that was written; of skills two for each answer."""
    found = complaints(content.lines, content.text) if isinstance(content, WrittenCards) else ()
    deck = playable(content)
    advice = _skills_that_help(content, deck) if isinstance(content, SkillChoice) else _WRITE_MORE
    return _preview(deck, advice, found, shown=None if isinstance(content, WrittenCards) else _SHOWN)


def preview_of_built_in(deck: PlayableDeck) -> DeckPreview:
    """The preview of a deck that comes with the program."""
    return _preview(deck, "", (), shown=_SHOWN)


def _preview(deck: PlayableDeck, advice: str, found: tuple[LineError, ...], *, shown: int | None) -> DeckPreview:
    faces = {answer: sum(map(len, deck.equations[answer])) for answer in sorted(deck.equations, key=int)}
    return DeckPreview(
        sizes=tuple(_size(deck, size) for size in BOARD_SIZES),
        answers=tuple(_answer(deck, answer, shown) for answer in faces),
        facts=f"{count(count_cards(deck), 'card')} with {count(len(faces), 'answer')}",
        missing=_missing(deck, advice),
        lone=_lone(deck, faces),
        complaints=found[:_LISTED],
        more_complaints=max(0, len(found) - _LISTED),
    )


def _answer(deck: PlayableDeck, answer: str, shown: int | None) -> ShownAnswer:
    every = tuple(face for kind in deck.equations[answer] for face in kind)
    if shown is None or len(every) <= shown:
        return ShownAnswer(answer, every, 0)
    return ShownAnswer(answer, deck.faces(answer, shown, _always_the_same()), len(every) - shown)


def _size(deck: PlayableDeck, size: str) -> ShownSize:
    if size not in deck.sizes:
        return ShownSize(size, size_text(size), answers_on(size), None)
    setup = numbers_setup(deck=deck, size=size, layout=Layout.IN_ORDER, players=2, rng=_always_the_same())
    board = shown_board(view(start(setup), None))
    return ShownSize(size, size_text(size), answers_on(size), board, ", ".join(deck.answers(size)))


def _missing(deck: PlayableDeck, advice: str) -> str:
    size = _next_size(deck)
    if size is None:
        return ""
    missing = answers_on(size) - len(deck.equations)
    return (
        f"For the {size_text(size)} board {count(missing, 'further answer')} {_are(missing)} missing. {advice}".rstrip()
    )


def _next_size(deck: PlayableDeck) -> str | None:
    """The smallest board that the deck could still be made to fill."""
    return next((size for size in BOARD_SIZES if len(deck.equations) < answers_on(size)), None)


def _lone(deck: PlayableDeck, faces: dict[str, int]) -> str:
    on_board = deck.answers(deck.sizes[-1]) if deck.sizes else tuple(faces)
    lone = [answer for answer in on_board if faces[answer] < 2]
    if not lone:
        return ""
    named = all_of(lone[:_LISTED]) if len(lone) <= _LISTED else f"{', '.join(lone[:_LISTED])} …"
    verb = "has" if len(lone) == 1 else "have"
    return f"{named} {verb} one card only. A game has two cards for each answer, so that card comes twice."


_WRITE_MORE = "Write cards with other answers."


def _skills_that_help(choice: SkillChoice, deck: PlayableDeck) -> str:
    """Name skills that would fill the next board, those of near grades first."""
    size = _next_size(deck)
    if size is None or not deck.equations:
        return "Choose a skill."
    there = set(map(int, deck.equations))
    needed = answers_on(size) - len(there)
    grades = [SKILLS[key].grade for key in choice.selection]
    middle = sum(grades) / len(grades)
    nearest = sorted(
        (skill for skill in SKILLS.values() if skill.key not in choice.skills), key=lambda one: abs(one.grade - middle)
    )
    helpful = [skill.title for skill in nearest if len(_answers_of(skill.key, choice) - there) >= needed]
    if not helpful:
        return "Choose more skills, or a larger largest number."
    return f"One more skill would do, for example: {'; '.join(helpful[:_MOST_SUGGESTED])}."


def _answers_of(skill: str, choice: SkillChoice) -> set[int]:
    within = SkillChoice((skill,), largest=choice.largest, hardest=choice.hardest).selection
    return {answer for answer in range(LARGEST_ANSWER + 1) if candidates(answer, within)}


def _always_the_same() -> Random:
    return Random(1)  # noqa: S311  a picture of a deck, not a game


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
