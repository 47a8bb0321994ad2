"""Planned tables of a lobby: their sizes, seats, and why a table can't play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.models import Attendance, Face, TablePlan
from classroom.presenters.sessions.missing import Absence, absence
from classroom.presenters.table.teams import TeamLook, color_attributes, team_look
from classroom.presenters.words import all_of, any_of, number_text
from classroom.services.seating.sizes import is_table_size, possible_fits, table_sizes
from classroom.services.seating.table_plans import teams_at
from classroom.services.settings import TableSettings
from engine import Team


@dataclass(frozen=True, slots=True)
class OfferedFit:
    """A way to divide students into tables."""

    value: str
    text: str
    """The resulting tables: "1 table of 2 and 1 student with a bot"."""


def offered_fits(students: int, settings: TableSettings) -> tuple[OfferedFit, ...]:
    """List every different way to seat a number of students, the suggested one first; empty without students."""
    fits = possible_fits(students, settings.table_size, settings.table_sizes)
    return tuple(OfferedFit(fit.value, tables_text(sizes)) for fit, sizes in fits.items())


def tables_text(sizes: Iterable[int]) -> str:
    """Describe tables by their sizes.

    >>> tables_text([3, 2, 2, 1])
    '1 table of 3, 2 tables of 2, and 1 student with a bot'
    """
    sizes = list(sizes)
    if sizes == [1]:
        return _("a table with a bot")
    numbers = sorted(Counter(sizes).items(), reverse=True)
    return all_of([_of_size(number, size) for size, number in numbers])


def _of_size(number: int, size: int) -> str:
    if size == 1:
        return ngettext("%(num)d student with a bot", "%(num)d students with a bot", number)
    return ngettext("%(num)d table of %(size)d", "%(num)d tables of %(size)d", number, size=size)


@dataclass(frozen=True, slots=True)
class LobbyStudent:
    id: str
    name: str
    face: Face
    absence: Absence
    table_number: int | None
    team: TeamLook | None
    """The team of the planned seat; None without a seat, or at a table that can't play."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A planned table."""

    number: int
    color_attributes: dict[str, str]
    team_names: str
    """The names of the teams, if a teacher chose names or colors; otherwise empty."""
    teams: tuple[TeamLook, ...]
    """The teams at the table; empty if it can't play."""
    is_shared: bool
    """Whether its students share one device."""
    students: tuple[LobbyStudent, ...]
    problem: str | None
    """Why it can't play, and what to do."""
    playable_sizes: str
    """Sizes that it can be split into: "3 and 2"."""

    @property
    def needs_bot(self) -> bool:
        """Return whether a bot will be the partner of a single student."""
        return len(self.students) == 1


def planned_table(
    number: int, people: list[Attendance], settings: TableSettings, plans: Mapping[int, TablePlan]
) -> LobbyTable:
    """Build a planned table, with its students in seat order."""
    size = len(people)
    can_play = is_table_size(size, settings.table_sizes)
    looks = teams_at(plans, number)
    count = settings.teams_for(max(size, 2)) if can_play else 0
    teams = tuple(team_look(looks, team.value) for team in tuple(Team)[:count])
    playable_sizes = all_of([number_text(one) for one in table_sizes(size, settings.table_size, settings.table_sizes)])
    is_shared = number in plans and plans[number].is_shared
    return LobbyTable(
        number=number,
        color_attributes=color_attributes(looks),
        team_names=all_of([one.name for one in teams]) if looks else "",
        teams=teams,
        is_shared=is_shared,
        students=tuple(
            planned_student(one, teams[seat % len(teams)] if teams else None, is_sharing=is_shared)
            for seat, one in enumerate(people)
        ),
        problem=None if can_play else _problem(number, size, playable_sizes, settings.table_sizes),
        playable_sizes=playable_sizes,
    )


def _problem(number: int, size: int, playable_sizes: str, allowed: tuple[int, ...]) -> str:
    if size == 5:
        return _(
            "Table %(table)d has five players, who can’t form even teams. Move a student, or split it into %(sizes)s.",
            table=number,
            sizes=playable_sizes,
        )
    return ngettext(
        "Table %(table)d has %(num)d player, but a table has %(allowed)s. Move a student, or split it into %(sizes)s.",
        "Table %(table)d has %(num)d players, but a table has %(allowed)s. Move a student, or split it into %(sizes)s.",
        size,
        table=number,
        allowed=any_of(allowed),
        sizes=playable_sizes,
    )


def planned_student(attendance: Attendance, team: TeamLook | None, *, is_sharing: bool = False) -> LobbyStudent:
    """Build a student who has joined.

    :param is_sharing: whether the table shares one device, so its students need none.
    """
    return LobbyStudent(
        id=attendance.student_id,
        name=attendance.student.name,
        face=attendance.student.face,
        absence=absence(attendance, is_sharing=is_sharing),
        table_number=attendance.table_number,
        team=team,
    )
