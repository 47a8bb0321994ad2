"""Curriculum codes of the skills: one table for each curriculum. An installation may show none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMON_CORE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "add-10": ("1.OA.C.6",),
        "sub-10": ("1.OA.C.6",),
        "missing-addend-20": ("1.OA.D.8",),
        "add-2-digit-easy": ("1.NBT.C.4",),
        "sub-tens": ("1.NBT.C.6",),
        "add-20": ("2.OA.B.2",),
        "sub-20": ("2.OA.B.2",),
        "add-2-digit": ("2.NBT.B.5",),
        "add-100-carry": ("2.NBT.B.5",),
        "sub-100": ("2.NBT.B.5",),
        "sub-100-borrow": ("2.NBT.B.5",),
        "money": ("2.MD.C.8",),
        "mul-0-1": ("3.OA.C.7",),
        "mul-tables": ("3.OA.C.7",),
        "div-tables": ("3.OA.C.7",),
        "missing-factor": ("3.OA.A.4",),
        "mul-tens": ("3.NBT.A.3",),
        "sub-1000": ("3.NBT.A.2",),
        "mul-2-by-1": ("4.NBT.B.5",),
        "div-1-digit": ("4.NBT.B.6",),
        "units": ("4.MD.A.1",),
        "units-metric": ("4.MD.A.1",),
        "order": ("5.OA.A.1",),
        "fraction-of": ("4.NF.B.4", "5.NF.B.4"),
        "div-2-digit": ("5.NBT.B.6",),
        "percent": ("6.RP.A.3c",),
        "powers": ("6.EE.A.1",),
        "gcf-lcm": ("6.NS.B.4",),
        "one-step": ("6.EE.B.7",),
        "evaluate": ("6.EE.A.2c",),
        "integers": ("7.NS.A.1", "7.NS.A.2"),
        "two-step": ("7.EE.B.4a",),
        "roots": ("8.EE.A.2",),
    }
)
"""It has the tables of 11 and 12 in no grade."""

CURRICULA: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType({"common-core": COMMON_CORE})


def codes(skill: str, curriculum: str | None) -> tuple[str, ...]:
    """Return a curriculum's codes for a skill; none without a curriculum.

    >>> codes("mul-tables", "common-core"), codes("mul-tables", None)
    (('3.OA.C.7',), ())
    """
    return CURRICULA.get(curriculum or "", {}).get(skill, ())
