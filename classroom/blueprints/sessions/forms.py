"""What a teacher chooses for a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from wtforms import BooleanField, RadioField, SelectField

from classroom.learning.plans import Dealing
from classroom.services.decks.choosing import DeckGroup, OfferedDeck
from classroom.services.settings import TEAMS_AT_FRONT, TURN_SECONDS, TableSettings
from classroom.web.forms import Form
from engine import CLASSIC, NUMBERS, DrawMode, Layout, SolveMode, answers_on
from engine.equations import GRADES

_UNLIMITED = "unlimited"
_AS_PRINTED = "printed"
_AT_TABLES = "tables"
_UNTIMED = "none"
_FORGED = "Please choose one of these."


_GROUPS: Mapping[DeckGroup, str] = {
    DeckGroup.KEPT: "As chosen for this session",
    DeckGroup.OWN: "Your decks",
    DeckGroup.BUILT_IN: "Built in",
    DeckGroup.GRADE: "By grade",
    DeckGroup.SHARED: "Shared with you",
}
_FOLDED = {DeckGroup.GRADE, DeckGroup.SHARED}
_MOST_UNFOLDED = 8


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck, and for each of its boards the radio button with what to say of it."""

    deck: OfferedDeck
    boards: list[tuple[Any, str]]


@dataclass(frozen=True, slots=True)
class DeckChoices:
    """Decks that come from the same place."""

    title: str
    decks: list[DeckChoice]
    is_folded: bool
    """Whether they show up only when asked for, or when one of them is chosen."""

    @property
    def has_chosen(self) -> bool:
        """Whether one of them is chosen."""
        return any(button.checked for choice in self.decks for button, _ in choice.boards)


def _choice(label: str, options: Mapping[str, str], description: str = "", *, default: str | None = None) -> RadioField:
    """Radio buttons, by value and text."""
    return RadioField(  # type: ignore[call-arg]  # newer than its types
        label,
        default=default,
        choices=dict(options),
        description=description,
        invalid_choice_message=_FORGED,
        invalid_value_message=_FORGED,
    )


def _grade(label: str) -> SelectField:
    """One of the grades of the skills."""
    return SelectField(label, choices=[str(grade) for grade in GRADES])  # type: ignore[misc]  # newer than its types


