"""The introduction to the rules on a student's page, and the list of the same steps under *How to play*."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.i18n import pgettext
from classroom.presenters.table.board import ShownBoard, SmallPosition, shown_position
from classroom.presenters.table.card_faces import PlayingCard, card_text, playing_card
from classroom.presenters.table.teams import TeamStyles, color_attributes, team_name
from classroom.services.play.introduction import (
    BLOCKED,
    OTHER_CHIPS,
    OWN_CHIPS,
    ROW,
    Introduction,
    SmallBoard,
    Step,
    small_board,
)
from classroom.services.settings import TableSettings
from engine import SolveMode, Team

_STEPS = tuple(step for step in Step if step is not Step.DONE)
_ANYWHERE, _TAKES_OFF = ("Plus", "JC"), ("Minus", "JH")
"""The special cards of both editions."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step in the row of all six."""

    kind: str
    """The kind of its picture: "card", "answer", …"""
    text: str
    is_done: bool
    is_now: bool
    labels: tuple[str, ...] = ()
    """The labels in its picture."""
    cards: tuple[PlayingCard, ...] = ()
    """Playing cards in its picture, instead of labels."""


@dataclass(frozen=True, slots=True)
class IntroductionCard:
    kind: str
    """"match", "wild", or "remove"."""
    text: str
    """As printed; for a playing card, its name."""
    card: PlayingCard | None
    is_chosen: bool
    is_asked: bool = False
    """Whether its answer is typed."""


@dataclass(frozen=True, slots=True)
class ShownIntroduction:
    """The student's current step."""

    number: int
    """The student's progress, for the form."""
    title: str
    is_missed: bool
    """Whether the last tap was wrong."""
    steps: tuple[ShownStep, ...]
    board: ShownBoard
    lit: str
    """The space to tap, which is highlighted; otherwise ""."""
    cards: tuple[IntroductionCard, ...]
    only_explains: bool
    """Whether the step only explains something."""
    is_done: bool
    team: str
    other: str
    color_attributes: dict[str, str]


def shown_introduction(
    number: int, settings: TableSettings, *, team: str | None = None, looks: TeamStyles = None
) -> ShownIntroduction:
    """Build the student's current step.

    :param number: the student's stored progress.
    :param team: the student's, if it is known.
    """
    here = Introduction.of_number(number)
    board = small_board(settings.edition)
    own = Team(team) if team else Team.BLUE
    other = Team.GREEN if own is Team.BLUE else Team.BLUE
    steps = shown_steps(settings, here.step)
    return ShownIntroduction(
        number=number,
        title=pgettext("student", "You are ready!")
        if here.step is Step.DONE
        else next(one.text for one in steps if one.is_now),
        is_missed=here.misses > 0,
        steps=steps,
        board=_board(here.step, settings.edition, {team: team_name(looks, team.value) for team in (own, other)}),
        lit={Step.ANSWER: board.target, Step.REMOVE: BLOCKED, Step.ROW: BLOCKED}.get(here.step, ""),
        cards=_cards(here.step, board, settings),
        only_explains=here.step in {Step.CHIP, Step.OTHERS},
        is_done=here.step is Step.DONE,
        team=own.value,
        other=other.value,
        color_attributes=color_attributes(looks),
    )


def shown_steps(settings: TableSettings, now: Step | None = None) -> tuple[ShownStep, ...]:
    """List the six steps.

    :param now: the current step; None for reading only.
    """
    board = small_board(settings.edition)
    texts = _texts(settings)
    printed = {Step.CARD: (board.face,), Step.ANSWER: (board.answer,), Step.REMOVE: ("+", "−")}
    if not settings.has_numbers:
        printed[Step.REMOVE] = (_ANYWHERE[True], _TAKES_OFF[True])
    return tuple(
        ShownStep(
            kind=step.name.lower(),
            text=texts[step],
            is_done=now is not None and step < now,
            is_now=step is now,
            labels=printed.get(step, ()),
            cards=tuple(filter(None, (playing_card(settings.edition, label) for label in printed.get(step, ())))),
        )
        for step in _STEPS
    )


def _texts(settings: TableSettings) -> dict[Step, str]:
    texts = {
        Step.CARD: pgettext("student", "Tap your card."),
        Step.ANSWER: pgettext("student", "Find the answer. Tap it."),
        Step.CHIP: pgettext("student", "That is your chip!"),
        Step.OTHERS: pgettext("student", "Next, others play."),
        # Translators: "Plus" and "Minus" are cards: the wild card, and the one that takes off a chip of others.
        Step.REMOVE: pgettext("student", "Plus: anywhere. Minus: take off."),
        Step.ROW: pgettext("student", "Five in a row wins a star."),
    }
    if not settings.has_numbers:
        texts |= {
            Step.ANSWER: pgettext("student", "Find the same card. Tap it."),
            Step.REMOVE: pgettext("student", "♣♦ jacks: anywhere. ♥♠ jacks: take off."),
        }
    elif settings.solve is SolveMode.AHEAD:
        texts[Step.CARD] = pgettext("student", "Solve your card.")
    return texts


def _board(step: Step, edition: str, names: dict[Team, str]) -> ShownBoard:
    """Build the board in a step, with the names of the student's team and the other."""
    board = small_board(edition)
    mine, others = set(OWN_CHIPS), set(OTHER_CHIPS)
    if step > Step.ANSWER:
        mine.add(board.target)
    if step in {Step.OTHERS, Step.REMOVE}:
        others.add(BLOCKED)
    if step is Step.DONE:
        mine.add(BLOCKED)
    last = {Step.CHIP: board.target, Step.OTHERS: BLOCKED}.get(step, "")
    chips = zip(names.items(), (mine, others), strict=True)
    return shown_position(
        SmallPosition(
            labels=board.labels,
            edition=edition,
            chips=tuple((team, name, frozenset(spaces)) for (team, name), spaces in chips),
            last=last,
            row=ROW if step is Step.DONE else (),
        )
    )


def _cards(step: Step, board: SmallBoard, settings: TableSettings) -> tuple[IntroductionCard, ...]:
    """Return the hand: the card to play, and later the two special ones."""
    edition, is_drawn = settings.edition, not settings.has_numbers
    if step in {Step.CARD, Step.ANSWER}:
        is_ahead = settings.has_numbers and settings.solve is SolveMode.AHEAD
        text = card_text(edition, board.face)
        if is_ahead and step is Step.ANSWER:
            text = f"{board.face} = {board.answer}"
        return (
            IntroductionCard(
                "match",
                text,
                playing_card(edition, board.face),
                is_chosen=step is Step.ANSWER,
                is_asked=is_ahead and step is Step.CARD,
            ),
        )
    if step in {Step.REMOVE, Step.ROW}:
        anywhere, takes_off = _ANYWHERE[is_drawn], _TAKES_OFF[is_drawn]
        return (
            IntroductionCard("wild", card_text(edition, anywhere), playing_card(edition, anywhere), step is Step.ROW),
            IntroductionCard(
                "remove", card_text(edition, takes_off), playing_card(edition, takes_off), step is Step.REMOVE
            ),
        )
    return ()
