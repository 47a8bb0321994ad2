from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    BotLevel,
    DrawMode,
    Face,
    IllegalReason,
    IllegalRecordError,
    RecordError,
    SolveMode,
    check_record,
    parse_record,
    record_from_json,
    record_to_json,
    start,
)
from engine.bots.table import play_out

from .staging import table
from .strategies import Played, games, play_at_random


def record_of(played: Played) -> dict[str, Any]:
    return record_to_json(played.setup, played.events, played.position.outcome)


def finished() -> dict[str, Any]:
    """Return the record of a whole game of four, with misses and drawing by hand."""
    setup = table(players=4, draw=DrawMode.MANUAL)
    steps = list(play_out(setup, [BotLevel.GOOD] * 4, Random(3), most_turns=400, miss_rate=0.2))
    return record_to_json(setup, [event for events, _ in steps for event in events], steps[-1][1].outcome)


def solved_ahead() -> dict[str, Any]:
    """Return a whole game of two with solving ahead, wrong answers, and faces for seat 0 after the deal."""
    setup = table(solve=SolveMode.AHEAD, tries=2)
    faces = [
        Face(0, card, f"{number} + 0")
        for card in start(setup).hands[0]
        if (number := setup.cards_by_id[card].label) is not None
    ]
    steps = list(play_out(setup, [BotLevel.GOOD] * 2, Random(3), most_turns=400, miss_rate=0.4))
    return record_to_json(setup, [*faces, *(event for events, _ in steps for event in events)], steps[-1][1].outcome)


RECORD = finished()
AHEAD = solved_ahead()


@given(games())
def test_a_record_is_read_back_and_checked(played: Played) -> None:
    record = json.loads(json.dumps(record_of(played)))
    assert record_from_json(record) == (played.setup, tuple(played.events), played.position.outcome)
    assert check_record(record) == played.position
    assert record_to_json(*record_from_json(record)) == record


def test_a_record_looks_as_documented() -> None:
    record = copy.deepcopy(RECORD)
    assert list(record) == [
        *("format", "edition", "board", "rules", "seats", "dealer", "cards", "deck", "events", "outcome"),
    ]
    assert record["format"] == "sequence-record/1"
    assert record["edition"] == "numbers"
    assert record["board"][0][0] == "*"
    assert record["rules"] == {"hand_size": 4, "sequences_to_win": 2, "draw": "manual", "tries": 2}
    assert record["seats"] == ["blue", "green", "blue", "green"]
    kinds = {card["kind"]: set(card) for card in record["cards"]}
    assert kinds == {
        "match": {"id", "kind", "label", "face"},
        "wild": {"id", "kind", "face"},
        "remove": {"id", "kind", "face"},
    }
    assert {event["do"] for event in record["events"]} >= {"place", "draw", "miss"}
    assert record["outcome"]["reason"] == "sequences"
    assert set(record["outcome"]["sequences"][0]) == {"team", "spaces"}


def test_an_unfinished_game_has_no_outcome() -> None:
    played = play_at_random(table(), Random(1), 5, wildness=0)
    assert record_of(played)["outcome"] is None
    assert check_record(record_of(played)).outcome is None


def test_unknown_fields_and_the_order_within_a_sequence_do_not_matter() -> None:
    record = copy.deepcopy(RECORD)
    record["at"] = "today"
    for event in record["events"]:
        event["ms"] = 12.5
    record["rules"]["solve"] = "board"
    record["outcome"]["sequences"][0]["spaces"].reverse()
    assert check_record(record).outcome is not None


def test_a_record_of_cards_solved_ahead_says_so() -> None:
    assert AHEAD["rules"]["solve"] == "ahead"
    assert {event["do"] for event in AHEAD["events"]} >= {"solve", "face", "place"}
    position = check_record(json.loads(json.dumps(AHEAD)))
    assert position.outcome is not None
    assert position.deals_faces
    as_text = copy.deepcopy(AHEAD)
    for event in as_text["events"]:
        if event["do"] == "solve":
            event["answer"] = str(event["answer"])
    assert check_record(as_text) == position
    assert "solve" not in RECORD["rules"]


def first(do: str, **fields: Any) -> int:
    """Return the index of the first event of a kind in the game with solving ahead."""
    return next(i for i, event in enumerate(AHEAD["events"]) if event["do"] == do and fields.items() <= event.items())


