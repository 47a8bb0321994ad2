"""The line of a log before the first move; in the classic edition, how the players cut for the deal (D11)."""

from __future__ import annotations

from collections.abc import Iterable

from classroom.i18n import _, pgettext
from classroom.presenters.table.card_faces import card_in_sentence
from classroom.presenters.table.log import DEALT
from classroom.presenters.table.players import name_of
from classroom.presenters.words import all_of, isolated
from classroom.services.play.tables import Table
from engine import CLASSIC


def opening(table: Table, *, reader: str | None = None, with_ties: bool = True) -> str:
    """Return who deals and why, or only that cards were dealt: in later games, the deal passes on.

    :param reader: the student who is reading, called "you".
    :param with_ties: whether to include who cut again; without it, the text is one short sentence.
    """
    if table.cut is None:
        return str(DEALT)
    rounds: list[dict[str, str]] = table.cut["rounds"]
    ties = [_("%(names)s tied for the lowest card and cut again.", names=_names(table, again)) for again in rounds[1:]]
    dealer = str(table.cut["dealer"])
    card = card_in_sentence(CLASSIC.key, rounds[-1][dealer])
    holder = table.first_holder(int(dealer))
    if reader and holder.student_id == reader:
        cut = pgettext("student", "You cut %(card)s, the lowest card, and deal.", card=card)
    else:
        name = isolated(name_of(table, holder))
        cut = _("%(name)s cut %(card)s, the lowest card, and deals.", name=name, card=card)
    return " ".join([*ties, cut]) if with_ties else cut


def _names(table: Table, seats: Iterable[str]) -> str:
    return all_of([isolated(name_of(table, table.first_holder(int(seat)))) for seat in seats])
