"""Suggestions after a session: at most three, each by a simple rule with its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from classroom.i18n import _
from classroom.learning.card_fit import DAYS_OF_EASE, LEAST_SHARE, MOST_SHARE, are_too_easy, are_too_hard
from classroom.learning.day_effects import Days, total_of
from classroom.learning.plans import Dealing
from classroom.presenters.decks.listing import deck_name, size_text
from classroom.presenters.reports.findings import Step
from classroom.presenters.reports.needs import FocusSkills
from classroom.presenters.reports.next_steps import MOST_STEPS, first_steps, play_more
from classroom.presenters.reports.words import proportion_text
from classroom.presenters.words import number_text, percent_text
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence
from classroom.services.settings import TableSettings
from engine.deck_making import built_in_deck, grade_of_deck
from engine.decks import BOARD_SIZES

TOO_EASY, TOO_HARD = round(100 * MOST_SHARE), round(100 * LEAST_SHARE)
"""Percentages of correct first answers: certainly above, the cards are too easy; certainly below, too hard."""
_LADDER = (("add-sub-20", "add-sub-100", "mixed"), ("times-tables", "mixed"))
"""Built-in decks, easiest first."""


def steps_after(
    settings: TableSettings,
    first: Proportion,
    students: Sequence[StudentLine],
    evidence: ClassEvidence,
    focus: FocusSkills,
    *,
    days: Days = (),
) -> tuple[Step, ...]:
    """Suggest at most three steps: what to reteach, whom to meet, which cards come next, who should play more.

    :param students: those who played or took the exit ticket
    :param evidence: the class's evidence, including this session
    :param focus: what the class and its students need most, by this session
    :param days: the class's counts on each day with the same cards, including this session
    """
    cards = [next_cards(settings, first, days)] if first.has_enough_answers else []
    steps = [*first_steps(evidence, students, focus), *cards, *play_more(students)]
    return tuple(steps[:MOST_STEPS])


def next_cards(settings: TableSettings, first: Proportion, days: Days = ()) -> Step:
    """Suggest the next deck and board, by the proportion of correct first answers.

    :param days: the class's counts on each day with the same cards, including these, the oldest first
    """
    low, high = first.interval
    if settings.dealing is Dealing.SAME and low > TOO_EASY:
        latest = days[-DAYS_OF_EASE:]
        if not are_too_easy(latest):
            return Step(_maybe_easy_text(first), settings=settings)
        harder = harder_than(settings)
        return Step(_easy_text(latest, harder), settings=harder)
    if settings.dealing is Dealing.SAME and high < TOO_HARD:
        if not are_too_hard(days):
            return Step(_maybe_hard_text(first), settings=settings)
        easier = easier_than(settings)
        return Step(_hard_text(days, easier), settings=easier)
    return Step(_same_text(settings, first), settings=settings)


def harder_than(settings: TableSettings) -> TableSettings | None:
    """Return the same deck on the next larger board that it fills, or the next deck; None if there is neither."""
    sizes = settings.deck_object.sizes if settings.fills_board else ()
    larger = [size for size in sizes if BOARD_SIZES.index(size) > BOARD_SIZES.index(settings.board)]
    if larger:
        return replace(settings, board=larger[0])
    return _with_deck(settings, _neighbor(settings.deck, 1))


def easier_than(settings: TableSettings) -> TableSettings | None:
    """Return the easier deck, or the same deck on a smaller board, where facts repeat; None if there is neither."""
    before = _with_deck(settings, _neighbor(settings.deck, -1))
    if before is not None or settings.board == BOARD_SIZES[0]:
        return before
    return replace(settings, board=BOARD_SIZES[BOARD_SIZES.index(settings.board) - 1])


def _neighbor(deck: str, step: int) -> str | None:
    grade = grade_of_deck(deck)
    if grade is not None:
        return f"grade-{grade + step}"
    for decks in _LADDER:
        if deck in decks and 0 <= decks.index(deck) + step < len(decks):
            return decks[decks.index(deck) + step]
    return None


def _with_deck(settings: TableSettings, key: str | None) -> TableSettings | None:
    """Return the settings with a built-in deck, on the same board or the largest one that it fills."""
    deck = built_in_deck(key) if key else None
    if deck is None:
        return None
    board = settings.board if settings.board in deck.sizes else deck.sizes[-1]
    return replace(settings, deck=deck.key, deck_copy=None, board=board)


def _easy_text(days: Days, harder: TableSettings | None) -> str:
    counts = _counts(days)
    if harder is None:
        return _(
            "These cards are easy now: %(share)s correct on first try on %(days)s days. Next time, choose other cards.",
            **counts,
        )
    return _(
        "These cards are easy now: %(share)s correct on first try on %(days)s days. Next time: %(deck)s, %(board)s.",
        **counts,
        **_cards(harder),
    )


def _maybe_easy_text(first: Proportion) -> str:
    return _(
        "These cards may be easy: %(share)s correct on first try. Use them again before you change them: "
        "the class may have had a good day.",
        share=proportion_text(first),
    )


def _same_text(settings: TableSettings, first: Proportion) -> str:
    share, (low, high) = proportion_text(first), first.interval
    if settings.dealing is not Dealing.SAME:
        return _(
            "Each student got their own cards: %(share)s correct on first try. Use these settings again.", share=share
        )
    if low >= TOO_HARD and high <= TOO_EASY:
        return _("On average, these cards fit the class: %(share)s correct on first try. Use them again.", share=share)
    return _(
        "These cards may fit the class: %(share)s correct on first try, likely between %(low)s and %(high)s. "
        "Use them again.",
        share=share,
        low=percent_text(low / 100),
        high=percent_text(high / 100),
    )


def _maybe_hard_text(first: Proportion) -> str:
    return _(
        "These cards may be hard: %(share)s correct on first try. Use them again before you change them: "
        "the class may have had a bad day.",
        share=proportion_text(first),
    )


def _hard_text(days: Days, easier: TableSettings | None) -> str:
    counts = _counts(days)
    if easier is None:
        return _(
            "These cards are hard: %(share)s correct on first try on %(days)s days. Next time, choose other cards.",
            **counts,
        )
    return _(
        "These cards are hard: %(share)s correct on first try on %(days)s days. Next time: %(deck)s, %(board)s.",
        **counts,
        **_cards(easier),
    )


def _counts(days: Days) -> dict[str, str]:
    return {"share": proportion_text(Proportion(*total_of(days))), "days": number_text(len(days))}


def _cards(settings: TableSettings) -> dict[str, str]:
    return {"deck": deck_name(settings), "board": size_text(settings.board)}
