"""The settings of a session, as a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from wtforms import BooleanField, RadioField, SelectField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # newer than its types

from classroom.i18n import lazy_gettext, ngettext
from classroom.learning.plans import Dealing
from classroom.presenters.sessions.settings_list import AHEAD, BOT_LEVELS, LABELS, LEVEL_AS_SET, UNLIMITED_TRIES
from classroom.presenters.table.miniature import BoardSketch, Tiles, board_sketch, seats_around, tiles
from classroom.services.decks.choosing import DeckGroup, OfferedDeck
from classroom.services.settings import TURN_SECONDS, WHOLE_CLASS_TEAMS, TableSettings
from classroom.web.forms import Form
from engine import CLASSIC, CLASSIC_BOARD, NUMBERS, BotLevel, DrawMode, Layout, SolveMode, answers_on
from engine.equations import GRADES

STEP_FIELDS: Mapping[str, tuple[str, ...]] = {
    "what": ("edition", "cards"),
    "who": ("who", "table_size", "teams_of_six", "dealing", "lowest_grade", "highest_grade"),
    "how": ("sequences_to_win", "solve", "tries", "turn_seconds", "layout", "draw", "bots", "table_talk", "silent"),
}
"""The three steps of the form, with the fields in each."""
_UNLIMITED = "unlimited"
_AS_PRINTED = "printed"
_AT_TABLES = "tables"
_UNTIMED = "none"
_FORGED = lazy_gettext("Choose one of these.")


_GROUPS: Mapping[DeckGroup, str] = {
    DeckGroup.KEPT: lazy_gettext("Chosen for this session"),
    DeckGroup.OWN: lazy_gettext("Your decks"),
    DeckGroup.BUILT_IN: lazy_gettext("Built-in decks"),
    DeckGroup.GRADE: lazy_gettext("Decks by grade"),
    DeckGroup.SHARED: lazy_gettext("Shared with you"),
}
_FOLDED = {DeckGroup.GRADE, DeckGroup.SHARED}
_MOST_UNFOLDED = 8


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck, with the radio button and text of each of its boards."""

    deck: OfferedDeck
    boards: list[tuple[Any, str]]


@dataclass(frozen=True, slots=True)
class DeckChoices:
    """Decks from the same source."""

    title: str
    decks: list[DeckChoice]
    is_folded: bool
    """Whether they are folded unless one of them is chosen."""

    @property
    def has_chosen(self) -> bool:
        """Return whether one of them is chosen."""
        return any(button.checked for choice in self.decks for button, _text in choice.boards)


def _choice(label: str, options: Mapping[str, str], description: str = "", *, default: str | None = None) -> RadioField:
    """Create radio buttons, by value and text."""
    return RadioField(  # type: ignore[call-arg]  # newer than its types
        label,
        default=default,
        choices=[SelectChoice(value, text) for value, text in options.items()],
        description=description,
        invalid_choice_message=_FORGED,
        invalid_value_message=_FORGED,
    )


def _grade(label: str) -> SelectField:
    return SelectField(label, choices=[str(grade) for grade in GRADES])  # type: ignore[misc]  # newer than its types


