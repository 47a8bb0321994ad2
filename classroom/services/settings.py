"""A teacher's settings for the tables of a session."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, replace
from typing import Any

from classroom.learning.plans import Dealing, skills_of_grades
from classroom.services.decks.content import DeckCopy
from classroom.services.errors import ServiceError, SettingsErrorCode
from engine import (
    CLASSIC,
    EDITIONS,
    NUMBERS,
    BotLevel,
    Deck,
    DrawMode,
    Edition,
    Layout,
    Rules,
    Seat,
    Setup,
    SolveMode,
    classic_setup,
    numbers_setup,
)
from engine.deck_making import built_in_deck, grade_of_deck
from engine.equations import GRADES, Selection, select, skills_of_grade

WHOLE_CLASS_TEAMS = (2, 3)
"""Possible numbers of teams in a whole-class game."""


TURN_SECONDS = (30, 45, 60, 90, 120)
"""Available times per turn."""


_CARDS = "edition", "deck", "deck_copy", "board", "solve", "dealing"
"""The settings on which depends how hard a class's cards are."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Edition, deck, board, and rules of all tables of a session.

    Playing cards have one deck and board, and no misses or equations: deck, board, layout, tries, solve, and dealing
    are then unused (`as_played`), and kept for the next session with numbers.
    """

    edition: str = NUMBERS.key
    deck: str = "add-sub-20"
    """The key of a built-in deck, or the ID of a teacher's deck."""
    deck_copy: DeckCopy | None = None
    """A copy of the teacher's deck when it was chosen, so changing or deleting the deck affects no session."""
    board: str = "6x6"
    layout: Layout = Layout.IN_ORDER
    table_size: int = 4
    whole_class_teams: int | None = None
    """The number of teams in a whole-class game; None if students play at tables."""
    tries: int | None = 2
    """Answers per turn before the correct one is shown (D7); None for no limit."""
    draw: DrawMode = DrawMode.AUTO
    solve: SolveMode = SolveMode.BOARD
    """Whether students answer by placing the chip, or on a number pad before the turn (D10)."""
    table_talk: bool = False
    """Whether the teacher may apply table-talk penalties (D6)."""
    silent: bool = False
    """Whether students' pages have no sounds; otherwise each student may turn them on."""
    turn_seconds: int | None = None
    """Seconds per turn before a bot plays it; None for no timer."""
    teams_of_six: int = 2
    """Teams at a table of six, and of twelve with playing cards: 2 or 3.

    Most games with numbers of 3 teams to two sequences never end (D2)."""
    sequences_to_win: int | None = None
    """None for the printed number."""
    bots: BotLevel = BotLevel.GOOD
    """The level of bots in seats without a student."""
    dealing: Dealing = Dealing.SAME
    lowest_grade: int = 1
    """With `Dealing.AUTOMATIC` and a deck without own skills: the lowest grade of skills to practice …"""
    highest_grade: int = 5
    """… and the highest."""

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON for the database."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> TableSettings:
        """Read from the database's JSON. Fields that an earlier version lacked get their defaults."""
        copy = DeckCopy.from_json(kept.get("deck_copy"))
        read = {
            "layout": Layout(kept["layout"]),
            "draw": DrawMode(kept["draw"]),
            "solve": SolveMode(kept.get("solve", SolveMode.BOARD)),
            "bots": BotLevel(kept.get("bots", BotLevel.GOOD)),
            "dealing": Dealing(kept.get("dealing", Dealing.SAME)),
            "deck_copy": copy,
        }
        return cls(**{**kept, **read})

    def check(self) -> None:
        """Reject settings that can't be played.

        :raises ServiceError: UNKNOWN_DECK, BOARD_NOT_FILLED, GRADES or TABLE_SIZE.
        """
        if self.has_numbers:
            deck = self._find_deck()
            if deck is None:
                raise ServiceError(SettingsErrorCode.UNKNOWN_DECK)
            if self.board not in deck.sizes:
                raise ServiceError(SettingsErrorCode.BOARD_NOT_FILLED, deck=deck.title, board=self.board)
            if not GRADES[0] <= self.lowest_grade <= self.highest_grade <= GRADES[-1]:
                raise ServiceError(SettingsErrorCode.GRADES)
        if self.whole_class_teams not in {None, *WHOLE_CLASS_TEAMS}:
            raise ServiceError(SettingsErrorCode.TABLE_SIZE, players=self.whole_class_teams, sizes=WHOLE_CLASS_TEAMS)
        if self.table_size not in self.table_sizes:
            raise ServiceError(SettingsErrorCode.TABLE_SIZE, players=self.table_size, sizes=self.table_sizes)

    @property
    def as_played(self) -> TableSettings:
        """Return the effective settings: without those that the edition, or a game of the whole class, leaves unused.

        Playing cards hold no equations. Whole-class games have a seat per team and no options for single students.
        """
        if self.has_numbers and self.whole_class_teams is None:
            return self
        played = replace(self, solve=SolveMode.BOARD, dealing=Dealing.SAME)
        if self.whole_class_teams is None:
            return played
        return replace(
            played,
            table_size=self.whole_class_teams,
            draw=DrawMode.AUTO,
            table_talk=False,
            turn_seconds=None,
            bots=BotLevel.GOOD,
        )

    @property
    def edition_object(self) -> Edition:
        return EDITIONS[self.edition]

    @property
    def has_numbers(self) -> bool:
        """Return whether equations are answered; with playing cards, there is no math to report."""
        return self.edition_object is not CLASSIC

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Return the possible numbers of players at a table."""
        return self.edition_object.player_counts

    @property
    def deck_object(self) -> Deck:
        """Return the chosen deck.

        :raises ServiceError: UNKNOWN_DECK.
        """
        deck = self._find_deck()
        if deck is None:
            raise ServiceError(SettingsErrorCode.UNKNOWN_DECK)
        return deck

    @property
    def deck_title(self) -> str:
        """Return the deck's title; its key, if this version has no such deck."""
        if self.deck_copy is not None:
            return self.deck_copy.title
        deck = built_in_deck(self.deck)
        return deck.title if deck else self.deck

    @property
    def fills_board(self) -> bool:
        """Return whether the deck exists and fills the board."""
        deck = self._find_deck()
        return deck is not None and self.board in deck.sizes

    def has_cards_of(self, other: TableSettings) -> bool:
        """Return whether students answer the same cards in the same way as with other settings."""
        return all(getattr(self, part) == getattr(other, part) for part in _CARDS)

    def _find_deck(self) -> Deck | None:
        return built_in_deck(self.deck) if self.deck_copy is None else self.deck_copy.deck(self.deck)

    @property
    def has_own_skills(self) -> bool:
        """Return whether the deck is a teacher's choice of skills."""
        return self.deck_copy is not None and self.deck_copy.skills is not None

    @property
    def may_leave_grades(self) -> bool:
        """Return whether equations may come from other grades: not if the teacher chose the exact skills."""
        return self.dealing is Dealing.BY_LEVEL or not self.has_own_skills

    @property
    def skills_of_deck(self) -> Selection:
        """Return the skills printed on the cards, in the deck's order; empty without a skills deck."""
        if self.deck_copy is not None:
            return self.deck_copy.skills.selection if self.deck_copy.skills else {}
        grade = grade_of_deck(self.deck)
        return {} if grade is None else select(skills_of_grade(grade))

    @property
    def skills(self) -> Selection:
        """Return the skills to choose each student's equations from: the deck's own, or those of the grades."""
        if self.deck_copy is not None and self.deck_copy.skills is not None:
            return self.deck_copy.skills.selection
        return skills_of_grades(self.lowest_grade, self.highest_grade)

    def rules_for(self, players: int) -> Rules:
        """Return the edition's rules for a number of players, with the teacher's settings."""
        rules = self.edition_object.default_rules(players, self.teams_for(players))
        changes: dict[str, Any] = {"draw": self.draw}
        if self.has_numbers:
            changes |= {"tries": self.tries, "solve": self.solve}
        if self.sequences_to_win is not None:
            changes["sequences_to_win"] = self.sequences_to_win
        return replace(rules, **changes)

    def teams_for(self, players: int) -> int:
        choices = self.edition_object.team_counts(players)
        return self.teams_of_six if self.teams_of_six in choices else choices[0]

    def new_setup(self, players: int, rng: random.Random, *, dealer: Seat | None = None) -> Setup:
        """Shuffle and deal for a table.

        :param dealer: None for a random one
        """
        teams, rules = self.teams_for(players), self.rules_for(players)
        if not self.has_numbers:
            return classic_setup(players=players, teams=teams, rules=rules, dealer=dealer, rng=rng)
        return numbers_setup(
            deck=self.deck_object,
            size=self.board,
            layout=self.layout,
            players=players,
            teams=teams,
            rules=rules,
            dealer=dealer,
            rng=rng,
        )
