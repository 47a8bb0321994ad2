"""The sentences of a table's log, complete for every possible subject."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from classroom.i18n import lazy_gettext, lazy_pgettext
from classroom.i18n.sentences import filled


class Subject(Enum):
    """The mover, from the point of view of the reader."""

    READER = auto()
    OTHER = auto()
    """A student, a team, or a bot with its own seat: `name`."""
    BOT_FOR_READER = auto()
    BOT_FOR_OTHER = auto()
    """A bot that played for the student `name`."""


class Line(Enum):
    """What happened."""

    PLAYED = auto()
    PLAYED_ON = auto()
    REMOVED = auto()
    TRADED_IN = auto()
    GAVE_UP = auto()
    PASSED = auto()
    DREW = auto()
    PUT_DOWN = auto()
    """A card was discarded without a chip: a dead card, or one after its last try. The line does not say which."""


def sentence(line: Line, subject: Subject, **values: str) -> str:
    """Return the sentence about an event.

    :param values: `name` isolated, `card` and `space` from `card_faces.card_in_sentence`.
    """
    return filled(str(_SENTENCES[line][subject]), values)


_READER, _OTHER = Subject.READER, Subject.OTHER
_BOT_FOR_READER, _BOT_FOR_OTHER = Subject.BOT_FOR_READER, Subject.BOT_FOR_OTHER

_SENTENCES: Mapping[Line, Mapping[Subject, str]] = {
    Line.PLAYED: {
        _READER: lazy_pgettext("student", "You played %(card)s."),
        _OTHER: lazy_gettext("%(name)s played %(card)s."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot played %(card)s for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot played %(card)s for %(name)s."),
    },
    Line.PLAYED_ON: {
        _READER: lazy_pgettext("student", "You played %(card)s on %(space)s."),
        _OTHER: lazy_gettext("%(name)s played %(card)s on %(space)s."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot played %(card)s on %(space)s for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot played %(card)s on %(space)s for %(name)s."),
    },
    Line.REMOVED: {
        _READER: lazy_pgettext("student", "You removed the chip on %(space)s."),
        _OTHER: lazy_gettext("%(name)s removed the chip on %(space)s."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot removed the chip on %(space)s for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot removed the chip on %(space)s for %(name)s."),
    },
    Line.TRADED_IN: {
        _READER: lazy_pgettext("student", "You traded in a card: %(card)s."),
        _OTHER: lazy_gettext("%(name)s traded in a card: %(card)s."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot traded in a card for you: %(card)s."),
        _BOT_FOR_OTHER: lazy_gettext("A bot traded in a card for %(name)s: %(card)s."),
    },
    Line.GAVE_UP: {
        _READER: lazy_pgettext("student", "You gave up a card: %(card)s."),
        _OTHER: lazy_gettext("%(name)s gave up a card: %(card)s."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot gave up a card for you: %(card)s."),
        _BOT_FOR_OTHER: lazy_gettext("A bot gave up a card for %(name)s: %(card)s."),
    },
    Line.PASSED: {
        _READER: lazy_pgettext("student", "You passed."),
        _OTHER: lazy_gettext("%(name)s passed."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot passed for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot passed for %(name)s."),
    },
    Line.DREW: {
        _READER: lazy_pgettext("student", "You drew a card."),
        _OTHER: lazy_gettext("%(name)s drew a card."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot drew a card for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot drew a card for %(name)s."),
    },
    Line.PUT_DOWN: {
        _READER: lazy_pgettext("student", "You put down a card."),
        _OTHER: lazy_gettext("%(name)s put down a card."),
        _BOT_FOR_READER: lazy_pgettext("student", "A bot put down a card for you."),
        _BOT_FOR_OTHER: lazy_gettext("A bot put down a card for %(name)s."),
    },
}
