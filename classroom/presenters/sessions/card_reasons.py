"""Why a student was dealt a card, for the teacher."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classroom.i18n import _, lazy_gettext
from classroom.learning.deals import Why
from classroom.presenters.words import percent_text
from engine.equations import SKILLS

_REASONS: Mapping[Why, str] = {
    Why.ONLY: lazy_gettext("The only equation left for this number."),
    Why.NEAREST: lazy_gettext("The easiest equation for this number; all of them are hard right now."),
    Why.ENCOURAGING: lazy_gettext("An easy equation after two incorrect answers."),
    Why.OWED: lazy_gettext("Missed last time."),
    Why.BY_LOT: lazy_gettext("Picked at random from good fits, like 1 in 14 cards."),
    Why.DUE: lazy_gettext("Due for review: about %(percent)s likely to be remembered."),
    Why.NEW: lazy_gettext("Not practiced yet."),
    Why.FOCUS: lazy_gettext("Focus skill."),
    Why.BREADTH: lazy_gettext("Few recent answers in this skill."),
    Why.FITTING: lazy_gettext("The best fit right now."),
}
_DUE_UNKNOWN = lazy_gettext("Due for review.")


def card_reason(choice: Mapping[str, Any]) -> str:
    """Return why a card was chosen, and how likely a correct answer was.

    :param choice: the data of `Deal.to_json`.
    """
    why, recall = Why(choice["why"]), choice["r"]
    reason = str(_DUE_UNKNOWN if why is Why.DUE and recall is None else _REASONS[why])
    if why is Why.DUE and recall is not None:
        reason %= {"percent": percent_text(recall)}
    if choice.get("grades_off"):
        grade = SKILLS[choice["skill"]].grade
        reason = _("%(reason)s From grade %(grade)s, beyond the grades chosen.", reason=reason, grade=grade)
    chance = percent_text(choice["p"])
    return _("%(reason)s Likely to be correct on first try: %(percent)s.", reason=reason, percent=chance)