@pytest.mark.parametrize(
    ("index", "event", "reason"),
    [
        (first("solve"), {"do": "place", "seat": 0, "card": AHEAD["deck"][0], "space": "B2"}, IllegalReason.NOT_SOLVED),
        (first("solve"), {"do": "exchange", "seat": 0, "card": AHEAD["deck"][0]}, IllegalReason.NOT_SOLVED),
        (first("solve"), {"do": "pass", "seat": 0}, IllegalReason.UNSOLVED_CARD),
        (first("solve"), {**AHEAD["events"][first("solve")], "seat": 1}, IllegalReason.CARD_NOT_IN_HAND),
        (first("solve"), {**AHEAD["events"][first("solve")], "seat": 2}, IllegalReason.NO_SUCH_SEAT),
        (first("solve"), AHEAD["events"][0], IllegalReason.NO_FACE_DUE),
        (0, {**AHEAD["events"][0], "seat": 1}, IllegalReason.CARD_NOT_IN_HAND),
        (0, {"do": "miss", "seat": 0, "card": AHEAD["deck"][0], "space": None}, IllegalReason.NO_MISSES),
    ],
)
def test_an_event_against_the_rules_of_solving_ahead_is_named(
    index: int, event: dict[str, Any], reason: IllegalReason
) -> None:
    record = copy.deepcopy(AHEAD)
    record["events"][index] = event
    with pytest.raises(IllegalRecordError) as broken:
        check_record(record)
    assert (broken.value.index, broken.value.reason) == (index, reason)


