"""The list of decks, and one-line texts about a deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from classroom.i18n import _, ngettext
from classroom.i18n.engine_texts import DECK_TEXTS, built_in_title, skill_title
from classroom.models import Deck, DeckKind
from classroom.presenters.decks.skills import shown_grades
from classroom.presenters.words import all_of, isolated, number_text
from classroom.services.decks.choosing import OfferedDeck
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS
from engine import Deck as PlayableDeck
from engine.deck_making import grade_decks, grade_of_deck
from engine.decks import sizes_filled
from engine.equations import GRADES, SKILLS, skills_of_grade

_SAMPLES = 3
"""Number of cards that picture a deck in the list."""
_LONGEST_SAMPLE = 14
"""Longest card that fits there, in characters."""


@dataclass(frozen=True, slots=True)
class DeckTile:
    key: str
    title: str
    facts: str
    """"Your cards: 34 cards, 16 answers."; for a built-in deck its description."""
    boards: str
    """"Fills 6 × 6 and 8 × 8."."""
    samples: tuple[str, ...] = ()
    """A few cards of a built-in deck, from small answers to large ones."""
    is_shared: bool = False
    teacher: str | None = None
    """The teacher who shares it; None for the reader's own deck."""


@dataclass(frozen=True, slots=True)
class DecksPage:
    own: tuple[DeckTile, ...]
    archived: tuple[DeckTile, ...]
    shared: tuple[DeckTile, ...]
    built_in: tuple[DeckTile, ...]
    grades: tuple[DeckTile, ...]


def decks_page(own: Iterable[Deck], shared: Iterable[Deck]) -> DecksPage:
    kept = list(own)
    return DecksPage(
        own=tuple(deck_tile(deck) for deck in kept if deck.archived_at is None),
        archived=tuple(deck_tile(deck) for deck in kept if deck.archived_at is not None),
        shared=tuple(deck_tile(deck, teacher=deck.teacher.name) for deck in shared),
        built_in=tuple(map(built_in_tile, BUILT_IN_DECKS.values())),
        grades=tuple(map(built_in_tile, grade_decks())),
    )


def deck_tile(deck: Deck, *, teacher: str | None = None) -> DeckTile:
    counts = {"cards": cards_text(deck.cards), "answers": answers_text(deck.answers)}
    if deck.kind == DeckKind.SKILLS:
        facts = _("Skills: %(cards)s, %(answers)s.", **counts)
    else:
        facts = _("Typed cards: %(cards)s, %(answers)s.", **counts)
    boards = boards_text(sizes_filled(deck.answers))
    return DeckTile(deck.id, deck.title, facts, boards, is_shared=deck.is_shared, teacher=teacher)


def built_in_tile(deck: PlayableDeck) -> DeckTile:
    grade = grade_of_deck(deck.key)
    samples = sample_cards(deck) if grade is None else examples_of_grade(grade)
    return DeckTile(deck.key, deck_title(deck), deck_description(deck.key), boards_text(deck.sizes), samples)


def sample_cards(deck: PlayableDeck) -> tuple[str, ...]:
    """Choose a few cards that show what a deck asks: of a different kind each, if it has several.

    >>> sample_cards(BUILT_IN_DECKS["times-tables"])
    ('5 × 3', '7 × 5', '9 × 7')
    """
    of_answers = [
        short
        for answer in sorted(deck.equations, key=int)
        if (short := [card for kind in deck.equations[answer] if len(card := kind[len(kind) // 2]) <= _LONGEST_SAMPLE])
    ]
    samples = []
    for turn in range(_SAMPLES if of_answers else 0):
        cards = of_answers[len(of_answers) * (2 * turn + 1) // (2 * _SAMPLES)]
        samples.append(cards[turn % len(cards)])
    return tuple(dict.fromkeys(samples))


def examples_of_grade(grade: int) -> tuple[str, ...]:
    """Return examples of the skills that are new in a grade; of the grade before, if these are too few."""
    by_grade = [
        [skill.example for skill in shown.skills if len(skill.example) <= _LONGEST_SAMPLE]
        for shown in shown_grades(None)
        if shown.number <= grade
    ]
    new = by_grade.pop()
    count = min(_SAMPLES, len(new))
    earlier = by_grade[-1][: _SAMPLES - count] if by_grade else ()
    return (*(new[len(new) * turn // count] for turn in range(count)), *earlier)


def deck_title(deck: PlayableDeck) -> str:
    """Return a deck's title: a teacher's own, or a translated one."""
    return built_in_title(deck.key) or deck.title


def deck_description(key: str) -> str:
    """Return the description of a built-in deck; "" for a teacher's."""
    if key in DECK_TEXTS:
        return str(DECK_TEXTS[key][1])
    grade = grade_of_deck(key)
    if grade is None:
        return ""
    skills = all_of([skill_title(key) for key in skills_of_grade(grade) if SKILLS[key].grade == grade])
    if grade == GRADES[0]:
        return _("Skills: %(skills)s.", skills=skills)
    return _("Skills: %(skills)s. Also skills of grade %(grade)s.", skills=skills, grade=grade - 1)


def with_titles(offers: Iterable[OfferedDeck]) -> list[OfferedDeck]:
    """Add titles and descriptions in the reader's language to built-in decks among the offers."""
    return [
        replace(offer, title=title, description=deck_description(offer.key))
        if (title := built_in_title(offer.key))
        else offer
        for offer in offers
    ]


def deck_name(settings: TableSettings) -> str:
    """Return the name of a session's deck for a sentence, isolated: titles may be in any script."""
    if not settings.has_numbers:
        return _("Playing cards")
    if settings.deck_copy:
        return isolated(settings.deck_title)
    return built_in_title(settings.deck) or settings.deck_title


def copy_title(title: str, *, longest: int) -> str:
    """Return a title for a copy of a deck, at most `longest` characters."""
    room = longest - len(_("%(title)s (copy)", title=""))
    return _("%(title)s (copy)", title=title[:room].rstrip())


def cards_text(number: int) -> str:
    return ngettext("%(number)s card", "%(number)s cards", number, number=number_text(number))


def answers_text(number: int) -> str:
    return ngettext("%(number)s answer", "%(number)s answers", number, number=number_text(number))


def boards_text(sizes: Iterable[str]) -> str:
    names = [size_text(size) for size in sizes]
    return _("Fills %(boards)s.", boards=all_of(names)) if names else _("Doesn’t fill a board yet.")


def size_text(size: str) -> str:
    """Format the size of a board, on one line.

    >>> size_text("6x6").split()
    ['6', '×', '6']
    """
    return size.replace("x", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
