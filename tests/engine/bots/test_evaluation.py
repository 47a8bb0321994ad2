from __future__ import annotations

import pytest

from engine import view
from engine.bots.evaluation import COMPLETED, Evaluation, evaluate
from engine.bots.levels import Style

from ..staging import at, complete, cover, game  # noqa: TID252

CAREFUL = Style(blindness=0, defense=0.5, line=(1, 10, 100, 500, 2_500), held=0.8, reach=(0.1, 0.2, 0.4))
FLAT = Style(blindness=0, defense=0.5, line=(1, 10, 100, 500, 2_500))


def evaluated(position: object, style: Style = FLAT, held: int = 0) -> Evaluation:
    return evaluate(view(position, 0), 0, held, style)  # type: ignore[arg-type]


def test_the_value_of_a_chip_is_the_gain_of_its_lines() -> None:
    position = game()
    inner = evaluated(position).placing[at(position, "D4")]
    # 15 lines; two of them hold a corner, which counts as a chip.
    assert inner == pytest.approx(13 * (10 - 1) + 2 * (100 - 10) + 0.5 * (13 * 1 + 2 * 10))


def test_the_fifth_chip_is_worth_more_than_anything_else() -> None:
    position = cover(game(), blue="B3 C3 D3 E3", green="B5 C5 D5 E5")
    evaluation = evaluated(position)
    assert evaluation.placing[at(position, "F3")] > COMPLETED / 2
    assert max(range(64), key=evaluation.placing.__getitem__) in {at(position, "F3"), at(position, "A3")}


def test_blocked_lines_have_no_value() -> None:
    position = cover(game(), blue="B3", green="C3")
    free = cover(game(), blue="B3")
    assert evaluated(position).placing[at(position, "D3")] < evaluated(free).placing[at(free, "D3")]


def test_lines_of_a_finished_sequence_have_no_value() -> None:
    made = complete(game(sequences_to_win=2), "blue", "B3 C3 D3 E3 F3")
    loose = cover(game(sequences_to_win=2), blue="B3 C3 D3 E3 F3")
    assert evaluated(made).placing[at(made, "G3")] < evaluated(loose).placing[at(loose, "G3")]


def test_the_value_of_a_removal_is_the_others_loss_plus_the_lines_it_opens() -> None:
    position = cover(game(), green="B3 C3 D3 E3 G6", blue="G4 G5 G7 G8")
    evaluation = evaluated(position)
    assert evaluation.removing[at(position, "C3")] > evaluation.removing[at(position, "G6")] / 3
    assert evaluation.removing[at(position, "G6")] > 2_000
    assert evaluation.removing[at(position, "D6")] == 0


def test_a_space_with_its_card_in_the_hand_is_more_likely() -> None:
    position = cover(game(), blue="B3 C3 D3")
    surer = evaluated(position, CAREFUL, held=1 << at(position, "F3"))
    assert surer.placing[at(position, "E3")] > evaluated(position, CAREFUL).placing[at(position, "E3")]


def test_a_space_with_few_cards_left_is_less_likely() -> None:
    position = cover(game(), blue="B3 C3 D3")
    label = position.setup.board.labels[at(position, "F3")]
    other = next(space for space in position.setup.board.spaces_of[label] if space != at(position, "F3"))
    used = cover(position, green=position.setup.board.name(other))
    assert (
        evaluated(used, CAREFUL).placing[at(position, "E3")] < evaluated(position, CAREFUL).placing[at(position, "E3")]
    )


def test_without_defense_other_teams_lines_do_not_count() -> None:
    selfish = Style(blindness=0, defense=0, line=(1, 10, 100, 500, 2_500))
    position = cover(game(), green="B3 C3 D3 E3")
    evaluation = evaluated(position, selfish)
    assert evaluation.placing[at(position, "F3")] < 1_000
    assert evaluation.removing[at(position, "C3")] < 1_000