class SettingsForm(Form):
    """Edition, deck, board and rules.

    Deck and board are one choice, so that no board is offered that the deck does not fill. All fields are there for
    either edition, and the style sheet hides what the one chosen does not know; where it cannot, the words tell.
    """

    refused_at = "cards"
    edition = _choice("What is played", {NUMBERS.key: "Numbers", CLASSIC.key: "Playing cards"})
    cards = RadioField(
        "Cards and board",
        choices=[],  # a teacher's own decks are among them: see `offering`
        validate_choice=False,  # the service knows better why a pair cannot be played
    )
    who = _choice(
        "Who plays together",
        {_AT_TABLES: "Tables", **{str(teams): f"Whole class, {teams} teams" for teams in TEAMS_AT_FRONT}},
        "The whole class plays at one board, on the screen at the front: nobody needs a device. Answers are given "
        "together there, so they count for nobody.",
        default=_AT_TABLES,
    )
    table_size = _choice("Students at a table", {str(size): str(size) for size in CLASSIC.player_counts})
    layout = _choice(
        "Numbers on the board",
        {Layout.IN_ORDER.value: "In order: easy to find", Layout.MIXED.value: "Mixed: searching takes longer"},
    )
    solve = _choice(
        "Answers are given",
        {
            SolveMode.BOARD.value: "On the board, by placing the chip",
            SolveMode.AHEAD.value: "Ahead, on a number pad, while others play",
        },
        "Ahead, nobody waits idly, and every card has one clean first answer. The turn is then for the board alone.",
    )
    tries = _choice(
        "Tries in a turn",
        {"1": "1", "2": "2", "3": "3", _UNLIMITED: "As many as needed"},
        "After the last try the right answer is shown, and the turn ends. Ahead, tries are counted for each card, and "
        "after the last one another card comes later; no turn is lost.",
    )
    draw = _choice(
        "Taking a new card",
        {
            DrawMode.AUTO.value: "By itself, after each play",
            DrawMode.MANUAL.value: "By hand: who forgets it loses the card",
        },
    )
    dealing = _choice(
        "Equations on the cards",
        {
            Dealing.SAME.value: "The same for everybody, as printed",
            Dealing.BY_LEVEL.value: "At the level that you have set for each student",
            Dealing.AUTOMATIC.value: "At each student’s own level, found from the answers",
        },
        "The numbers are dealt alike to all. With own levels, the same 24 is 20 + 4 for one and 144 ÷ 6 for another; "
        "nobody sees what others are asked.",
    )
    lowest_grade = _grade("From grade")
    highest_grade = _grade("to grade")
    table_talk = BooleanField(
        "Table-talk penalty",
        description="You can make a team give up a card each if its members tell each other what to play.",
    )
    turn_seconds = _choice(
        "Time for a turn",
        {_UNTIMED: "As long as it takes", **{str(seconds): f"{seconds} seconds" for seconds in TURN_SECONDS}},
        "When it is up, a bot plays the turn. Only the student whose turn it is sees the time. Whoever is given more "
        "time gets more, and no classmate sees it. Tables that share a device are never timed.",
    )
    sequences_to_win = _choice(
        "Sequences that win",
        {
            _AS_PRINTED: "As in the printed rules",
            "1": "One: shorter games",
            "2": "Two: longer games",
        },
        "Printed for numbers: one for 2 or 3 players, two for 4 or 6. Playing cards: two for two teams, one for three.",
    )
    # D2, tried with bots that miss 15 in 100 (multiplication tables, 8 × 8, 100 games each): easy bots won 64 games
    # to two sequences and 99 to one, good bots 35 and 91. In all others nobody could play any more.
    teams_of_six = _choice(
        "Teams at a table of six, or of twelve",
        {"2": "Two teams", "3": "Three teams"},
        "Careful with three teams and numbers: to two sequences, about half of such games end without a winner "
        "because nobody can play any more. To one sequence, more than nine in ten have a winner.",
    )

    _offers: Sequence[OfferedDeck] = ()

    @classmethod
    def showing(cls, settings: TableSettings, offers: Sequence[OfferedDeck]) -> SettingsForm:
        """The form as it was sent, or, when it is opened, with these settings chosen."""
        return cls(**cls.fields_for(settings)).offering(offers)

    def offering(self, offers: Sequence[OfferedDeck]) -> Self:
        """Offer these decks, each with the boards that it fills."""
        self._offers = offers
        self.cards.choices = {f"{deck.key}/{size}": size for deck in offers for size in deck.sizes}
        return self

    @staticmethod
    def fields_for(settings: TableSettings) -> dict[str, Any]:
        """What the form sends to get these settings."""
        return {
            "edition": settings.edition,
            "cards": f"{settings.deck}/{settings.board}",
            "who": _AT_TABLES if settings.whole_class_teams is None else str(settings.whole_class_teams),
            "table_size": str(settings.table_size),
            "layout": settings.layout.value,
            "solve": settings.solve.value,
            "tries": _UNLIMITED if settings.tries is None else str(settings.tries),
            "draw": settings.draw.value,
            "dealing": settings.dealing.value,
            "lowest_grade": str(settings.lowest_grade),
            "highest_grade": str(settings.highest_grade),
            "table_talk": "y" if settings.table_talk else None,
            "turn_seconds": _UNTIMED if settings.turn_seconds is None else str(settings.turn_seconds),
            "sequences_to_win": _AS_PRINTED if settings.sequences_to_win is None else str(settings.sequences_to_win),
            "teams_of_six": str(settings.teams_of_six),
        }

    def settings(self) -> TableSettings:
        """What was chosen; only of a form that validates."""
        proposed = TableSettings()
        deck, _, board = str(self.cards.data).partition("/")
        tries, sequences, seconds = self.tries.data, self.sequences_to_win.data, self.turn_seconds.data
        if self.edition.data == CLASSIC.key and not any(option.checked for option in self.cards):
            deck, board = proposed.deck, proposed.board
        return TableSettings(
            edition=self.edition.data,
            deck=deck,
            board=board,
            layout=Layout(self.layout.data),
            table_size=int(self.table_size.data),
            whole_class_teams=None if self.who.data == _AT_TABLES else int(self.who.data),
            solve=SolveMode(self.solve.data),
            tries=None if tries == _UNLIMITED else int(tries),
            draw=DrawMode(self.draw.data),
            dealing=Dealing(self.dealing.data),
            lowest_grade=int(self.lowest_grade.data),
            highest_grade=int(self.highest_grade.data),
            table_talk=self.table_talk.data,
            turn_seconds=None if seconds == _UNTIMED else int(seconds),
            teams_of_six=int(self.teams_of_six.data),
            sequences_to_win=None if sequences == _AS_PRINTED else int(sequences),
        )

    def sizes(self) -> Iterator[tuple[Any, bool]]:
        """Each table size: the radio button, and whether numbers can be played by so many too."""
        for button in self.table_size:
            yield button, int(button.data) in NUMBERS.player_counts

    def deck_groups(self) -> list[DeckChoices]:
        """Every deck with its boards, by where it comes from."""
        buttons = {button.data: button for button in self.cards}
        groups: dict[DeckGroup, list[DeckChoice]] = {}
        for deck in self._offers:
            boards = [(buttons[f"{deck.key}/{size}"], f"{answers_on(size)} answers") for size in deck.sizes]
            groups.setdefault(deck.group, []).append(DeckChoice(deck, boards))
        return [
            DeckChoices(_GROUPS[group], decks, is_folded=group in _FOLDED or len(decks) > _MOST_UNFOLDED)
            for group, decks in groups.items()
        ]
