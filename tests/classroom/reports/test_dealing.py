"""The dealing audit of one student: cards that came back, that are due, and that came too soon."""

from __future__ import annotations

from classroom.reports.dealing import CARDS_APART, DealtAnswer, audit
from classroom.reports.statistics import Proportion


def answers(*sessions: str) -> list[DealtAnswer]:
    """Return answers of a session such as "a- b": missed a, knew b. The family of "a2" is "a"."""
    return [
        DealtAnswer(number, one.rstrip("-"), one[0], not one.endswith("-"))
        for number, session in enumerate(sessions)
        for one in session.split()
    ]


def test_a_missed_family_is_back_in_the_same_or_one_of_the_next_three_sessions() -> None:
    assert audit(answers("a- b", "c", "d", "a2")).back == Proportion(1, 1)
    assert audit(answers("a- b a2", "c", "d", "e")).back == Proportion(1, 1)
    assert audit(answers("a- b", "c", "d", "e", "a")).back == Proportion(0, 1)


def test_a_family_that_can_still_come_back_is_not_counted() -> None:
    found = audit(answers("a-", "b- c", "d", "b"))
    assert (found.back, found.waiting) == (Proportion(0, 1), 0)
    found = audit(answers("a-", "b", "c"))
    assert (found.back, found.waiting) == (Proportion(0, 0), 1)


def test_early_returns_do_not_hide_those_that_wait() -> None:
    """Of four missed families, only two ever come back, both at once."""
    missed = "a- b- c- d- a b"
    found = audit(answers(missed, "e"))
    assert (found.back, found.waiting) == (Proportion(0, 0), 2)
    found = audit(answers(missed, "e", "f", "g"))
    assert (found.back, found.waiting) == (Proportion(2, 4), 0)


def test_a_text_among_the_previous_cards_came_too_soon() -> None:
    others = " ".join(chr(98 + number) for number in range(CARDS_APART))
    assert audit(answers(f"a {others[:-2]} a")).soon == Proportion(1, CARDS_APART + 1)
    assert audit(answers(f"a {others} a")).soon == Proportion(0, CARDS_APART + 2)
    assert audit(answers("a a2")).soon == Proportion(0, 2)
    assert audit([]).soon == Proportion()
