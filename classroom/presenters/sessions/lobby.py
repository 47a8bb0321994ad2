"""The lobby of a session: who is here, and the tables planned so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from classroom.learning.plans import Dealing
from classroom.models import Attendance, ClassSession, SeatingRule, SeatingRuleKind
from classroom.presenters.decks.listing import deck_name
from classroom.presenters.sessions.missing import AWAY, MissingStudent, missing_students
from classroom.presenters.sessions.planned import (
    LobbyStudent,
    LobbyTable,
    OfferedFit,
    offered_fits,
    planned_student,
    planned_table,
    tables_text,
)
from classroom.presenters.words import count, isolated
from classroom.services.attendance import attendances_of
from classroom.services.seating.forming import SeatingRules, groups_of
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.refitting import adapt_to_attendance
from classroom.services.seating.rules import read_rules, rules_of
from classroom.services.seating.saved_tables import last_tables, saved_tables_of
from classroom.services.seating.sizes import table_sizes
from classroom.services.seating.table_plans import table_plans_of
from classroom.services.sessions.lobby import FormingMethod
from classroom.services.settings import TableSettings
from engine import DrawMode, Layout, SolveMode

PLAYING_CARDS = "Playing cards"
"""What the classic edition is called on a teacher's pages."""


@dataclass(frozen=True, slots=True)
class OfferedWay:
    """A way of forming tables."""

    value: str
    """What a form sends for it."""
    text: str
    makes: str = ""
    """The tables it makes of those who are here, where they are not those of `LobbyPage.fits`."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Everybody who has joined, and where they will sit."""

    tables: tuple[LobbyTable, ...]
    unplaced: tuple[LobbyStudent, ...]
    """Who has no place yet: everybody, or whoever joined after the tables were formed."""
    absent: tuple[MissingStudent, ...]
    locked_out: tuple[MissingStudent, ...]
    """Who cannot sign in, and so not join."""
    wrong_tries: int
    """Wrong PINs of the last hour, if somebody seems to guess; else 0."""
    ways: tuple[OfferedWay, ...]
    """In which tables can be formed."""
    fits: tuple[OfferedFit, ...]
    """The sizes of tables that can be formed of all who are here."""
    further_fits: tuple[OfferedFit, ...]
    """Those of whoever has no place yet, beside tables that are formed."""
    unmet: tuple[str, ...]
    """Rules about who sits with whom that the tables do not meet."""
    table_size: int
    allowed_sizes: tuple[int, ...]
    rules: str
    """Cards and rules in a line."""

    @property
    def present(self) -> int:
        """How many have joined."""
        return len(self.unplaced) + sum(len(table.students) for table in self.tables)

    @property
    def away(self) -> int:
        """How many of those have gone since, as far as one can see."""
        everybody = [*self.unplaced, *(one for table in self.tables for one in table.students)]
        return sum(one.away == AWAY for one in everybody)

    @property
    def next_number(self) -> int:
        """The number of a further table."""
        return 1 + max((table.number for table in self.tables), default=0)

    @property
    def problems(self) -> tuple[str, ...]:
        """What keeps the games from starting."""
        return tuple(table.problem for table in self.tables if table.problem)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many students each table will have, as far as it can play; without any, the size wished for."""
        planned = tuple(len(table.students) for table in self.tables if table.problem is None)
        return planned + self._further_sizes or (self.table_size,)

    @property
    def other_size(self) -> str:
        """What the rules want, if the tables formed are larger or smaller: the rules were changed afterwards."""
        if not self.tables or self.problems:
            return ""
        sizes = [len(table.students) for table in self.tables]
        wished = table_sizes(sum(sizes), self.table_size, self.allowed_sizes)
        return "" if max(sizes) == max(wished) else f"tables of {self.table_size}"

    @property
    def _further_sizes(self) -> tuple[int, ...]:
        present = len(self.unplaced)
        return tuple(table_sizes(present, self.table_size, self.allowed_sizes)) if present else ()


def lobby_page(class_session: ClassSession) -> LobbyPage:
    """Read the lobby; the number of queries does not depend on who is there."""
    settings = TableSettings.from_json(class_session.settings)
    present = attendances_of(class_session_id=class_session.id)
    missing = missing_students(class_session)
    planned = planned_tables(present)
    plans = table_plans_of(class_session_id=class_session.id)
    class_id = class_session.class_id
    unplaced = tuple(planned_student(one, None) for one in present if one.table_number is None)
    return LobbyPage(
        tables=tuple(planned_table(number, people, settings, plans) for number, people in planned.items()),
        unplaced=unplaced,
        absent=missing.absent,
        locked_out=missing.locked_out,
        wrong_tries=missing.wrong_tries,
        ways=tuple(_ways(class_id, [one.student_id for one in present], settings)),
        fits=offered_fits(len(present), settings),
        further_fits=offered_fits(len(unplaced), settings) if planned else (),
        unmet=unmet_rules(rules_of(class_id=class_id), planned),
        table_size=settings.table_size,
        allowed_sizes=settings.table_sizes,
        rules=rules_text(settings),
    )


def _ways(class_id: str, present: Sequence[str], settings: TableSettings) -> Iterator[OfferedWay]:
    def makes(old: Sequence[Sequence[str]]) -> str:
        fitted = adapt_to_attendance(old, present, settings.table_size, settings.table_sizes) if present else []
        return tables_text(len(table) for table in fitted)

    yield OfferedWay(FormingMethod.RANDOM, "at random")
    yield OfferedWay(FormingMethod.MIXED, "of mixed level")
    yield OfferedWay(FormingMethod.SIMILAR, "of similar level")
    last = last_tables(class_id=class_id)
    if last:
        yield OfferedWay(FormingMethod.LAST, "as last time", makes(last))
    for one in saved_tables_of(class_id=class_id):
        yield OfferedWay(
            f"{FormingMethod.SAVED}-{one.id}", f"as saved: {isolated(one.name)}", makes(one.plan["tables"])
        )


def rules_text(settings: TableSettings) -> str:
    """Cards and rules in a line, as far as they are not always the same."""
    settings = settings.as_played
    tables = _tables_text(settings)
    if settings.has_numbers:
        tries = {None: "any number of tries", 1: "1 try"}.get(settings.tries, f"{settings.tries} tries")
        if settings.solve is SolveMode.AHEAD:
            tries += " for each card, answered ahead on a number pad"
        parts = [deck_name(settings), f"board {settings.board.replace('x', ' × ')}", tables, tries]
    else:
        parts = [PLAYING_CARDS, tables]
    if settings.table_size in {6, 12} and settings.teams_of_six == 3:
        parts.append(f"three teams at {'six' if settings.table_size == 6 else 'twelve'}")
    if settings.has_numbers and settings.layout is Layout.MIXED:
        parts.append("numbers mixed")
    if settings.has_numbers and settings.dealing is not Dealing.SAME:
        parts.append(_dealing_text(settings))
    if settings.sequences_to_win is not None:
        parts.append(f"{count(settings.sequences_to_win, 'sequence')} to win")
    further = {
        "cards taken by hand": settings.draw is DrawMode.MANUAL,
        f"{settings.turn_seconds} seconds for a turn": settings.turn_seconds is not None,
        "table-talk penalty": settings.table_talk,
    }
    parts += [text for text, is_so in further.items() if is_so]
    return f"{', '.join(parts)}."


def _tables_text(settings: TableSettings) -> str:
    if settings.whole_class_teams is not None:
        return f"the whole class in {count(settings.whole_class_teams, 'team')}"
    return f"tables of {settings.table_size}"


def _dealing_text(settings: TableSettings) -> str:
    if settings.dealing is Dealing.BY_LEVEL:
        return "equations at the level set for each student"
    if settings.has_own_skills:
        return "equations at each student’s own level (the skills of the deck)"
    return f"equations at each student’s own level (grades {settings.lowest_grade} to {settings.highest_grade})"


_CAN_BE_MET = "Form the tables again, or move one of them."


def unmet_rules(kept: Iterable[SeatingRule], tables: Mapping[int, list[Attendance]]) -> tuple[str, ...]:
    """Say which rules are not met, and why. Rules about somebody without a table are left out."""
    at = {one.student_id: number for number, people in tables.items() for one in people}
    names = {one.student_id: isolated(one.student.name) for people in tables.values() for one in people}
    kept = [one for one in kept if one.first_id in at and one.second_id in at]
    rules, largest = read_rules(kept), max(map(len, tables.values()), default=0)
    return tuple(
        f"{names[one.first_id]} and {names[one.second_id]} {_what(one, rules, len(tables), largest)}"
        for one in kept
        if (at[one.first_id] == at[one.second_id]) is (one.kind == SeatingRuleKind.APART)
    )


def _what(rule: SeatingRule, rules: SeatingRules, tables: int, largest: int) -> str:
    if rule.kind == SeatingRuleKind.TOGETHER:
        group = next(one for one in groups_of([rule.first_id], rules.together))
        why = f"{len(group)} students belong together, and the largest table seats {largest}."
        return f"do not sit together. {why if len(group) > largest else _CAN_BE_MET}"
    if tables == 1:
        return "sit at one table: there is only one."
    apart = _all_apart(rule, rules)
    why = f"{apart} students are all to sit apart from each other, and there are {tables} tables."
    return f"sit at one table. {why if apart > tables else _CAN_BE_MET}"


def _all_apart(rule: SeatingRule, rules: SeatingRules) -> int:
    """How many, these two among them, are all wanted apart from each other."""
    found = {rule.first_id, rule.second_id}
    for one in sorted(rules.apart, key=lambda one: -len(rules.apart[one])):
        if found <= rules.apart[one]:
            found.add(one)
    return len(found)
