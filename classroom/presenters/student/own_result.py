"""What a student did in a game, as praise: the cards, and the team's best row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.i18n import npgettext, pgettext
from classroom.presenters.table.card_faces import PlayingCard, playing_card
from classroom.services.play.card_results import CardOutcome, CardResult, first_tries
from engine import Team, View, longest_run

MOST_MARKS = 36
"""With more cards than this, only their number is shown."""


@dataclass(frozen=True, slots=True)
class RowChip:
    label: str
    """The label under it; "" on a free corner."""
    card: PlayingCard | None
    """The playing card printed there instead of a number."""


@dataclass(frozen=True, slots=True)
class ShownOwnRow:
    """The best row of a team: a sequence, or its longest row of chips."""

    text: str
    team: str
    chips: tuple[RowChip, ...]
    is_sequence: bool


def praise(results: Sequence[CardResult], *, chips: int | None) -> str:
    """Praise what the student did with the cards, without evaluation.

    :param chips: with playing cards, which have no answers, the number of chips placed.
    """
    if chips:
        return npgettext("student", "You placed %(num)d chip.", "You placed %(num)d chips.", chips)
    total, right = len(results), first_tries(results)
    found = sum(one.outcome is not CardOutcome.SHOWN for one in results)
    if not total:  # also if a game with playing cards ended before the first chip
        return pgettext("student", "New cards come next time.")
    if right:
        return pgettext("student", "%(right)s of %(total)s right the first time", right=right, total=total)
    if found:
        return pgettext("student", "%(found)s of %(total)s cards solved", found=found, total=total)
    return npgettext("student", "You worked on %(num)d card.", "You worked on %(num)d cards.", total)


def marks(results: Sequence[CardResult]) -> tuple[CardOutcome, ...]:
    """Return the outcome of each card, if there are not too many to draw."""
    return tuple(one.outcome for one in results) if len(results) <= MOST_MARKS else ()


def shown_own_row(seen: View, own_team: Team | None) -> ShownOwnRow:
    """Return a team's best row; without one, the best row on the board."""
    rows = [(_best_row(seen, team), team) for team in seen.seats[: len(seen.chips)] if own_team in {None, team}]
    (spaces, is_sequence), team = max(rows, key=lambda row: (row[0][1], len(row[0][0])))
    labels = (seen.board.labels[space] for space in spaces)
    free = seen.board.free_mask
    return ShownOwnRow(
        text=_row_text(len(spaces), is_sequence=is_sequence, is_own=own_team is not None),
        team=team.value,
        chips=tuple(
            RowChip("", None) if free >> space & 1 else RowChip(label, playing_card(seen.edition, label))
            for space, label in zip(spaces, labels, strict=True)
        ),
        is_sequence=is_sequence,
    )


def _best_row(seen: View, team: Team) -> tuple[tuple[int, ...], bool]:
    made = next((sequence.spaces for sequence in seen.sequences if sequence.team is team), None)
    if made is not None:
        return made, True
    return longest_run(seen.board, seen.chips[seen.seats.index(team)]), False


def _row_text(length: int, *, is_sequence: bool, is_own: bool) -> str:
    if not length:
        return pgettext("student", "Your first row comes next time.")
    if is_sequence:
        return pgettext("student", "Your row: five!") if is_own else pgettext("student", "Five in a row!")
    if is_own:
        return npgettext("student", "Your first chip", "Your longest row: %(num)d", length)
    return npgettext("student", "The first chip", "The longest row: %(num)d", length)
