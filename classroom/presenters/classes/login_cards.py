"""The page of login cards: who has one, of which kind, and since when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from classroom.clock import local_day
from classroom.models import SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.presenters.moments import day_text
from classroom.services.accounts.pin_limits import OLD_PIN_DIGITS, SHORT_PIN, limits_of


@dataclass(frozen=True, slots=True)
class CardLine:
    """A student in the list of cards."""

    id: str
    name: str
    kind: SecretKind | None
    """What the present card carries; None: there is none."""
    facts: str
    """What it carries and since when: "Pictures, since Mon 7 September 2026"."""
    has_short_pin: bool
    """Whether the card is of an earlier version, with four digits and few wrong tries a day."""
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
    def short_pins(self) -> tuple[CardLine, ...]:
        """Students whose PIN has four digits."""
        return tuple(line for line in self.lines if line.has_short_pin)

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
                has_short_pin=_has_short_pin(one),
                is_locked_out=one.id in locked_out,
                order=orders.get(one.id, ""),
            )
            for one in students
        ),
    )


def _has_short_pin(student: Student) -> bool:
    is_short = limits_of(student.secret_kind, student.pin_digits) is SHORT_PIN
    return is_short and student.pin_hash is not None


def _facts(student: Student) -> str:
    day = f"since {day_text(local_day(student.card_changed_at))}" if student.card_changed_at else ""
    if student.pin_hash is None:
        return f"No card {day}".strip()
    pin = f"{OLD_PIN_DIGITS}-digit PIN" if _has_short_pin(student) else "PIN"
    what = "Pictures" if student.secret_kind == SecretKind.PICTURES else pin
    return ", ".join(filter(None, (what if student.card_hash else f"{what}, no code to scan", day)))
