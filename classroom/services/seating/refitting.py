"""Adapt saved tables to today's attendance. Pure functions on student ids."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from classroom.services.seating.sizes import Sizes, deal_into_tables
from classroom.services.seating.swapping import Tables


def adapt_to_attendance(old: Seq[Seq[str]], present: Seq[str], preferred: int, allowed: Sizes) -> Tables:
    """Seat everyone present as in the old tables. Complete tables stay unchanged.

    New students fill empty seats. Two incomplete tables that fit at one table are merged. Students left alone, or at a
    table size that can't play, move to tables with room.

    :param old: IDs in seat order, including absent students
    :param present: everyone to be seated, in any order
    """
    if len(present) == 1:
        return [list(present)]
    here = set(present)
    seated = [[one for one in table if one in here] for table in old]
    gaps = [max(len(before), 2) - len(now) for before, now in zip(old, seated, strict=True)]
    placed = {one for table in seated for one in table}
    new = [one for one in present if one not in placed]
    for table, gap in zip(seated, gaps, strict=True):
        if table:
            table.extend(new[:gap])
            del new[:gap]
    whole = [table for table, before in zip(seated, old, strict=True) if table and len(table) >= len(before)]
    short = _merged(
        [table for table, before in zip(seated, old, strict=True) if table and len(table) < len(before)],
        preferred,
        allowed,
    )
    tables = whole + short
    for table in [one for one in tables if len(one) not in allowed]:
        tables.remove(table)
        new.extend(table)
    return _with_the_rest(tables, new, preferred, allowed)


def _merged(short: Tables, preferred: int, allowed: Sizes) -> Tables:
    """Merge incomplete tables, small ones first, as long as a table of the usual size holds both."""
    tables: Tables = []
    for table in sorted(short, key=len):
        partner = next((one for one in tables if _holds(len(one) + len(table), preferred, allowed)), None)
        if partner is None:
            tables.append(list(table))
        else:
            partner.extend(table)
    return tables


def _with_the_rest(tables: Tables, rest: list[str], preferred: int, allowed: Sizes) -> Tables:
    """Seat students without a table: where there is room, otherwise at new tables."""
    for table in sorted(tables, key=len):
        while rest and _holds(len(table) + 1, preferred, allowed):
            table.append(rest.pop(0))
    if len(rest) == 1:
        return _with_one_more(tables, rest[0], preferred, allowed)
    return tables + deal_into_tables(rest, preferred, allowed)


def _with_one_more(tables: Tables, one: str, preferred: int, allowed: Sizes) -> Tables:
    """Seat a single student: at a table that may grow, or at one that is split."""
    growing = [table for table in tables if len(table) + 1 in allowed]
    if growing:
        min(growing, key=len).append(one)
        return tables
    *others, last = tables
    return others + deal_into_tables([*last, one], preferred, allowed)


def _holds(size: int, preferred: int, allowed: Sizes) -> bool:
    return size in allowed and size <= preferred
