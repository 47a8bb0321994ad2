"""What was chosen for the tables of a session besides seats. Chosen it is in `services.seating.table_plans`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from classroom.database import db
from classroom.models import ClassSession, Game, TablePlan

EVERY_TABLE = 0
"""The number under which a choice for all tables is kept; one for a single table goes before it."""


def table_plans_of(*, class_session_id: str) -> dict[int, TablePlan]:
    """What was chosen in a session, by table; under `EVERY_TABLE` for all."""
    plans = db.session.execute(select(TablePlan).where(TablePlan.class_session_id == class_session_id)).scalars()
    return {plan.table_number: plan for plan in plans}


def teams_at(plans: Mapping[int, TablePlan], table_number: int) -> dict[str, Any]:
    """The looks of a table's teams, by team: `name` and `colour` where they were chosen."""
    chosen = [plans[number].teams for number in (table_number, EVERY_TABLE) if number in plans]
    return next((teams for teams in chosen if teams), {})


def forget_other_tables(session: Session, class_session: ClassSession, numbers: Iterable[int]) -> None:
    """Forget what was chosen for tables that are not among these: a later table of such a number is another one."""
    of_session = TablePlan.class_session_id == class_session.id
    session.execute(delete(TablePlan).where(of_session, TablePlan.table_number.not_in([EVERY_TABLE, *numbers])))


def dress_game(game: Game) -> None:
    """Give a game about to be dealt what was chosen for its table."""
    plans = table_plans_of(class_session_id=game.class_session_id)
    game.teams = teams_at(plans, game.table_number) or None
    game.is_shared = game.table_number in plans and plans[game.table_number].is_shared
