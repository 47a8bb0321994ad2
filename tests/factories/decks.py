"""Teachers' decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classroom.models import Deck
from classroom.services.decks.content import Content, WrittenCards, content_to_json, count_cards, kind_of, playable
from tests.factories.people import make_teacher
from tests.factories.saving import save

if TYPE_CHECKING:
    from classroom.models import Teacher

SIXTEEN_CARDS = "\n".join(f"{answer} + {answer}" for answer in range(5, 21))
"""Cards with enough different answers for a 6×6 board."""


def make_deck(
    teacher: Teacher | None = None, title: str = "Doubles", *, content: Content | None = None, **values: Any
) -> Deck:
    """Create a deck; by default with written cards that fill a 6×6 board."""
    content = content or WrittenCards(SIXTEEN_CARDS)
    made = playable(content)
    return save(
        Deck(
            teacher_id=(teacher or make_teacher()).id,
            title=title,
            kind=kind_of(content),
            content=content_to_json(content),
            cards=count_cards(made),
            answers=len(made.equations),
            **values,
        )
    )
