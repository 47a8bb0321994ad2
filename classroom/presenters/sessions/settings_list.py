"""The settings of a session as labels and values, without those that are usually the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from classroom.i18n import _, lazy_gettext, ngettext
from classroom.learning.plans import Dealing
from classroom.presenters.decks.listing import deck_name, size_text
from classroom.presenters.words import isolated, number_text
from classroom.services.settings import TableSettings
from engine import BotLevel, DrawMode, Layout, SolveMode

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "who": lazy_gettext("Who plays together"),
        "table_size": lazy_gettext("Students at a table"),
        "layout": lazy_gettext("Numbers on the board"),
        "solve": lazy_gettext("Answers are given"),
        "tries": lazy_gettext("Tries in a turn"),
        "draw": lazy_gettext("Drawing a new card"),
        "bots": lazy_gettext("Bots"),
        "dealing": lazy_gettext("Equations on the cards"),
        "table_talk": lazy_gettext("Table-talk penalty"),
        "turn_seconds": lazy_gettext("Time for a turn"),
        "sequences_to_win": lazy_gettext("Sequences to win"),
    }
)
"""What the form and the list call a setting, by its field."""
BOT_LEVELS = MappingProxyType(
    {
        BotLevel.EASY: lazy_gettext("Easy"),
        BotLevel.GOOD: lazy_gettext("Medium"),
        BotLevel.STRONG: lazy_gettext("Hard"),
    }
)
"""The bot levels that a teacher can choose."""
AHEAD = lazy_gettext("On a number pad, before their turn (solve ahead)")
UNLIMITED_TRIES = lazy_gettext("As many as needed")
LEVEL_AS_SET = lazy_gettext("At the level set for each student")


class SettingLine(NamedTuple):
    label: str
    value: str


def settings_list(settings: TableSettings) -> tuple[SettingLine, ...]:
    """List cards and rules."""
    return tuple(SettingLine(str(label), value) for label, value in _lines(settings.as_played))


def other_settings_text(used: TableSettings, chosen: TableSettings) -> str:
    """List the settings of a session that differ from those that the reader chose; "" if none of those listed does."""
    theirs, own = dict(settings_list(used)), dict(settings_list(chosen))
    usual = _("as usual")
    return "; ".join(
        _(
            "%(setting)s: %(used)s (yours: %(chosen)s)",
            setting=label,
            used=isolated(theirs.get(label, usual)),
            chosen=isolated(own.get(label, usual)),
        )
        for label in {**theirs, **own}
        if theirs.get(label) != own.get(label)
    )


def last_choice_text(settings: TableSettings) -> str:
    deck = deck_name(settings)
    if settings.whole_class_teams is not None:
        return _("Last session: %(deck)s, whole class.", deck=deck)
    size = number_text(settings.table_size)
    if not settings.has_numbers:
        return _("Last session: %(deck)s, tables of %(size)s.", deck=deck, size=size)
    board = size_text(settings.board)
    return _("Last session: %(deck)s, %(board)s, tables of %(size)s.", deck=deck, board=board, size=size)


def _lines(settings: TableSettings) -> Iterator[tuple[str, str]]:
    yield _("Deck"), deck_name(settings)
    if settings.has_numbers:
        yield _("Board"), size_text(settings.board)
    if settings.whole_class_teams is not None:
        teams = settings.whole_class_teams
        yield LABELS["who"], ngettext("Whole class, %(num)d team", "Whole class, %(num)d teams", teams)
    else:
        yield LABELS["table_size"], number_text(settings.table_size)
    teams, usual = settings.teams_for(settings.table_size), settings.edition_object.team_counts(settings.table_size)[0]
    if teams != usual:
        yield _("Teams at a table"), number_text(teams)
    if settings.has_numbers:
        yield from _equation_lines(settings)
    yield from _rule_lines(settings)


def _equation_lines(settings: TableSettings) -> Iterator[tuple[str, str]]:
    if settings.solve is SolveMode.AHEAD:
        yield LABELS["solve"], str(AHEAD)
        yield _("Tries for each card"), _tries_text(settings.tries)
    else:
        yield LABELS["tries"], _tries_text(settings.tries)
    if settings.layout is Layout.MIXED:
        yield LABELS["layout"], _("Mixed")
    if settings.dealing is not Dealing.SAME:
        yield LABELS["dealing"], _dealing_text(settings)


def _rule_lines(settings: TableSettings) -> Iterator[tuple[str, str]]:
    if settings.sequences_to_win is not None:
        yield LABELS["sequences_to_win"], number_text(settings.sequences_to_win)
    if settings.draw is DrawMode.MANUAL:
        yield LABELS["draw"], _("By the student")
    if settings.turn_seconds is not None:
        yield LABELS["turn_seconds"], ngettext("%(num)d second", "%(num)d seconds", settings.turn_seconds)
    if settings.bots is not BotLevel.GOOD:
        yield LABELS["bots"], str(BOT_LEVELS[settings.bots])
    if settings.table_talk:
        yield LABELS["table_talk"], _("On")
    if settings.silent:
        yield _("Sounds"), _("Off")


def _tries_text(tries: int | None) -> str:
    return str(UNLIMITED_TRIES) if tries is None else number_text(tries)


def _dealing_text(settings: TableSettings) -> str:
    if settings.dealing is Dealing.BY_LEVEL:
        return str(LEVEL_AS_SET)
    if settings.has_own_skills:
        return _("At each student’s own level (skills of the deck)")
    lowest, highest = settings.lowest_grade, settings.highest_grade
    return _("At each student’s own level (grades %(lowest)d to %(highest)d)", lowest=lowest, highest=highest)
