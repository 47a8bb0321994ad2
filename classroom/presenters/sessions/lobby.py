"""The lobby of a session: attendance, and the tables planned so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from classroom.i18n import _
from classroom.models import ClassSession
from classroom.presenters.sessions.missing import Absence, Missing, missing_students
from classroom.presenters.sessions.planned import (
    LobbyStudent,
    LobbyTable,
    OfferedFit,
    offered_fits,
    planned_student,
    planned_table,
    tables_text,
)
from classroom.presenters.sessions.settings_list import SettingLine, settings_list
from classroom.presenters.sessions.unmet_rules import unmet_rules
from classroom.presenters.words import isolated
from classroom.services.attendance import attendances_of
from classroom.services.seating.planning import planned_tables
from classroom.services.seating.refitting import adapt_to_attendance
from classroom.services.seating.rules import rules_of
from classroom.services.seating.saved_tables import last_tables, saved_tables_of
from classroom.services.seating.sizes import table_sizes
from classroom.services.seating.table_plans import table_plans_of
from classroom.services.sessions.lobby import FormingMethod
from classroom.services.settings import TableSettings


@dataclass(frozen=True, slots=True)
class OfferedMethod:
    value: str
    text: str
    makes: str = ""
    """The tables that it makes, if they differ from those of `LobbyPage.fits`."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Everyone who has joined, and the planned tables."""

    tables: tuple[LobbyTable, ...]
    unplaced: tuple[LobbyStudent, ...]
    """Students without a table: all, or those who joined after tables were formed."""
    missing: Missing
    methods: tuple[OfferedMethod, ...]
    fits: tuple[OfferedFit, ...]
    """The sizes of tables that are possible for everyone present."""
    further_fits: tuple[OfferedFit, ...]
    """Those for students without a table, once tables are formed."""
    unmet: tuple[str, ...]
    """Seating rules that the tables violate."""
    table_size: int
    allowed_sizes: tuple[int, ...]
    settings: tuple[SettingLine, ...]

    @property
    def present(self) -> int:
        return len(self.unplaced) + sum(len(table.students) for table in self.tables)

    @property
    def away(self) -> int:
        """Return the number of those who seem to have left."""
        students = [*self.unplaced, *(one for table in self.tables for one in table.students)]
        return sum(one.absence is Absence.AWAY for one in students)

    @property
    def next_number(self) -> int:
        return 1 + max((table.number for table in self.tables), default=0)

    @property
    def problems(self) -> tuple[str, ...]:
        """Return what prevents the games from starting."""
        return tuple(table.problem for table in self.tables if table.problem)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return the number of students at each playable table; without tables, the chosen size."""
        planned = tuple(len(table.students) for table in self.tables if table.problem is None)
        return planned + self._further_sizes or (self.table_size,)

    @property
    def wanted_size(self) -> int | None:
        """Return the size in the settings if the tables have another one, because the settings changed later.

        A teacher who moves students may make a table of that size, where forming would make smaller ones.
        """
        if not self.tables or self.problems:
            return None
        sizes = [len(table.students) for table in self.tables]
        wished = table_sizes(sum(sizes), self.table_size, self.allowed_sizes)
        return None if max(sizes) in {max(wished), self.table_size} else self.table_size

    @property
    def _further_sizes(self) -> tuple[int, ...]:
        present = len(self.unplaced)
        return tuple(table_sizes(present, self.table_size, self.allowed_sizes)) if present else ()


def lobby_page(class_session: ClassSession) -> LobbyPage:
    """Build the lobby. The number of queries is independent of attendance."""
    settings = TableSettings.from_json(class_session.settings)
    present = attendances_of(class_session_id=class_session.id)
    planned = planned_tables(present)
    plans = table_plans_of(class_session_id=class_session.id)
    class_id = class_session.class_id
    unplaced = tuple(planned_student(one, None) for one in present if one.table_number is None)
    return LobbyPage(
        tables=tuple(planned_table(number, people, settings, plans) for number, people in planned.items()),
        unplaced=unplaced,
        missing=missing_students(class_session),
        methods=tuple(_methods(class_id, [one.student_id for one in present], settings)),
        fits=offered_fits(len(present), settings),
        further_fits=offered_fits(len(unplaced), settings) if planned else (),
        unmet=unmet_rules(rules_of(class_id=class_id), planned),
        table_size=settings.table_size,
        allowed_sizes=settings.table_sizes,
        settings=settings_list(settings),
    )


def _methods(class_id: str, present: Sequence[str], settings: TableSettings) -> Iterator[OfferedMethod]:
    def makes(old: Sequence[Sequence[str]]) -> str:
        fitted = adapt_to_attendance(old, present, settings.table_size, settings.table_sizes) if present else []
        return tables_text(len(table) for table in fitted)

    yield OfferedMethod(FormingMethod.RANDOM, _("At random"))
    yield OfferedMethod(FormingMethod.MIXED, _("Mixed levels"))
    yield OfferedMethod(FormingMethod.SIMILAR, _("Similar levels"))
    last = last_tables(class_id=class_id)
    if last:
        yield OfferedMethod(FormingMethod.LAST, _("Same as last session"), makes(last))
    for one in saved_tables_of(class_id=class_id):
        text = _("Saved tables: %(name)s", name=isolated(one.name))
        yield OfferedMethod(f"{FormingMethod.SAVED}-{one.id}", text, makes(one.plan["tables"]))
