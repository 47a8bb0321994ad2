"""Events in words, and what a student is told about their own last answer."""

from __future__ import annotations

import random

import pytest

from classroom.presenters.student.feedback import feedback
from classroom.presenters.table.log import LoggedEvent, last_space, log_lines
from classroom.services.settings import TableSettings
from engine import (
    CardKind,
    CompletedSequence,
    Draw,
    Event,
    Exchange,
    Forfeit,
    Miss,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Solve,
    SolveMode,
    Stop,
    Team,
    right_spaces,
    start,
)
from tests.classroom.replayed import readable

ANA, BEN = "ana-id", "ben-id"


DEALT = start(TableSettings().new_setup(2, random.Random(3)))


@pytest.fixture
def position() -> Position:
    """A game of two just dealt; the seat on turn is Ana's."""
    return DEALT


def entry(event: Event, student_id: str | None = ANA) -> LoggedEvent:
    """An event by Ana, unless someone else is named."""
    card = DEALT.setup.cards_by_id.get(getattr(event, "card", -1))
    return LoggedEvent(
        event, {ANA: "Ana", BEN: "Ben"}.get(student_id or "", "Bot"), student_id, card.face if card else ""
    )


def words(event: Event, position: Position, *, reader: str = BEN) -> str:
    """Return the line of an event by Ana for Ben, without isolates."""
    (line,) = log_lines([entry(event)], position, reader=reader)
    return readable(line)


def held(position: Position) -> tuple[int, str, int]:
    """An equation of Ana's: the card, its face, a space that is right for it."""
    cards = position.setup.cards_by_id
    card = next(card for card in position.hands[position.turn] if cards[card].kind is CardKind.MATCH)
    return card, cards[card].face, right_spaces(position, card)[0]


def test_plays_are_logged_with_card_and_number(position: Position) -> None:
    card, face, space = held(position)
    label = position.setup.board.labels[space]
    seat = position.turn
    assert words(Place(seat, card, space), position) == f"Ana played {face} on {label}."
    assert words(Place(seat, card, space), position, reader=ANA) == f"You played {face} on {label}."
    assert words(Remove(seat, card, space), position) == f"Ana removed the chip on {label}."
    assert words(Exchange(seat, card), position, reader=ANA) == f"You traded in a card: {face}."
    assert words(Forfeit(seat, card), position) == f"Ana gave up a card: {face}."


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Pass(0), "Ana passed."),
        (Draw(0), "Ana drew a card."),
        (Reshuffle((1, 2)), "The played cards were shuffled into a new draw pile."),
        (Stop(), "The game was stopped."),
    ],
)
def test_events_without_a_card_are_logged(position: Position, event: Event, line: str) -> None:
    assert words(event, position) == line


def test_a_penalty_names_the_team(position: Position) -> None:
    (line,) = log_lines([LoggedEvent(Penalty(Team.BLUE), "Foxes", None)], position, reader=BEN)
    assert readable(line) == "Foxes talked about a move. Each player gives up a card."


def test_a_wrong_answer_is_hidden_from_others(position: Position) -> None:
    card, face, space = held(position)
    miss = Miss(position.turn, card, space)
    assert not list(log_lines([entry(miss)], position, reader=BEN))
    assert words(miss, position, reader=ANA) == f"You tried {face} on {position.setup.board.labels[space]}."
    assert words(Miss(position.turn, card, None), position, reader=ANA) == (
        f"You traded in {face}, but it still has a space."
    )


def test_the_last_miss_reads_like_a_dead_card(position: Position) -> None:
    card, _, space = held(position)
    discarded = position._replace(hands=tuple(() for _ in position.hands))
    miss, exchange = Miss(position.turn, card, space), Exchange(position.turn, card)
    assert words(miss, discarded) == words(exchange, discarded) == "Ana put down a card."
    logged = [entry(miss), entry(miss)]
    assert [readable(line) for line in log_lines(logged, discarded, reader=BEN)] == ["Ana put down a card."]
    retried = [entry(miss), entry(Place(position.turn, card, space))]
    assert len(list(log_lines(retried, discarded, reader=BEN))) == 1, "a miss before the right answer is not listed"


