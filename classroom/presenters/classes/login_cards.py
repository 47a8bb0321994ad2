"""The page of login cards: who has one, of which kind, and since when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.clock import local_day
from classroom.models.student import SecretKind
from classroom.presenters.moments import day_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from classroom.models import SchoolClass, Student


@dataclass(frozen=True, slots=True)
class CardLine:
    """A student in the list of cards."""

    id: str
    name: str
    kind: SecretKind | None
    """What the present card carries; None: there is none."""
    facts: str
    """What it carries and since when: "Pictures, since Mon 7 September 2026"."""
    is_locked_out: bool
    """Whether too many wrong tries keep the student from signing in by name."""
    order: str
    """For a new card, signed."""


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The page of login cards of a class."""

    class_id: str
    class_name: str
    kind: SecretKind
    """What the next cards carry."""
    lines: tuple[CardLine, ...]

    @property
    def missing(self) -> tuple[CardLine, ...]:
        """Students who have no card."""
        return tuple(line for line in self.lines if line.kind is None)

    @property
    def locked_out(self) -> tuple[CardLine, ...]:
        """Students who cannot sign in by name now."""
        return tuple(line for line in self.lines if line.is_locked_out)


def cards_page(
    school_class: SchoolClass, students: Iterable[Student], *, orders: Mapping[str, str], locked_out: Collection[str]
) -> CardsPage:
    """The page of login cards of a class."""
    return CardsPage(
        class_id=school_class.id,
        class_name=school_class.name,
        kind=SecretKind(school_class.secret_kind),
        lines=tuple(
            CardLine(
                id=one.id,
                name=one.name,
                kind=SecretKind(one.secret_kind) if one.pin_hash else None,
                facts=_facts(one),
                is_locked_out=one.id in locked_out,
                order=orders.get(one.id, ""),
            )
            for one in students
        ),
    )


def _facts(student: Student) -> str:
    day = f"since {day_text(local_day(student.card_changed_at))}" if student.card_changed_at else ""
    if student.pin_hash is None:
        return f"No card {day}".strip()
    what = "Pictures" if student.secret_kind == SecretKind.PICTURES else "PIN"
    return ", ".join(filter(None, (what if student.card_hash else f"{what}, no code to scan", day)))
