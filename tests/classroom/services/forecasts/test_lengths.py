from __future__ import annotations

from random import Random

import pytest

from classroom.services.forecasts import Lengths
from engine import classic_setup
from engine.simulation import MOST_TURNS, simulate

TOLD = {"games": 10, "won_after": {"20": 4, "10": 3}, "stalled_after": {"60": 2}}


def test_the_statistics() -> None:
    lengths = Lengths.from_json(TOLD)
    assert lengths.won == ((10, 3), (20, 4))
    assert lengths.unwon == ((60, 2), (MOST_TURNS, 1))
    assert lengths.games == 10
    assert [lengths.over_by(share) for share in (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)] == [10, 10, 20, 20, 60, MOST_TURNS]
    assert (lengths.share_won(), lengths.share_won(within=19.9)) == (0.7, 0.3)
    assert lengths.share_over(60) == 0.9


def test_games_of_other_paces_take_longer() -> None:
    lengths = Lengths.from_json({"games": 10, "won_after": {"10": 9, "20": 1}, "stalled_after": {}})
    assert lengths.seconds_over_by(0.9, [10.0]) == 100
    assert lengths.seconds_over_by(0.9, [5.0, 15.0]) == 150, "nine of ten of all games, not of those at the mean pace"
    assert lengths.seconds_over_by(1.0, [5.0, 15.0]) == 300


def test_counts_equal_those_of_the_simulation() -> None:
    simulation = simulate(lambda rng: classic_setup(players=3, rng=rng), 12, Random(3))
    lengths = Lengths.from_json(simulation.to_json())
    assert lengths.games == 12
    assert lengths.share_won() == pytest.approx(simulation.finished)
    assert [lengths.over_by(share) for share in (0.1, 0.5, 0.9)] == [simulation.within(one) for one in (0.1, 0.5, 0.9)]


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {},
        {**TOLD, "games": 0},
        {**TOLD, "games": True},
        {**TOLD, "games": 8},
        {**TOLD, "won_after": [10]},
        {**TOLD, "won_after": {"ten": 3}},
        {**TOLD, "won_after": {"10": -3}},
        {**TOLD, "won_after": {"10": 3.0}},
        {**TOLD, "won_after": {"100000": 3}},
        {**TOLD, "stalled_after": None},
    ],
)
def test_invalid_data_is_refused(content: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whichever of them
        Lengths.from_json(content)
