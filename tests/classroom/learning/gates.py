"""The model's predictions for children it has not seen: the figures for gates G1 to G3."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from classroom.learning.accuracy import AbilityEstimates, Asked, Difficulties, observe
from classroom.learning.speed import ItemTimes, Pace, expected_log_seconds, log_seconds, observe_time

DATA = Path(__file__).parents[2] / "data"
MIDDLE = math.log(0.81 / 0.19)
"""The initial estimate of a student: the share of right answers in the training data."""


class Trial(NamedTuple):
    student: str
    session: str
    asked: Asked
    is_right: bool
    seconds: float | None


@dataclass(frozen=True)
class Figures:
    auc: float
    log_loss: float
    rmse: float
    bins: dict[float, tuple[float, float]]
    """From .5 up, by lower end of each tenth: mean prediction, share of right answers."""
    rmse_log_seconds: float


def trials() -> list[Trial]:
    with (DATA / "arith_trials.csv").open(encoding="utf-8", newline="") as file:
        return [_trial(row) for row in csv.DictReader(file)]


def folds() -> list[set[str]]:
    parts: list[set[str]] = [set() for _ in range(5)]
    with (DATA / "arith_folds.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            parts[int(row["fold"])].add(row["student"])
    return parts


def measure() -> Figures:
    """Predict every trial from the same student's earlier ones, with difficulties estimated from other students."""
    data = trials()
    predicted = [0.0] * len(data)
    squares: list[float] = []
    for unseen in folds():
        difficulties, times = _learned([trial for trial in data if trial.student not in unseen])
        levels: dict[tuple[str, str], AbilityEstimates] = {}
        paces: dict[tuple[str, str], Pace] = {}
        for index, trial in enumerate(data):
            if trial.student in unseen:
                who, asked = trial[:2], trial.asked
                mine = levels.setdefault(who, AbilityEstimates(MIDDLE))
                predicted[index] = observe(mine, difficulties, asked, is_right=trial.is_right, learns_difficulty=False)
                if trial.is_right and trial.seconds:
                    pace = paces.setdefault(who, Pace())
                    expected = expected_log_seconds(pace, times, asked.item, asked.skill)
                    squares.append((expected - log_seconds(trial.seconds)) ** 2)
                    observe_time(pace, times, asked.item, asked.skill, trial.seconds)
    return _figures([trial.is_right for trial in data], predicted, math.sqrt(sum(squares) / len(squares)))


def _learned(data: Sequence[Trial]) -> tuple[Difficulties, ItemTimes]:
    difficulties, times = Difficulties(), ItemTimes()
    levels: dict[tuple[str, str], AbilityEstimates] = {}
    for trial in data:
        observe(
            levels.setdefault(trial[:2], AbilityEstimates(MIDDLE)), difficulties, trial.asked, is_right=trial.is_right
        )
        if trial.is_right and trial.seconds:
            times.add(trial.asked.item, trial.seconds)
    return difficulties, times


def _trial(row: dict[str, str]) -> Trial:
    form = "true" if row["is_true"] == "1" else "false"
    seconds = min(float(row["rt"]), 4.0) if row["rt"] else None
    asked = Asked(row["item"], row["fact"], row["skill"], form)
    return Trial(row["student"], row["session"], asked, row["correct"] == "1", seconds)


def _figures(right: Sequence[bool], predicted: Sequence[float], rmse_log_seconds: float) -> Figures:
    clipped = [min(max(p, 0.001), 0.999) for p in predicted]
    pairs = list(zip(right, clipped, strict=True))
    bins = {}
    for tenth in range(5, 10):
        inside = [(p, y) for y, p in pairs if tenth <= 10 * p < tenth + 1]
        bins[tenth / 10] = (sum(p for p, _ in inside) / len(inside), sum(y for _, y in inside) / len(inside))
    return Figures(
        auc=_auc(right, clipped),
        log_loss=-sum(math.log(p if y else 1 - p) for y, p in pairs) / len(pairs),
        rmse=math.sqrt(sum((y - p) ** 2 for y, p in pairs) / len(pairs)),
        bins=bins,
        rmse_log_seconds=rmse_log_seconds,
    )


def _auc(right: Sequence[bool], predicted: Sequence[float]) -> float:
    """Return the probability that a right answer got a higher prediction than a wrong one; ties count half."""
    ranks: dict[float, tuple[int, int]] = {}
    for place, value in enumerate(sorted(predicted), start=1):
        first, _ = ranks.get(value, (place, place))
        ranks[value] = (first, place)
    hits = sum(right)
    ranked = sum(sum(ranks[p]) / 2 for y, p in zip(right, predicted, strict=True) if y)
    return (ranked - hits * (hits + 1) / 2) / (hits * (len(right) - hits))
