from __future__ import annotations

from random import Random

import pytest

from engine import BotLevel, DrawMode, OutcomeReason, replay, start
from engine.bots.table import own_labels, play_out

from ..staging import table  # noqa: TID252


@pytest.mark.parametrize("level", list(BotLevel))
@pytest.mark.parametrize("draw", list(DrawMode))
def test_bots_play_a_game_to_its_end(level: BotLevel, draw: DrawMode) -> None:
    setup = table(players=4, draw=draw)
    steps = list(play_out(setup, [level] * 4, Random(2), most_turns=2_000, miss_rate=0.1))
    position = steps[-1][1]
    assert position.outcome is not None
    assert replay(setup, [event for events, _ in steps for event in events]) == position


def test_a_long_game_is_stopped() -> None:
    *_, (_, position) = play_out(table(), [BotLevel.GOOD] * 2, Random(2), most_turns=5)
    assert position.turn_number == 5
    assert position.outcome is not None
    assert position.outcome.reason is OutcomeReason.STOPPED


def test_a_bot_knows_only_the_labels_of_its_own_match_cards() -> None:
    position = start(table())
    cards = position.setup.cards_by_id
    labels = own_labels(position)
    assert set(labels) <= set(position.hands[0])
    assert all(cards[card].label == label for card, label in labels.items())
