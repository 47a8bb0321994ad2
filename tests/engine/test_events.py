from __future__ import annotations

from typing import Any

import pytest

from engine import (
    Draw,
    Event,
    Exchange,
    Face,
    Forfeit,
    Miss,
    NotationError,
    Pass,
    Penalty,
    Place,
    Remove,
    Reshuffle,
    Solve,
    Stop,
    Team,
    event_from_json,
)

from .staging import table

BOARD = table().board
PRINTED: list[tuple[Event, dict[str, Any]]] = [
    (Place(0, 17, 26), {"do": "place", "seat": 0, "card": 17, "space": "C4"}),
    (Remove(1, 5, 0), {"do": "remove", "seat": 1, "card": 5, "space": "A1"}),
    (Exchange(3, 4), {"do": "exchange", "seat": 3, "card": 4}),
    (Pass(2), {"do": "pass", "seat": 2}),
    (Draw(2), {"do": "draw", "seat": 2}),
    (Penalty(Team.RED), {"do": "penalty", "team": "red"}),
    (Forfeit(1, 9), {"do": "forfeit", "seat": 1, "card": 9}),
    (Stop(), {"do": "stop"}),
    (Miss(0, 1, 63), {"do": "miss", "seat": 0, "card": 1, "space": "H8"}),
    (Miss(0, 1, None), {"do": "miss", "seat": 0, "card": 1, "space": None}),
    (Reshuffle((3, 1, 2)), {"do": "reshuffle", "deck": [3, 1, 2]}),
    (Solve(1, 17, 12), {"do": "solve", "seat": 1, "card": 17, "answer": 12}),
    (Solve(1, 17, -999_999), {"do": "solve", "seat": 1, "card": 17, "answer": -999_999}),
    (Face(1, 17, "7 + 5"), {"do": "face", "seat": 1, "card": 17, "face": "7 + 5"}),
]


@pytest.mark.parametrize(("event", "printed"), PRINTED)
def test_an_event_is_printed_and_read_back(event: Event, printed: dict[str, Any]) -> None:
    assert event.to_json(BOARD) == printed
    assert event_from_json(printed, BOARD) == event
    assert event_from_json(printed | {"at": "2026-01-01", "ms": 3.5}, BOARD) == event


@pytest.mark.parametrize(("event", "printed"), PRINTED)
def test_an_event_without_a_field_is_refused(event: Event, printed: dict[str, Any]) -> None:
    for name in printed:
        with pytest.raises(NotationError):
            event_from_json({other: value for other, value in printed.items() if other != name}, BOARD)


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1", [1], {}, float("nan")])
@pytest.mark.parametrize("name", ["do", "seat", "card", "space", "team", "deck"])
def test_a_field_of_a_wrong_type_is_refused(name: str, wrong: Any) -> None:
    fields = {"place": ["do", "seat", "card", "space"], "penalty": ["team"], "reshuffle": ["deck"]}
    do = next(do for do in fields if name in fields[do])
    printed = next(printed for _, printed in PRINTED if printed["do"] == do)
    if (name, wrong) == ("deck", [1]):
        return
    with pytest.raises(NotationError):
        event_from_json(printed | {name: wrong}, BOARD)


@pytest.mark.parametrize(("given", "answer"), [(0, 0), ("12", 12), ("012", 12), (999_999, 999_999), ("-3", -3)])
def test_an_answer_is_a_number_or_its_digits(given: Any, answer: int) -> None:
    assert event_from_json({"do": "solve", "seat": 0, "card": 1, "answer": given}, BOARD) == Solve(0, 1, answer)


@pytest.mark.parametrize(
    "wrong",
    [None, True, 1.0, [1], {}, "", " 12", "12 ", "1_2", "+1", "--1", "1.0", "x", "²", "1234567", 10**6, -(10**40)],
)
def test_any_other_answer_is_refused(wrong: Any) -> None:
    with pytest.raises(NotationError, match="whole number of at most 6 digits"):
        event_from_json({"do": "solve", "seat": 0, "card": 1, "answer": wrong}, BOARD)


@pytest.mark.parametrize("wrong", [None, True, 1, 1.5, [], {}, "", "1" * 61])
def test_a_face_of_invalid_length_is_refused(wrong: Any) -> None:
    printed = {"do": "face", "seat": 0, "card": 1, "face": "1" * 60}
    assert event_from_json(printed, BOARD) == Face(0, 1, "1" * 60)
    with pytest.raises(NotationError, match="1 to 60 characters"):
        event_from_json(printed | {"face": wrong}, BOARD)


@pytest.mark.parametrize(
    "obj",
    [
        None,
        3,
        "pass",
        [],
        {},
        {"do": "Pass", "seat": 0},
        {"do": "jump", "seat": 0},
        {"do": "place", "seat": 0, "card": 17, "space": "J9"},
        {"do": "place", "seat": 0, "card": 17, "space": ""},
        {"do": "penalty", "team": "yellow"},
        {"do": "reshuffle", "deck": [1, True]},
        {"do": "reshuffle", "deck": "123"},
        {"do": ["pass"], "seat": 0},
    ],
)
def test_an_invalid_event_is_refused(obj: object) -> None:
    with pytest.raises(NotationError):
        event_from_json(obj, BOARD)


def test_events_are_values() -> None:
    assert Place(0, 1, 2) == Place(0, 1, 2) != Place(0, 1, 3)
    assert len({Place(0, 1, 2), Place(0, 1, 2), Remove(0, 1, 2), Miss(0, 1, 2), Miss(0, 1, None)}) == 4
    with pytest.raises(AttributeError):
        Place(0, 1, 2).seat = 3  # type: ignore[misc]
