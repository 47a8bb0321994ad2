"""Winning, and every other way in which a game ends."""

from __future__ import annotations

import pytest

from engine import (
    Event,
    IllegalMoveError,
    IllegalReason,
    Outcome,
    OutcomeReason,
    Pass,
    Penalty,
    Place,
    Position,
    Stop,
    Team,
    apply_event,
)

from .staging import at, complete, cover, cover_all, game, held, names

# D8 and winning


def one_short(position: Position) -> Position:
    """Return a position in which blue can complete row 3 with the card of seat 0."""
    return cover(position, blue="B3 C3 D3 E3")


def closing_label(position: Position) -> str:
    return position.setup.board.labels[at(position, "F3")]


def test_a_team_with_enough_sequences_wins_at_once_and_draws_no_card() -> None:
    label = closing_label(game())
    position = one_short(game(label))
    card = held(position, 0, label)
    won = apply_event(position, Place(0, card, at(position, "F3")))
    (sequence,) = won.sequences
    assert (sequence.team, names(won, sequence.spaces)) == (Team.BLUE, "B3 C3 D3 E3 F3")
    assert won.outcome == Outcome(OutcomeReason.SEQUENCES, Team.BLUE, (sequence,))
    assert len(won.hands[0]) == 4
    assert won.pile_size == position.pile_size
    assert (won.turn, won.turn_number, won.owed) == (0, 0, ((), ()))


def test_a_sequence_is_locked_and_the_game_continues_until_enough_are_made() -> None:
    label = closing_label(game())
    position = one_short(game(label, sequences_to_win=2))
    after = apply_event(position, Place(0, held(position, 0, label), at(position, "F3")))
    assert after.outcome is None
    assert after.turn == 1
    assert after.locked == position.locked | after.sequences[0].mask
    assert after.open & after.locked == 0


def test_d8_all_lines_of_the_winning_chip_count() -> None:
    label = closing_label(game())
    position = cover(one_short(game(label)), blue="F4 F5 F6 F7")
    won = apply_event(position, Place(0, held(position, 0, label), at(position, "F3")))
    assert [names(won, one.spaces) for one in won.sequences] == ["B3 C3 D3 E3 F3", "F3 F4 F5 F6 F7"]
    assert won.outcome is not None
    assert won.outcome.sequences == won.sequences


def test_other_teams_sequences_neither_count_nor_interfere() -> None:
    label = closing_label(game())
    position = complete(one_short(game(label, sequences_to_win=2)), "green", "A4 B4 C4 D4 E4")
    after = apply_event(position, Place(0, held(position, 0, label), at(position, "F3")))
    assert after.outcome is None
    assert [one.team for one in after.sequences] == [Team.GREEN, Team.BLUE]


def test_a_second_sequence_wins_with_the_first() -> None:
    label = closing_label(game())
    position = complete(one_short(game(label, sequences_to_win=2)), "blue", "A5 B5 C5 D5 E5")
    after = apply_event(position, Place(0, held(position, 0, label), at(position, "F3")))
    assert after.outcome == Outcome(OutcomeReason.SEQUENCES, Team.BLUE, after.sequences)


# D9


@pytest.mark.parametrize(
    ("made", "winner"), [([], None), (["green"], Team.GREEN), (["green", "blue"], None), (["blue"], Team.BLUE)]
)
def test_d9_a_stopped_game_goes_to_the_team_with_the_most_sequences(made: list[str], winner: Team | None) -> None:
    position = game(sequences_to_win=2)
    for team in made:
        position = complete(position, team, "A3 B3 C3 D3 E3" if team == "blue" else "A5 B5 C5 D5 E5")
    stopped = apply_event(position, Stop())
    assert stopped.outcome == Outcome(OutcomeReason.STOPPED, winner, position.sequences)


def test_d9_a_stalled_game_goes_to_the_team_with_the_most_sequences() -> None:
    position = complete(game("Plus Plus", "Minus Minus", hand_size=2, sequences_to_win=2), "green", "A3 B3 C3 D3 E3")
    stalled = apply_event(apply_event(cover_all(position, "green"), Pass(0)), Pass(1))
    assert stalled.outcome == Outcome(OutcomeReason.STALLED, Team.GREEN, position.sequences)


def test_the_outcome_does_not_change() -> None:
    stopped = apply_event(game("12"), Stop())
    events: list[Event] = [Stop(), Pass(0), Penalty(Team.BLUE)]
    for event in events:
        with pytest.raises(IllegalMoveError) as refused:
            apply_event(stopped, event)
        assert refused.value.reason is IllegalReason.GAME_OVER
