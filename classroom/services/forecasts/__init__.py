"""Game length estimates from simulated games, computed in the background, one at a time, and stored in files."""

from __future__ import annotations

from classroom.services.forecasts.adjustments import Adjustment, adjustments_for, apply_adjustment
from classroom.services.forecasts.kinds import MISS_RATE, TableKind
from classroom.services.forecasts.lengths import Lengths
from classroom.services.forecasts.runner import Answer, Forecasts, InProgress, NoForecast

__all__ = [
    "MISS_RATE",
    "Adjustment",
    "Answer",
    "Forecasts",
    "InProgress",
    "Lengths",
    "NoForecast",
    "TableKind",
    "adjustments_for",
    "apply_adjustment",
]
