"""Tables to play at: records of games before the first move, created without the first engine."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .lines import LENGTH

if TYPE_CHECKING:
    from .referee import Json

TEAMS = ("blue", "green", "red")

CLASSIC_BOARD = """\
XX 2S 3S 4S 5S 6S 7S 8S 9S XX
6C 5C 4C 3C 2C AH KH QH TH TS
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
TC TS 8C 7H 2H 3H KH TD 6H 2D
QC 9S 9C 8H 9H TH QH QD 5H 3D
KC 8S TC QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
XX AD KD QD TD 9D 8D 7D 6D XX"""
"""The printed board. The first engine has its own copy."""

JACKS = {"JD": "wild", "JC": "wild", "JS": "remove", "JH": "remove"}


@dataclass(frozen=True, kw_only=True)
class Table:
    """The settings of a table."""

    edition: str = "numbers"
    size: tuple[int, int] = (8, 8)
    players: int = 2
    teams: int = 2
    hand_size: int = 5
    to_win: int = 1
    draw: str = "auto"
    tries: int | None = 2
    copies: int = 2
    specials: int = 2
    solve: str = "board"

    def record(self, rng: random.Random) -> Json:
        """Return the record of a game newly dealt at this table."""
        classic = self.edition == "classic"
        rows = classic_rows() if classic else number_rows(self.size, layout=rng.randrange(4))
        cards = classic_cards() if classic else number_cards(rows, self.copies, self.specials)
        ids = rng.sample(range(len(cards)), len(cards))
        for card, number in zip(cards, ids, strict=True):
            card["id"] = number
        rng.shuffle(ids)
        return {
            "format": "sequence-record/1",
            "edition": self.edition,
            "board": rows,
            "rules": {
                "hand_size": self.hand_size,
                "sequences_to_win": self.to_win,
                "draw": self.draw,
                "tries": self.tries,
                **({} if self.solve == "board" else {"solve": self.solve}),
            },
            "seats": [TEAMS[seat % self.teams] for seat in range(self.players)],
            "dealer": rng.randrange(self.players),
            "cards": cards,
            "deck": ids,
            "events": [],
            "outcome": None,
        }


def classic_rows() -> list[list[str]]:
    """Return the board of playing cards."""
    return [row.replace("XX", "*").split() for row in CLASSIC_BOARD.splitlines()]


def classic_cards() -> list[Json]:
    """Return two packs, without ids."""
    faces = 2 * [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
    return [
        {"id": 0, "kind": JACKS[face], "face": face}
        if face in JACKS
        else {"id": 0, "kind": "match", "face": face, "label": face}
        for face in faces
    ]


def number_cards(rows: list[list[str]], copies: int, specials: int) -> list[Json]:
    """Return this many cards of each answer, and Plus and Minus cards, without ids."""
    answers = sorted({label for row in rows for label in row} - {"*"}, key=int)
    cards: list[Json] = [
        {"id": 0, "kind": "match", "label": answer, "face": f"{int(answer) + more} − {more}"}
        for answer in answers
        for more in range(1, copies + 1)
    ]
    for kind, face in (("wild", "Plus"), ("remove", "Minus")):
        cards += [{"id": 0, "kind": kind, "face": face} for _ in range(specials)]
    return cards


def number_rows(size: tuple[int, int], *, layout: int) -> list[list[str]]:
    """Return a board of numbers. The two spaces of a number share no line of five."""
    rng = random.Random(layout)
    height, width = size
    spaces = [
        (row, column)
        for row, column in itertools.product(range(height), range(width))
        if not (row in (0, height - 1) and column in (0, width - 1))
    ]
    while True:
        rng.shuffle(spaces)
        pairs = _pairs_apart(spaces)
        if pairs:
            break
    rows = [["*"] * width for _ in range(height)]
    for answer, pair in enumerate(pairs, start=1):
        for row, column in pair:
            rows[row][column] = str(answer)
    return rows


def _pairs_apart(spaces: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pair spaces that share no line of five, greedily. Return nothing if the last ones can't be paired."""
    waiting = list(spaces)
    pairs = []
    while waiting:
        one = waiting.pop()
        other = next((space for space in waiting if not _on_one_line(one, space)), None)
        if other is None:
            return []
        waiting.remove(other)
        pairs.append((one, other))
    return pairs


def _on_one_line(one: tuple[int, int], other: tuple[int, int]) -> bool:
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(down, right) < LENGTH and (down == 0 or right in (0, down))
