from __future__ import annotations

import pytest

from engine import CompletedSequence, Team
from engine.outcome import leading_team

BLUE, GREEN, RED = Team


@pytest.mark.parametrize(
    ("made", "leader"),
    [
        ([], None),
        ([BLUE], BLUE),
        ([GREEN, BLUE], None),
        ([GREEN, BLUE, GREEN], GREEN),
        ([RED, BLUE, GREEN], None),
        ([RED, BLUE, GREEN, BLUE, RED], None),
        ([RED, RED, BLUE, GREEN], RED),
    ],
)
def test_d9_the_most_sequences_lead_if_no_other_team_has_as_many(made: list[Team], leader: Team | None) -> None:
    assert leading_team(CompletedSequence(team, (1, 2, 3, 4, 5)) for team in made) is leader
