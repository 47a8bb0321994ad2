"""Editions of the game: data objects that hold everything in which editions differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.board import Board
from engine.cards import CardKind
from engine.errors import SetupError, SetupReason
from engine.rules import Rules

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
"""Each card except the jacks on two spaces; T is ten."""


@dataclass(frozen=True)
class Edition:
    """What the printed rules of one edition fix or suggest."""

    key: str
    teams: Mapping[int, tuple[int, ...]]
    """For each number of players, the possible numbers of teams, the usual one first (D1)."""
    hand_sizes: Mapping[int, int]
    """Cards in a hand, by number of players."""
    sequences_to_win: Mapping[tuple[int, int], int]
    """Sequences needed to win, by the numbers of players and teams."""
    has_misses: bool
    """Whether match cards show equations: then a wrong space is a wrong answer, not an illegal move."""
    tries: int | None
    """The usual number of tries per turn (D7)."""
    board: Board | None = None
    """The printed board, if the edition has only one; None if every table has its own."""
    special_cards: Mapping[str, CardKind] | None = None
    """The kinds of all cards that match no space, by face, if every match card's face is its label; else None."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        return tuple(self.teams)

    def kind_and_label(self, face: str) -> tuple[CardKind, str | None]:
        """Return what a face says about its card, in an edition with `special_cards`. Only match cards have a label."""
        kind = (self.special_cards or {}).get(face, CardKind.MATCH)
        return kind, face if kind is CardKind.MATCH else None

    def team_counts(self, players: int) -> tuple[int, ...]:
        """Return the possible numbers of teams for a number of players.

        :raises SetupError: if this number cannot play (D1)
        """
        if players not in self.teams:
            *others, last = self.player_counts
            numbers = f"{', '.join(map(str, others))} or {last}"
            text = f"{players} players cannot be split into even teams: {numbers} can play"
            raise SetupError(SetupReason.PLAYER_COUNT, text)
        return self.teams[players]

    def check_teams(self, players: int, teams: int) -> None:
        """Reject a number of teams that the number of players can't form.

        :raises SetupError: if the numbers do not fit
        """
        if teams not in self.team_counts(players):
            text = f"{players} players cannot form {teams} teams"
            raise SetupError(SetupReason.TEAM_COUNT, text)

    def default_rules(self, players: int, teams: int) -> Rules:
        """Return the settings that the printed rules suggest.

        :raises SetupError: if the players can't form these teams
        """
        self.check_teams(players, teams)
        return Rules(
            hand_size=self.hand_sizes[players],
            sequences_to_win=self.sequences_to_win[players, teams],
            tries=self.tries,
        )


NUMBERS = Edition(
    key="numbers",
    teams=MappingProxyType({2: (2,), 3: (3,), 4: (2,), 6: (2, 3)}),
    hand_sizes=MappingProxyType({2: 5, 3: 5, 4: 4, 6: 4}),
    # D2: three teams of two also default to the printed number.
    sequences_to_win=MappingProxyType({(2, 2): 1, (3, 3): 1, (4, 2): 2, (6, 2): 2, (6, 3): 2}),
    has_misses=True,
    tries=2,
)

_CLASSIC_TEAMS = {2: (2,), 3: (3,), 4: (2,), 6: (2, 3), 8: (2,), 9: (3,), 10: (2,), 12: (2, 3)}

CLASSIC = Edition(
    key="classic",
    teams=MappingProxyType(_CLASSIC_TEAMS),
    hand_sizes=MappingProxyType({2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}),
    # Counted by teams, not players: two teams need two sequences, three teams one.
    sequences_to_win=MappingProxyType(
        {(players, teams): 2 if teams == 2 else 1 for players, choices in _CLASSIC_TEAMS.items() for teams in choices}
    ),
    has_misses=False,
    tries=None,
    board=CLASSIC_BOARD,
    # Two-eyed jacks, then one-eyed jacks.
    special_cards=MappingProxyType(
        {"JD": CardKind.WILD, "JC": CardKind.WILD, "JS": CardKind.REMOVE, "JH": CardKind.REMOVE}
    ),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({NUMBERS.key: NUMBERS, CLASSIC.key: CLASSIC})