@pytest.mark.parametrize("is_right", [True, False])
def test_cards_solved_ahead_are_hidden_from_others(*, is_right: bool) -> None:
    dealt = start(TableSettings(solve=SolveMode.AHEAD).new_setup(2, random.Random(3)))
    card, _, _ = held(dealt)
    solve = entry(Solve(dealt.turn, card, dealt.setup.answers[card] + (not is_right)))
    for hands in (dealt.hands, ((), ())):
        after = dealt._replace(hands=hands)
        assert not list(log_lines([solve], after, reader=BEN))
        assert list(log_lines([solve], after, reader=ANA))


def test_only_the_chip_that_completed_a_sequence_is_praised(position: Position) -> None:
    card, _, _ = held(position)
    row = tuple(range(7, 12))
    made = position._replace(sequences=(CompletedSequence(Team.BLUE, row),))
    logged = [entry(Place(0, card, 7)), entry(Place(0, card, 11)), entry(Place(0, card, 20))]
    assert ["A sequence!" in line for line in log_lines(logged, made, reader=BEN)] == [False, True, False]


def test_the_last_space_is_that_of_a_chip(position: Position) -> None:
    card, _, _ = held(position)
    assert last_space([entry(Place(0, card, 9)), entry(Miss(1, card, 12)), entry(Pass(0))]) == 9
    assert last_space([]) is None


def noticed(logged: list[LoggedEvent], position: Position) -> str | None:
    """Return Ana's feedback."""
    seat = next(seat for seat, hand in enumerate(position.hands) if seat == position.turn or not hand)
    notice = feedback(logged, position, seat=seat, student_id=ANA)
    return readable(notice.text) if notice else None


def test_a_miss_invites_to_try_again(position: Position) -> None:
    card, face, space = held(position)
    label = position.setup.board.labels[space]
    logged = [entry(Miss(position.turn, card, space))]
    assert noticed(logged, position) == f"Not {label}. Try {face} again."
    assert noticed([entry(Miss(position.turn, card, None))], position) == (
        f"{face} still has an open space. Try again."
    )


def test_the_right_answer_stays_until_the_student_acts_again(position: Position) -> None:
    card, face, space = held(position)
    answer = position.setup.cards_by_id[card].label
    seat = position.turn
    gone = position._replace(hands=tuple(hand if s != seat else () for s, hand in enumerate(position.hands)))
    logged = [entry(Miss(seat, card, space)), entry(Pass(1), BEN)]
    assert noticed(logged, gone) == f"{face} = {answer}. You get a new card."
    assert noticed([*logged, entry(Pass(seat))], gone) is None


def test_a_right_answer_is_confirmed_until_the_next_turn(position: Position) -> None:
    card, face, space = held(position)
    label = position.setup.board.labels[space]
    seat = position.turn
    logged = [entry(Place(seat, card, space))]
    assert feedback(logged, position, seat=seat, student_id=ANA) is None
    after = position._replace(turn=1 - seat)
    notice = feedback(logged, after, seat=seat, student_id=ANA)
    assert notice is not None
    assert readable(notice.text) == f"Yes! {face} = {label}."


@pytest.mark.parametrize("is_time_up", [False, True])
@pytest.mark.parametrize(("reader", "whom"), [(BEN, "Ana"), (ANA, "you")])
def test_moves_of_a_bot_for_a_student_are_logged(
    position: Position, reader: str, whom: str, *, is_time_up: bool
) -> None:
    card, face, space = held(position)
    label, seat = position.setup.board.labels[space], position.turn
    begin = "Time ran out. A" if is_time_up else "A"
    told_of: list[tuple[Event, str]] = [
        (Place(seat, card, space), f" bot played {face} on {label} for {whom}."),
        (Remove(seat, card, space), f" bot removed the chip on {label} for {whom}."),
        (
            Exchange(seat, card),
            f" bot traded in a card for you: {face}." if reader == ANA else " bot put down a card for Ana.",
        ),
        (Pass(seat), f" bot passed for {whom}."),
        (Draw(seat), f" bot drew a card for {whom}."),
        (Forfeit(seat, card), f" bot gave up a card for {whom}: {face}."),
    ]
    for event, end in told_of:
        done = LoggedEvent(event, "Ana", None, face, substituted_for=ANA, is_time_up=is_time_up)
        (line,) = log_lines([done], position, reader=reader)
        assert readable(line) == begin + end


def test_an_initial_at_the_end_of_a_name_ends_the_sentence(position: Position) -> None:
    done = LoggedEvent(Pass(position.turn), "Ana M.", None, "", substituted_for=ANA)
    (line,) = log_lines([done], position, reader=BEN)
    assert readable(line) == "A bot passed for Ana M."
