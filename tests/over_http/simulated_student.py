"""A simulated student, who knows only their own page and solves equations, sometimes incorrectly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.over_http.arithmetic import answer_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.over_http.table import SeenCard, SeenSpace, SeenTable

Fields = dict[str, str]
"""The form fields of a choice on the page: a card and a space, or an action."""


class SimulatedStudent:
    """One student's way of playing."""

    def __init__(self, seed: int, *, misses: float = 0.1) -> None:
        self._rng = random.Random(seed)
        # Separate, so that which answers are wrong doesn't depend on what the student sees, and thus on timing.
        self._miss_rng = random.Random(f"misses of {seed}")
        self._misses = misses

    def choose(self, seen: SeenTable) -> Fields:
        """Choose what to do on the student's turn; at other times there may be a card to solve."""
        if seen.pad is not None:
            return self._solve(seen, seen.pad["card"])
        for action in ("draw", "forfeit"):
            if action in seen.actions:
                return {"do": action, "card": self._rng.choice(seen.hand).id}
        if self._miss_rng.random() < self._misses and (wrong := list(_wrong_placements(seen))):
            return self._rng.choice(wrong)
        moves = [*_right_placements(seen), *_removals(seen)]
        if moves:
            self._rng.shuffle(moves)
            return max(moves, key=lambda move: _score(seen, move))
        dead = [card for card in seen.hand if card.kind == "match"]
        if dead and "exchange" in seen.actions:
            return {"do": "exchange", "card": dead[0].id}
        return {"do": "pass"}

    def _solve(self, seen: SeenTable, card_id: str) -> Fields:
        face = next(card.face for card in seen.hand if card.id == card_id)
        off = self._miss_rng.random() < self._misses
        return {"do": "solve", "card": card_id, "answer": str(int(answer_to(face)) + off)}


def _right_placements(seen: SeenTable) -> Iterator[Fields]:
    for card in seen.hand:
        for space in seen.spaces:
            if space.is_open and (card.kind == "wild" or _is_answer(card, space)):
                yield {"card": card.id, "space": space.name}


def _wrong_placements(seen: SeenTable) -> Iterator[Fields]:
    for card in seen.hand:
        for space in seen.spaces:
            if card.kind == "match" and card.answer is None and space.is_open and not _is_answer(card, space):
                yield {"card": card.id, "space": space.name}


def _removals(seen: SeenTable) -> Iterator[Fields]:
    for card in seen.hand:
        for space in seen.spaces:
            if card.kind == "remove" and space.team not in {None, seen.my_team} and not space.is_locked:
                yield {"card": card.id, "space": space.name}


def _is_answer(card: SeenCard, space: SeenSpace) -> bool:
    return card.kind == "match" and answer_to(card.face) == space.label


def _score(seen: SeenTable, move: Fields) -> float:
    """Score a move by the chips in the one-team lines of five through its space; longer lines count more."""
    space = next(space for space in seen.spaces if space.name == move["space"])
    gained = 0.0
    for line in _lines_through(seen, space):
        teams = {other.team for other in line if other.team}
        if len(teams) <= 1:
            held = sum(not other.is_open for other in line)
            gained += (1.0 if teams <= {seen.my_team} else 0.6) * 4**held
    return gained


def _lines_through(seen: SeenTable, space: SeenSpace) -> Iterator[list[SeenSpace]]:
    height, width = len(seen.rows), len(seen.rows[0])
    row = next(index for index, line in enumerate(seen.rows) if space in line)
    column = seen.rows[row].index(space)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for start in range(-4, 1):
            places = [(row + down * step, column + right * step) for step in range(start, start + 5)]
            if all(0 <= y < height and 0 <= x < width for y, x in places):
                yield [seen.rows[y][x] for y, x in places]
