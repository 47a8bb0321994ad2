"""Seating rules that the tables of a lobby violate, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classroom.i18n import _, ngettext
from classroom.models import Attendance, SeatingRule, SeatingRuleKind
from classroom.presenters.words import isolated
from classroom.services.seating.forming import SeatingRules, groups_of
from classroom.services.seating.rules import read_rules


def unmet_rules(kept: Iterable[SeatingRule], tables: Mapping[int, list[Attendance]]) -> tuple[str, ...]:
    """Describe the violated rules, and why. Ignores rules about students without a table."""
    at = {one.student_id: number for number, people in tables.items() for one in people}
    names = {one.student_id: isolated(one.student.name) for people in tables.values() for one in people}
    kept = [one for one in kept if one.first_id in at and one.second_id in at]
    rules, largest = read_rules(kept), max(map(len, tables.values()), default=0)
    return tuple(
        _together(one, names, rules, largest)
        if one.kind == SeatingRuleKind.TOGETHER
        else _apart(one, names, rules, len(tables))
        for one in kept
        if (at[one.first_id] == at[one.second_id]) is (one.kind == SeatingRuleKind.APART)
    )


def _together(rule: SeatingRule, names: Mapping[str, str], rules: SeatingRules, largest: int) -> str:
    first, second = names[rule.first_id], names[rule.second_id]
    group = next(one for one in groups_of([rule.first_id], rules.together))
    if len(group) <= largest:
        return _(
            "%(first)s and %(second)s don’t sit together. Form the tables again, or move one of the students.",
            first=first,
            second=second,
        )
    return ngettext(
        "%(first)s and %(second)s don’t sit together. %(num)d student must sit together, "
        "but the largest table has %(largest)d.",
        "%(first)s and %(second)s don’t sit together. %(num)d students must sit together, "
        "but the largest table has %(largest)d.",
        len(group),
        first=first,
        second=second,
        largest=largest,
    )


def _apart(rule: SeatingRule, names: Mapping[str, str], rules: SeatingRules, tables: int) -> str:
    first, second = names[rule.first_id], names[rule.second_id]
    if tables == 1:
        return _("%(first)s and %(second)s share a table, because there is only one.", first=first, second=second)
    apart = _all_apart(rule, rules)
    if apart <= tables:
        return _(
            "%(first)s and %(second)s share a table. Form the tables again, or move one of the students.",
            first=first,
            second=second,
        )
    return ngettext(
        "%(first)s and %(second)s share a table. %(num)d student must sit apart, but there are only %(tables)d tables.",
        "%(first)s and %(second)s share a table. %(num)d students must all sit apart, "
        "but there are only %(tables)d tables.",
        apart,
        first=first,
        second=second,
        tables=tables,
    )


def _all_apart(rule: SeatingRule, rules: SeatingRules) -> int:
    """Return the number of students who must all sit apart from each other, including these two."""
    found = {rule.first_id, rule.second_id}
    for one in sorted(rules.apart, key=lambda one: -len(rules.apart[one])):
        if found <= rules.apart[one]:
            found.add(one)
    return len(found)
