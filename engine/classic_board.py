"""The board of classic Sequence as it is printed."""

from __future__ import annotations

from typing import Final

from engine.board import Board

_PRINTED = """\
*  2S 3S 4S 5S 6S 7S 8S 9S *
6C 5C 4C 3C 2C AH KH QH TH TS
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
TC TS 8C 7H 2H 3H KH TD 6H 2D
QC 9S 9C 8H 9H TH QH QD 5H 3D
KC 8S TC QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
*  AD KD QD TD 9D 8D 7D 6D *"""

CLASSIC_BOARD: Final = Board(tuple(tuple(row.split()) for row in _PRINTED.splitlines()))
"""Each card but the jacks on two spaces; T is ten."""