class SettingsForm(Form):
    """Edition, deck, board and rules.

    Deck and board are one choice, so that only boards that the deck fills are available. Fields for both editions are
    present; the style sheet hides those that the chosen edition lacks, or the texts say so.
    """

    refused_at = "cards"
    edition = _choice(
        lazy_gettext("Game"), {NUMBERS.key: lazy_gettext("Numbers"), CLASSIC.key: lazy_gettext("Playing cards")}
    )
    cards = RadioField(
        lazy_gettext("Deck and board"),
        choices=[],  # including a teacher's own decks: see `offering`
        validate_choice=False,  # the service gives a better reason why a pair can't be played
    )
    who = _choice(
        LABELS["who"],
        {
            _AT_TABLES: lazy_gettext("Tables"),
            **{str(teams): lazy_gettext("Whole class, %(num)d teams", num=teams) for teams in WHOLE_CLASS_TEAMS},
        },
        lazy_gettext(
            "In a whole-class game, teams share one board on the class screen, and students don’t need devices. "
            "Reports don’t include these games."
        ),
        default=_AT_TABLES,
    )
    table_size = _choice(LABELS["table_size"], {str(size): str(size) for size in CLASSIC.player_counts})
    layout = _choice(
        LABELS["layout"],
        {
            Layout.IN_ORDER.value: lazy_gettext("In order (easy to find)"),
            Layout.MIXED.value: lazy_gettext("Mixed (harder to find)"),
        },
    )
    solve = _choice(
        LABELS["solve"],
        {
            SolveMode.BOARD.value: lazy_gettext("By placing a chip"),
            SolveMode.AHEAD.value: AHEAD,
        },
        lazy_gettext(
            "Solve ahead keeps everyone busy. Each card has one first answer; turns are only for placing chips."
        ),
    )
    tries = _choice(
        LABELS["tries"],
        {"1": "1", "2": "2", "3": "3", _UNLIMITED: UNLIMITED_TRIES},
        lazy_gettext(
            "After the last try, the answer appears and the turn ends. With solve ahead, only that card is lost, "
            "and a new one comes later."
        ),
    )
    draw = _choice(
        LABELS["draw"],
        {
            DrawMode.AUTO.value: lazy_gettext("Automatically, after each play"),
            DrawMode.MANUAL.value: lazy_gettext("By the student; forgetting to draw costs the card"),
        },
    )
    bots = _choice(
        LABELS["bots"],
        {level.value: text for level, text in BOT_LEVELS.items()},
        lazy_gettext("A bot plays for an empty seat, and in practice. Medium bots block a row of three when they can."),
        default=BotLevel.GOOD.value,
    )
    dealing = _choice(
        LABELS["dealing"],
        {
            Dealing.SAME.value: lazy_gettext("The same for all students"),
            Dealing.BY_LEVEL.value: LEVEL_AS_SET,
            Dealing.AUTOMATIC.value: lazy_gettext("At each student’s own level, based on their answers"),
        },
        lazy_gettext(
            "All students are dealt the same numbers. With own levels, 24 is 20 + 4 for one student and 144 ÷ 6 for "
            "another. Students can’t see each other’s equations."
        ),
    )
    lowest_grade = _grade(lazy_gettext("From grade"))
    highest_grade = _grade(lazy_gettext("to grade"))
    table_talk = BooleanField(
        LABELS["table_talk"],
        description=lazy_gettext(
            "If teammates tell each other what to play, you can make each of them give up a card."
        ),
    )
    silent = BooleanField(
        lazy_gettext("No sounds"),
        description=lazy_gettext("Otherwise, each student can turn on quiet sounds. They are off by default."),
    )
    turn_seconds = _choice(
        LABELS["turn_seconds"],
        {
            _UNTIMED: lazy_gettext("No limit"),
            **{str(seconds): lazy_gettext("%(num)d seconds", num=seconds) for seconds in TURN_SECONDS},
        },
        lazy_gettext(
            "When time runs out, a bot plays the turn. Only that student sees the timer. Extra time is private. "
            "Shared devices have no timer."
        ),
    )
    sequences_to_win = _choice(
        LABELS["sequences_to_win"],
        {
            _AS_PRINTED: lazy_gettext("As in the printed rules"),
            "1": lazy_gettext("One (shorter games)"),
            "2": lazy_gettext("Two (longer games)"),
        },
        lazy_gettext(
            "Printed rules for numbers: one for 2 or 3 players, two for 4 or 6. "
            "For playing cards: two for two teams, one for three."
        ),
    )
    # D2, simulated with bots that miss 15 of 100 answers (multiplication tables, 8 × 8, 100 games each): with easy
    # bots, 64 games to two sequences and 99 to one had a winner; with good bots, 35 and 91. In all others, no one could
    # move at the end.
    teams_of_six = _choice(
        lazy_gettext("Teams at a table of six or twelve"),
        {"2": lazy_gettext("Two teams"), "3": lazy_gettext("Three teams")},
        lazy_gettext(
            "With numbers and three teams, about half of the games to two sequences end without a "
            "winner. With one sequence, over 90 of 100 have one."
        ),
    )

    _offers: Sequence[OfferedDeck] = ()

    @classmethod
    def showing(cls, settings: TableSettings, offers: Sequence[OfferedDeck]) -> SettingsForm:
        """Return the form as submitted, or with these settings when it is opened."""
        return cls(**cls.fields_for(settings)).offering(offers)

    def offering(self, offers: Sequence[OfferedDeck]) -> Self:
        """Offer these decks, each with the boards that it fills."""
        self._offers = offers
        self.cards.choices = {f"{deck.key}/{size}": size for deck in offers for size in deck.sizes}
        return self

    @staticmethod
    def fields_for(settings: TableSettings) -> dict[str, Any]:
        return {
            "edition": settings.edition,
            "cards": f"{settings.deck}/{settings.board}",
            "who": _AT_TABLES if settings.whole_class_teams is None else str(settings.whole_class_teams),
            "table_size": str(settings.table_size),
            "layout": settings.layout.value,
            "solve": settings.solve.value,
            "tries": _UNLIMITED if settings.tries is None else str(settings.tries),
            "draw": settings.draw.value,
            "bots": settings.bots.value,
            "dealing": settings.dealing.value,
            "lowest_grade": str(settings.lowest_grade),
            "highest_grade": str(settings.highest_grade),
            "table_talk": "y" if settings.table_talk else None,
            "silent": "y" if settings.silent else None,
            "turn_seconds": _UNTIMED if settings.turn_seconds is None else str(settings.turn_seconds),
            "sequences_to_win": _AS_PRINTED if settings.sequences_to_win is None else str(settings.sequences_to_win),
            "teams_of_six": str(settings.teams_of_six),
        }

    def settings(self) -> TableSettings:
        proposed = TableSettings()
        deck, _slash, board = str(self.cards.data).partition("/")
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
            bots=BotLevel(self.bots.data),
            dealing=Dealing(self.dealing.data),
            lowest_grade=int(self.lowest_grade.data),
            highest_grade=int(self.highest_grade.data),
            table_talk=self.table_talk.data,
            silent=self.silent.data,
            turn_seconds=None if seconds == _UNTIMED else int(seconds),
            teams_of_six=int(self.teams_of_six.data),
            sequences_to_win=None if sequences == _AS_PRINTED else int(sequences),
        )

    @property
    def first_step(self) -> str:
        """Return the step to show first: that of the first error, or the first step."""
        wrong = (step for step, names in STEP_FIELDS.items() if any(self[name].errors for name in names))
        return next(wrong, "what")

    @property
    def has_folded_errors(self) -> bool:
        """Return whether a field under "More settings" has an error."""
        return any(self[name].errors for name in STEP_FIELDS["how"])

    @property
    def sketches(self) -> list[BoardSketch]:
        return [board_sketch(size) for size in sorted({size for deck in self._offers for size in deck.sizes}, key=len)]

    @property
    def classic_tiles(self) -> Tiles:
        """Return a picture of the board with playing cards."""
        return tiles(CLASSIC_BOARD, CLASSIC.key)

    def sizes(self) -> Iterator[tuple[Any, bool, tuple[tuple[float, float], ...]]]:
        """Return each table size: its radio button, whether it can play numbers, too, and its seats for a picture."""
        for button in self.table_size:
            size = int(button.data)
            yield button, size in NUMBERS.player_counts, seats_around(size)

    def deck_groups(self) -> list[DeckChoices]:
        """Group all decks with their boards by source, starting with the group of the chosen one."""
        buttons = {button.data: button for button in self.cards}
        groups: dict[DeckGroup, list[DeckChoice]] = {}
        for deck in self._offers:
            boards = [(buttons[f"{deck.key}/{size}"], _answers_text(size)) for size in deck.sizes]
            groups.setdefault(deck.group, []).append(DeckChoice(deck, boards))
        found = [
            DeckChoices(str(_GROUPS[group]), decks, is_folded=group in _FOLDED or len(decks) > _MOST_UNFOLDED)
            for group, decks in groups.items()
        ]
        return sorted(found, key=lambda group: not group.has_chosen)


def _answers_text(size: str) -> str:
    return ngettext("%(num)d answer", "%(num)d answers", answers_on(size))
