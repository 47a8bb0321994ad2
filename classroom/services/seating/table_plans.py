"""A teacher's choices for tables besides the seating: team names and colors, shared devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.models import ClassSession, Game, TablePlan
from classroom.services.attendance import attendances_of
from classroom.services.errors import SeatingErrorCode, ServiceError
from classroom.services.names import clean_name, fold_name
from classroom.services.notifications import note_change
from classroom.services.seating.planning import in_lobby, planned_tables

EVERY_TABLE = 0
"""The number for choices about all tables. A choice for a single table takes precedence."""


def table_plans_of(*, class_session_id: str) -> dict[int, TablePlan]:
    """Return the choices in a session by table; `EVERY_TABLE` for all."""
    plans = db.session.execute(select(TablePlan).where(TablePlan.class_session_id == class_session_id)).scalars()
    return {plan.table_number: plan for plan in plans}


def teams_at(plans: Mapping[int, TablePlan], table_number: int) -> dict[str, Any]:
    """Return the styles of a table's teams, by team: `name` and `colour` if chosen."""
    chosen = [plans[number].teams for number in (table_number, EVERY_TABLE) if number in plans]
    return next((teams for teams in chosen if teams), {})


def forget_other_tables(session: Session, class_session: ClassSession, numbers: Iterable[int]) -> None:
    """Delete choices for other tables: a later table with the same number is a different one."""
    of_session = TablePlan.class_session_id == class_session.id
    session.execute(delete(TablePlan).where(of_session, TablePlan.table_number.not_in([EVERY_TABLE, *numbers])))


def apply_choices(game: Game) -> None:
    """Apply the table's choices to a game about to be dealt."""
    plans = table_plans_of(class_session_id=game.class_session_id)
    game.teams = teams_at(plans, game.table_number) or None
    game.is_shared = game.table_number in plans and plans[game.table_number].is_shared


LONGEST_TEAM_NAME = 20


class Color(StrEnum):
    """Team colors. Any two can be told apart, also with color blindness and in grayscale."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    VIOLET = "violet"
    TEAL = "teal"
    YELLOW = "yellow"


def choose_teams(*, class_session_id: str, table_number: int, teams: Mapping[str, tuple[str, str]]) -> None:
    """Set the names and colors of a table's teams, or with `EVERY_TABLE` of all tables'.

    :param teams: by team, as in the record, its name (empty for the color's name) and color
    :raises ServiceError: SESSION_NOT_IN_LOBBY, NO_SUCH_TABLE, UNKNOWN_COLOR, COLOR_TWICE, TEAM_NAME_TWICE, NAME_….
    """
    chosen = {team: _look(team, name, color) for team, (name, color) in teams.items()}
    colors = [look.get("colour", team) for team, look in chosen.items()]
    names = [fold_name(look.get("name") or look.get("colour", team)) for team, look in chosen.items()]
    if len(set(colors)) < len(colors):
        raise ServiceError(SeatingErrorCode.COLOR_TWICE)
    if len(set(names)) < len(names):
        raise ServiceError(SeatingErrorCode.TEAM_NAME_TWICE)
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        if table_number == EVERY_TABLE:
            for plan in table_plans_of(class_session_id=class_session_id).values():
                plan.teams = {}
        else:
            _check_table(class_session_id, table_number)
        _plan(session, class_session_id, table_number).teams = chosen
        note_change(class_session)


def share_device(*, class_session_id: str, table_number: int, is_shared: bool) -> None:
    """Set whether a table shares one device.

    :raises ServiceError: SESSION_NOT_IN_LOBBY or NO_SUCH_TABLE.
    """
    with transaction() as session:
        class_session = in_lobby(session, class_session_id)
        _check_table(class_session_id, table_number)
        _plan(session, class_session_id, table_number).is_shared = is_shared
        note_change(class_session)


def _look(team: str, name: str, color: str) -> dict[str, str]:
    """Return a team's choices that differ from the defaults."""
    if color not in set(Color):
        raise ServiceError(SeatingErrorCode.UNKNOWN_COLOR)
    look = {"name": clean_name(name, longest=LONGEST_TEAM_NAME)} if name.strip() else {}
    return look if color == team else look | {"colour": color}


def _check_table(class_session_id: str, table_number: int) -> None:
    if table_number not in planned_tables(attendances_of(class_session_id=class_session_id)):
        raise ServiceError(SeatingErrorCode.NO_SUCH_TABLE)


def _plan(session: Session, class_session_id: str, table_number: int) -> TablePlan:
    plan = session.get(TablePlan, (class_session_id, table_number))
    if plan is None:
        plan = TablePlan(class_session_id=class_session_id, table_number=table_number, is_shared=False, teams={})
        session.add(plan)
    return plan
