"""The preview of a deck: its boards, its cards, what is missing, and lines that are not cards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.i18n.engine_texts import skill_title
from classroom.presenters.decks.line_errors import LineError, line_errors
from classroom.presenters.decks.listing import answers_text, cards_text, size_text
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.words import all_of
from classroom.services.decks.content import Content, SkillChoice, WrittenCards, count_cards, playable
from engine import Deck as PlayableDeck
from engine import Layout, answers_on, numbers_setup, start, view
from engine.decks import BOARD_SIZES
from engine.equations import LARGEST_ANSWER, SKILLS, candidates

_SHOWN = 2
"""Maximum cards to show for an answer: as many as a game uses."""
_MOST_SUGGESTED = 3
_LISTED = 30


@dataclass(frozen=True, slots=True)
class ShownSize:
    """A board, and whether the deck fills it."""

    title: str
    needed: int
    board: ShownBoard | None
    """None if the deck does not fill it."""
    numbers: str = ""
    """The answers on it, for screen readers."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    answer: str
    faces: tuple[str, ...]
    more: int
    """The number of further cards."""


@dataclass(frozen=True, slots=True)
class DeckPreview:
    sizes: tuple[ShownSize, ...]
    answers: tuple[ShownAnswer, ...]
    facts: str
    """"34 cards, 16 answers"."""
    missing: str
    """What is missing for the next larger board; "" if every board is filled."""
    advice: str
    """How to fill that board."""
    lone: str
    """Which answers of the largest board have only one card; "" if none."""
    line_errors: tuple[LineError, ...]
    more_errors: int
    """The number of further lines that are not cards."""

    @property
    def filled(self) -> tuple[ShownSize, ...]:
        """Return the boards that the deck fills."""
        return tuple(size for size in self.sizes if size.board)


def preview_of(content: Content) -> DeckPreview:
    """Preview a teacher's deck: all typed cards; for skills, two cards for each answer."""
    found = line_errors(content.lines, content.text) if isinstance(content, WrittenCards) else ()
    deck = playable(content)
    advice = _skills_that_help(content, deck) if isinstance(content, SkillChoice) else str(_WRITE_MORE)
    return _preview(deck, advice, found, shown=None if isinstance(content, WrittenCards) else _SHOWN)


def preview_of_built_in(deck: PlayableDeck) -> DeckPreview:
    return _preview(deck, "", (), shown=_SHOWN)


def _preview(deck: PlayableDeck, advice: str, found: tuple[LineError, ...], *, shown: int | None) -> DeckPreview:
    faces = {answer: sum(map(len, deck.equations[answer])) for answer in sorted(deck.equations, key=int)}
    return DeckPreview(
        sizes=tuple(_size(deck, size) for size in BOARD_SIZES),
        answers=tuple(_answer(deck, answer, shown) for answer in faces),
        facts=_("%(cards)s, %(answers)s", cards=cards_text(count_cards(deck)), answers=answers_text(len(faces))),
        missing=_missing(deck),
        advice=advice if _next_size(deck) else "",
        lone=_lone(deck, faces),
        line_errors=found[:_LISTED],
        more_errors=max(0, len(found) - _LISTED),
    )


def _answer(deck: PlayableDeck, answer: str, shown: int | None) -> ShownAnswer:
    every = tuple(face for kind in deck.equations[answer] for face in kind)
    if shown is None or len(every) <= shown:
        return ShownAnswer(answer, every, 0)
    return ShownAnswer(answer, deck.faces(answer, shown, _always_the_same()), len(every) - shown)


def _size(deck: PlayableDeck, size: str) -> ShownSize:
    if size not in deck.sizes:
        return ShownSize(size_text(size), answers_on(size), None)
    setup = numbers_setup(deck=deck, size=size, layout=Layout.IN_ORDER, players=2, rng=_always_the_same())
    board = shown_board(view(start(setup), None))
    return ShownSize(size_text(size), answers_on(size), board, ", ".join(deck.answers(size)))


def _missing(deck: PlayableDeck) -> str:
    size = _next_size(deck)
    if size is None:
        return ""
    return ngettext(
        "The %(board)s board needs %(num)d more answer.",
        "The %(board)s board needs %(num)d more answers.",
        answers_on(size) - len(deck.equations),
        board=size_text(size),
    )


def _next_size(deck: PlayableDeck) -> str | None:
    """Return the smallest board that the deck does not fill; None if it fills all."""
    return next((size for size in BOARD_SIZES if len(deck.equations) < answers_on(size)), None)


def _lone(deck: PlayableDeck, faces: dict[str, int]) -> str:
    on_board = deck.answers(deck.sizes[-1]) if deck.sizes else tuple(faces)
    lone = [answer for answer in on_board if faces[answer] < 2]
    if not lone:
        return ""
    if len(lone) > _LISTED:
        return ngettext(
            "%(answers)s, and %(num)d more have only one card each. A game needs two cards for each answer, "
            "so those cards appear twice.",
            "%(answers)s, and %(num)d more have only one card each. A game needs two cards for each answer, "
            "so those cards appear twice.",
            len(lone) - _LISTED,
            answers=", ".join(lone[:_LISTED]),
        )
    return ngettext(
        "%(answers)s has only one card. A game needs two cards for each answer, so that card appears twice.",
        "%(answers)s have only one card each. A game needs two cards for each answer, so those cards appear twice.",
        len(lone),
        answers=all_of(lone),
    )


_WRITE_MORE = lazy_gettext("Add cards with other answers.")


def _skills_that_help(choice: SkillChoice, deck: PlayableDeck) -> str:
    """List skills that would help to fill the next board, closest grades first."""
    size = _next_size(deck)
    if size is None or not deck.equations:
        return _("Choose a skill.")
    there = set(map(int, deck.equations))
    needed = answers_on(size) - len(there)
    grades = [SKILLS[key].grade for key in choice.selection]
    middle = sum(grades) / len(grades)
    nearest = sorted(
        (skill for skill in SKILLS.values() if skill.key not in choice.skills), key=lambda one: abs(one.grade - middle)
    )
    helpful = [skill_title(skill.key) for skill in nearest if len(_answers_of(skill.key, choice) - there) >= needed]
    if not helpful:
        return _("Choose more skills, or raise the largest number.")
    return _("Add one more skill, for example: %(skills)s.", skills="; ".join(helpful[:_MOST_SUGGESTED]))


def _answers_of(skill: str, choice: SkillChoice) -> set[int]:
    within = SkillChoice((skill,), largest=choice.largest, hardest=choice.hardest).selection
    return {answer for answer in range(LARGEST_ANSWER + 1) if candidates(answer, within)}


def _always_the_same() -> Random:
    return Random(1)  # noqa: S311  a picture of a deck, not a game
