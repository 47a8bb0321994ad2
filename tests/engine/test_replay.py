from __future__ import annotations

import pytest

from engine import IllegalReason, IllegalRecordError, Pass, Place, apply_event, legal_moves, replay, start

from .staging import table


def test_a_log_is_replayed_from_the_deal() -> None:
    setup = table()
    position = start(setup)
    assert replay(setup, []) == position
    events = []
    for _ in range(6):
        events.append(legal_moves(position)[-1])
        position = apply_event(position, events[-1])
    assert replay(setup, events) == position


def test_the_first_event_that_breaks_a_rule_is_named() -> None:
    setup = table()
    first = legal_moves(start(setup))[0]
    assert isinstance(first, Place)
    with pytest.raises(IllegalRecordError) as broken:
        replay(setup, [first, Pass(0), first])
    assert (broken.value.index, broken.value.reason) == (1, IllegalReason.NOT_YOUR_TURN)
    assert broken.value.event == {"do": "pass", "seat": 0}
    assert str(broken.value) == "event 1: {'do': 'pass', 'seat': 0}: not your turn"
