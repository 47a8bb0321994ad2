"""The login cards of a class: who has one, of which kind, and since when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from classroom.clock import local_day
from classroom.i18n import LANGUAGES, Language, _
from classroom.models import SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.presenters.moments import day_text
from classroom.presenters.words import facts_text
from classroom.services.accounts.pin_limits import OLD_PIN_DIGITS, SHORT_PIN, limits_of


@dataclass(frozen=True, slots=True)
class CardLine:
    id: str
    name: str
    kind: SecretKind | None
    """The kind of the active card; None without one."""
    facts: str
    """Kind and date: "Pictures, since Mon, Sep 7, 2026"."""
    has_short_pin: bool
    """Whether the card is from an earlier version, with four digits and fewer tries per day."""
    is_locked_out: bool
    order: str
    """Signed order for a new card."""


@dataclass(frozen=True, slots=True)
class CardsPage:
    class_id: str
    class_name: str
    kind: SecretKind
    """The kind of future cards."""
    lines: tuple[CardLine, ...]

    @property
    def missing(self) -> tuple[CardLine, ...]:
        """Return the students without a card."""
        return tuple(line for line in self.lines if line.kind is None)

    @property
    def short_pins(self) -> tuple[CardLine, ...]:
        return tuple(line for line in self.lines if line.has_short_pin)

    @property
    def locked_out(self) -> tuple[CardLine, ...]:
        """Return the students who can't sign in by name now."""
        return tuple(line for line in self.lines if line.is_locked_out)


def cards_page(
    school_class: SchoolClass, students: Iterable[Student], *, orders: Mapping[str, str], locked_out: Collection[str]
) -> CardsPage:
    return CardsPage(
        class_id=school_class.id,
        class_name=school_class.name,
        kind=SecretKind(school_class.secret_kind),
        lines=tuple(
            CardLine(
                id=one.id,
                name=one.name,
                kind=SecretKind(one.secret_kind) if one.pin_hash else None,
                facts=card_facts(one),
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


def card_facts(student: Student) -> str:
    """Return the kind and date of a student's card."""
    facts = []
    if student.pin_hash is None:
        facts.append(_("No card"))
    elif student.secret_kind == SecretKind.PICTURES:
        facts.append(_("Pictures"))
    elif _has_short_pin(student):
        facts.append(_("%(digits)s-digit PIN", digits=OLD_PIN_DIGITS))
    else:
        facts.append(_("PIN"))
    if student.pin_hash is not None and not student.card_hash:
        facts.append(_("no QR code"))
    if student.card_changed_at:
        facts.append(_("since %(day)s", day=day_text(local_day(student.card_changed_at))))
    return facts_text(facts)


OWN_LANGUAGE = "own"
"""Form value for printing each card in its student's language."""


def card_languages(page_language: Language) -> tuple[tuple[str, str], ...]:
    """Return the choices for the language of printed cards, as value and text.

    :param page_language: the language of cards for students without one.
    """
    own = _("Each student’s language, or %(language)s if not set", language=page_language.own_name)
    return (OWN_LANGUAGE, own), *((one.tag, one.own_name) for one in LANGUAGES)
