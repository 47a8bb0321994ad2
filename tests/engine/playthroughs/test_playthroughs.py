"""The engine plays every stored game as before. `make playthroughs` writes them again."""

from __future__ import annotations

import json
from itertools import chain

import pytest

from engine import EDITIONS, DrawMode, OutcomeReason, check_record

from .games import FOLDER, Kind, digests, kinds, print_playthrough, read_playthrough

KINDS = list(kinds())


def read(kind: Kind) -> str:
    return kind.path.read_text(encoding="utf-8")


def test_there_is_one_playthrough_for_each_kind_of_table() -> None:
    tables = {
        f"{edition.key}-{players}-players-{teams}-teams-{draw}{solved}.json"
        for edition in EDITIONS.values()
        for players, choices in edition.teams.items()
        for teams in choices
        for draw in ("auto", "manual")
        for solved in (["", "-solved-ahead"] if edition.has_misses else [""])
    }
    assert {path.name for path in FOLDER.iterdir()} == tables
    assert len(tables) == 40


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.path.stem)
def test_a_stored_game_is_played_as_before(kind: Kind) -> None:
    setup, events, kept, record = read_playthrough(read(kind))
    assert (setup.edition, len(setup.seats), setup.team_count, setup.rules.draw, setup.rules.solve) == kind
    assert list(digests(setup, events)) == kept
    position = check_record(record)
    assert position.outcome is not None
    assert print_playthrough(setup, events, position) == read(kind)


def test_playthroughs_contain_every_event_and_every_outcome() -> None:
    records = [read_playthrough(read(kind))[3] for kind in KINDS]
    done = set(chain.from_iterable((event["do"] for event in record["events"]) for record in records))
    assert done == set("place remove exchange miss pass draw penalty forfeit reshuffle solve face stop".split())
    assert {record["outcome"]["reason"] for record in records} == set(OutcomeReason)
    assert {record["rules"]["draw"] for record in records} == set(DrawMode)


def test_a_digest_notices_a_change() -> None:
    setup, events, kept, _ = read_playthrough(read(KINDS[0]))
    earlier = list(digests(setup, events[:-1]))
    assert earlier == kept[:-1]
    assert len(set(kept)) == len(kept)
    assert json.loads(read(KINDS[0]))["steps"][0][0] == kept[0]