@pytest.mark.parametrize(
    ("path", "wrong", "sentence"),
    [
        (("rules", "solve"), "later", "'solve' is board or ahead"),
        (("rules", "solve"), None, "'solve' is board or ahead"),
        (("events", first("solve"), "answer"), "x", "'answer' is a whole number of at most 6 digits"),
        (("events", first("solve"), "answer"), 10**6, "'answer' is a whole number of at most 6 digits"),
        (("events", 0, "face"), "", "'face' is a text of 1 to 60 characters"),
        (("events", 0, "face"), "1" * 10_000, "'face' is a text of 1 to 60 characters"),
        (("events", 0, "face"), "7 + \ud83d", "'face' is a text of 1 to 60 characters"),
    ],
)
def test_damage_to_answers_and_faces_is_named(path: tuple[Any, ...], wrong: Any, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        record_from_json(changed(path, wrong, AHEAD))


def test_solving_ahead_applies_to_the_whole_game() -> None:
    with pytest.raises(IllegalRecordError) as broken:
        check_record(changed(("rules", "solve"), "board", AHEAD))
    assert broken.value.reason is IllegalReason.NO_SOLVING
    with pytest.raises(IllegalRecordError) as broken:
        check_record(changed(("rules", "solve"), "ahead"))
    assert broken.value.reason in {IllegalReason.NOT_SOLVED, IllegalReason.NO_MISSES}


def test_the_first_wrong_event_is_named() -> None:
    record = copy.deepcopy(RECORD)
    record["events"][7] = {"do": "pass", "seat": 2}
    with pytest.raises(IllegalRecordError) as broken:
        check_record(record)
    assert broken.value.index == 7
    assert broken.value.event == record["events"][7]


@pytest.mark.parametrize(
    "change",
    [
        {"outcome": None},
        {"winner": None},
        {"winner": "red"},
        {"reason": "stopped"},
        {"sequences": []},
        {"events": RECORD["events"][:-1]},
    ],
)
def test_a_false_outcome_is_found(change: dict[str, Any]) -> None:
    record = copy.deepcopy(RECORD)
    (record if {"outcome", "events"} & set(change) else record["outcome"]).update(change)
    with pytest.raises(IllegalRecordError) as broken:
        check_record(record)
    assert (broken.value.index, broken.value.event) == (len(record["events"]), None)
    assert broken.value.reason is IllegalReason.WRONG_OUTCOME


def every_path(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths to all values of a document, but only to a few in each long list."""
    paths = [path] if path else []
    if isinstance(value, dict):
        for key, one in value.items():
            paths += every_path(one, (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, len(value) // 2, len(value) - 1} & set(range(len(value)))):
            paths += every_path(value[index], (*path, index))
    return paths


def changed(path: tuple[Any, ...], new: Any, record: dict[str, Any] = RECORD) -> dict[str, Any]:
    record = copy.deepcopy(record)
    *way, last = path
    parent: Any = record
    for key in way:
        parent = parent[key]
    parent[last] = new
    return record


def removed(path: tuple[Any, ...]) -> dict[str, Any]:
    record = copy.deepcopy(RECORD)
    *way, last = path
    parent: Any = record
    for key in way:
        parent = parent[key]
    del parent[last]
    return record


WRONG = [True, -1, 0, 1.5, float("nan"), 10**40, "", "x", "\ud800", "a" * 10_000, [], [[]], {}, [None] * 2_000]


@pytest.mark.parametrize("path", every_path(RECORD), ids=str)
def test_any_wrong_value_in_a_record_gives_a_message(path: tuple[Any, ...]) -> None:
    for wrong in (None, *WRONG):
        try:
            check_record(changed(path, wrong))
        except (RecordError, IllegalRecordError) as error:
            text = str(error)
            assert 0 < len(text) < 600
            assert "\n" not in text


@pytest.mark.parametrize("path", [path for path in every_path(RECORD) if isinstance(path[-1], str)], ids=str)
def test_every_field_is_required(path: tuple[Any, ...]) -> None:
    with pytest.raises(RecordError):
        record_from_json(removed(path))


@pytest.mark.parametrize("path", every_path(RECORD), ids=str)
def test_a_value_of_another_type_is_refused(path: tuple[Any, ...]) -> None:
    nullable = {("outcome",), ("rules", "tries"), ("outcome", "winner")}
    for wrong in ({"none": 0}, 1.5, True, float("inf"), None):
        if wrong is None and (path in nullable or path[-1] == "space"):
            continue
        with pytest.raises(RecordError):
            record_from_json(changed(path, wrong))


@pytest.mark.parametrize(
    ("path", "wrong", "sentence"),
    [
        (("format",), "sequence-record/2", "the format of a record is 'sequence-record/1'"),
        (("edition",), "letters", "no edition is called 'letters'"),
        (("board", 0, 1), "9999", "label '9999' is on 1 spaces: every label is on two"),
        (("rules", "hand_size"), "4", "'hand_size' is a whole number"),
        (("rules", "draw"), "never", "'draw' is auto or manual"),
        (("rules", "tries"), 9, "a turn has 1, 2 or 3 tries"),
        (("seats", 0), "yellow", "a seat's team is blue or green or red"),
        (("seats",), ["blue"] * 13, "'seats' is longer than 12"),
        (("dealer",), 4, "the dealer is one of the seats 0 to 3"),
        (("cards", 0, "id"), RECORD["cards"][1]["id"], "two cards have the same id"),
        (("cards", 0, "kind"), "joker", "the kind of card 0 is match or wild or remove"),
        (("deck", 0), RECORD["deck"][1], "the deck does not hold every card exactly once"),
        (("deck",), RECORD["deck"][:-1], "the deck does not hold every card exactly once"),
        (("events", 0, "do"), "jump", "event 0: no event is called 'jump'"),
        (("events", 0, "space"), "J9", "event 0: no space is called 'J9' on this board"),
        (("events", 2), 7, "event 2: an event is an object"),
        (("outcome", "sequences", 0, "spaces", 0), "Z9", "no space is called 'Z9' on this board"),
        (("outcome", "sequences", 0, "spaces"), ["A1"] * 6, "'spaces' is longer than 5"),
        (("outcome", "reason"), "boredom", "'reason' is sequences or stalled or stopped"),
        (("cards", 0, "face"), "7 + 5\ud83d", "the face of card 0 is a text"),
        (("board", 0, 1), "\udc00", "a label on the board is a text"),
    ],
)
def test_the_message_says_what_is_wrong(path: tuple[Any, ...], wrong: Any, sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        record_from_json(changed(path, wrong))
    assert sentence in str(error.value)


@pytest.mark.parametrize("obj", [None, 3, [], "record", {}, {"format": "sequence-record/1"}])
def test_other_documents_are_refused(obj: object) -> None:
    with pytest.raises(RecordError):
        check_record(obj)


TEXT = json.dumps(RECORD)


@given(st.integers(0, len(TEXT) - 1))
def test_a_truncated_text_is_refused(length: int) -> None:
    with pytest.raises(RecordError):
        parse_record(TEXT[:length])


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", '{"dealer": Infinity}', "1" * 5_000, "[" * 100_000, "\x00", '{"a": 1} {"b": 2}', "nul"],
)
def test_invalid_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@pytest.mark.parametrize("name", ["format", "do", "space", "id", "reason"])
def test_a_name_that_an_object_has_twice_is_refused(name: str) -> None:
    text = TEXT.replace(f'"{name}": ', f'"{name}": null, "{name}": ', 1)
    assert json.loads(text) == RECORD  # the last value would count
    with pytest.raises(RecordError, match=f"an object has '{name}' twice"):
        parse_record(text)


def test_text_is_read() -> None:
    assert parse_record(TEXT) == RECORD
