"""Recount statistics from the logs, without the app's own code."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.over_http.arithmetic import answer_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class RecountedAnswer(NamedTuple):
    """One answer of a student, from a log."""

    game_id: str
    version: int
    student_id: str
    equation: str
    answer: str
    given: str
    """The label chosen, or "dead"."""
    try_number: int
    is_right: bool


def recount(database: Path, records: dict[str, str]) -> list[RecountedAnswer]:
    """Return every answer in these games: moves from the downloaded records, students from the rows of the log."""
    students = _student_of_each_move(database)
    return [one for game_id, text in records.items() for one in _answers(game_id, json.loads(text), students)]


def _student_of_each_move(database: Path) -> dict[tuple[str, int], str]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute(
            "SELECT game_id, version, student_id FROM game_events WHERE student_id IS NOT NULL"
        ).fetchall()
    connection.close()
    return {(game_id, version): student_id for game_id, version, student_id in rows}


def _answers(game_id: str, record: dict[str, Any], students: dict[tuple[str, int], str]) -> Iterator[RecountedAnswer]:
    cards = {card["id"]: card for card in record["cards"]}
    tries: Counter[int] = Counter()
    for version, event in enumerate(record["events"], start=1):
        if event["do"] == "reshuffle":
            for card_id in event["deck"]:
                tries.pop(card_id, None)
        if event["do"] not in {"place", "miss", "exchange"}:
            continue
        card = cards[event["card"]]
        if card["kind"] != "match":
            continue
        tries[card["id"]] += 1
        if (game_id, version) not in students:
            continue
        space = event.get("space")
        given = "dead" if space is None else _label(record, space)
        is_right = event["do"] == "exchange" or given == answer_to(card["face"])
        assert is_right == (event["do"] != "miss"), event
        yield RecountedAnswer(
            game_id=game_id,
            version=version,
            student_id=students[game_id, version],
            equation=card["face"],
            answer=answer_to(card["face"]),
            given=given,
            try_number=tries[card["id"]],
            is_right=is_right,
        )


def _label(record: dict[str, Any], space: str) -> str:
    column, row = ord(space[0]) - ord("A"), int(space[1:]) - 1
    return str(record["board"][row][column])


def first_answers(answers: list[RecountedAnswer]) -> dict[str, tuple[int, int]]:
    """Count each student's correct first answers, and all first answers."""
    found: dict[str, list[bool]] = defaultdict(list)
    for one in answers:
        if one.try_number == 1:
            found[one.student_id].append(one.is_right)
    return {student: (sum(right), len(right)) for student, right in found.items()}


def later_answers(answers: list[RecountedAnswer]) -> dict[str, tuple[int, int]]:
    """Count each student's correct answers on later tries, and all later tries."""
    found: dict[str, list[bool]] = defaultdict(list)
    for one in answers:
        if one.try_number > 1:
            found[one.student_id].append(one.is_right)
    return {student: (sum(right), len(right)) for student, right in found.items()}
