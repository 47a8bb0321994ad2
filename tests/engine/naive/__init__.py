"""The naive second engine: an independent referee that shares no code with the first."""

from __future__ import annotations

from .legality import FIELDS, legal_actions, resolved
from .lines import labels_by_space, lines_through_spaces
from .perft import perft
from .referee import Illegal, Json, Referee

__all__ = [
    "FIELDS",
    "Illegal",
    "Json",
    "Referee",
    "labels_by_space",
    "legal_actions",
    "lines_through_spaces",
    "perft",
    "resolved",
]
