"""Seating rules of a class: whom to keep together or apart. Never shown to students."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from classroom.database import db, transaction
from classroom.models import SeatingRule, SeatingRuleKind, Student
from classroom.services.errors import SeatingErrorCode, ServiceError
from classroom.services.locks import locked_class, locked_row
from classroom.services.seating.forming import SeatingRules, groups_of

MAX_RULES = 100


def add_rule(*, class_id: str, student_ids: tuple[str, str], kind: SeatingRuleKind) -> None:
    """Add a rule for two students of a class. Idempotent.

    :raises ServiceError: NO_SUCH_STUDENT, RULE_OF_ONE_STUDENT (the same student twice), RULES_FULL; RULE_KEEPS_APART or
        RULE_KEEPS_TOGETHER with the names ``first`` and ``second`` of two students with contradicting rules.
    """
    with transaction() as session:
        locked_class(session, class_id)
        _names(session, class_id, student_ids)
        first, second = sorted(student_ids)
        if first == second:
            raise ServiceError(SeatingErrorCode.RULE_OF_ONE_STUDENT)
        kept = rules_of(class_id=class_id)
        if any((one.first_id, one.second_id, one.kind) == (first, second, kind) for one in kept):
            return
        if len(kept) >= MAX_RULES:
            raise ServiceError(SeatingErrorCode.RULES_FULL, longest=MAX_RULES)
        new = SeatingRule(class_id=class_id, first_id=first, second_id=second, kind=kind)
        clash = _contradiction([*kept, new])
        if clash is not None:
            problem = (
                SeatingErrorCode.RULE_KEEPS_TOGETHER
                if kind is SeatingRuleKind.APART
                else SeatingErrorCode.RULE_KEEPS_APART
            )
            names = _names(session, class_id, clash)
            raise ServiceError(problem, first=names[clash[0]], second=names[clash[1]])
        session.add(new)


def remove_rule(*, class_id: str, rule_id: int) -> None:
    """Delete a rule. Ignores rules that don't exist or belong to another class."""
    with transaction() as session:
        rule = locked_row(session, SeatingRule, rule_id)
        if rule is not None and rule.class_id == class_id:
            session.delete(rule)


def rules_of(*, class_id: str) -> list[SeatingRule]:
    """Return the rules of a class, oldest first."""
    return list(
        db.session.execute(
            select(SeatingRule).where(SeatingRule.class_id == class_id).order_by(SeatingRule.id)
        ).scalars()
    )


def read_rules(kept: Iterable[SeatingRule]) -> SeatingRules:
    """Convert rules for forming tables."""
    pairs: dict[str, list[tuple[str, str]]] = {SeatingRuleKind.APART: [], SeatingRuleKind.TOGETHER: []}
    for one in kept:
        pairs[one.kind].append((one.first_id, one.second_id))
    return SeatingRules.of(apart=pairs[SeatingRuleKind.APART], together=pairs[SeatingRuleKind.TOGETHER])


def _contradiction(kept: list[SeatingRule]) -> tuple[str, str] | None:
    """Return two students who should sit apart and, directly or indirectly, together."""
    rules = read_rules(kept)
    for group in groups_of(sorted(rules.together), rules.together):
        for one in group:
            for other in sorted(rules.apart.get(one, set()) & set(group)):
                return one, other
    return None


def _names(session: Session, class_id: str, student_ids: Iterable[str]) -> dict[str, str]:
    ids = set(student_ids)
    names = select(Student.id, Student.name).where(Student.class_id == class_id, Student.id.in_(ids))
    found = {row.id: row.name for row in session.execute(names)}
    if set(found) != ids:
        raise ServiceError(SeatingErrorCode.NO_SUCH_STUDENT)
    return found
