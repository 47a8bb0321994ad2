"""Why this card: a choice in a sentence for the teacher."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classroom.learning.deals import Why

_SENTENCES = {
    Why.ONLY: "The only equation left for this number.",
    Why.NEAREST: "The easiest one for this number; all of them are hard at present.",
    Why.ENCOURAGING: "An easy one after two wrong answers.",
    Why.BY_LOT: "Chosen by lot among those that fit, as one card in fourteen is.",
    Why.DUE: "Due again: the chance that it is still remembered is {recall} in 100.",
    Why.NEW: "Not practiced yet.",
    Why.FOCUS: "It is in focus.",
    Why.BREADTH: "There have been few answers in this skill lately.",
    Why.FITTING: "It fits best at present.",
}


def explain(choice: Mapping[str, Any]) -> str:
    """Say why a card was chosen, and how likely a right answer was.

    :param choice: what `Deal.to_json` gives.
    """
    recall = "few" if choice["r"] is None else round(100 * choice["r"])
    reason = _SENTENCES[Why(choice["why"])].format(recall=recall)
    return f"{reason} Chance of a right first answer: {round(100 * choice['p'])} in 100."
