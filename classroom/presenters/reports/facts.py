"""The fact matrix of a class or student: one cell for each fact family of an operation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from classroom.i18n import _, lazy_gettext
from classroom.models import Face
from classroom.presenters.reports.choice import ShownChoice, ShownTime
from classroom.presenters.words import number_text, percent_text
from classroom.reports.counts import Counted
from classroom.reports.facts import (
    HALF,
    MIN_ANSWERS_FOR_FACT,
    MOSTLY,
    SIGNS,
    Fact,
    FactShares,
    FactState,
    Operation,
    facts_by_student,
    facts_of_all,
    state_of,
)
from classroom.reports.statistics import Proportion
from classroom.reports.students import ClassStudent

LARGEST_FACTOR, LARGEST_SUM = 12, 20
_USUAL = 10
"""The minimum size of every matrix."""
_TITLES: Mapping[Operation, str] = MappingProxyType(
    {
        Operation.TIMES: lazy_gettext("Multiplication"),
        Operation.DIVIDED: lazy_gettext("Division"),
        Operation.PLUS: lazy_gettext("Addition"),
        Operation.MINUS: lazy_gettext("Subtraction"),
    }
)
_AXES: Mapping[Operation, str] = MappingProxyType(
    {
        Operation.TIMES: lazy_gettext("Row: first factor. Column: second factor."),
        Operation.DIVIDED: lazy_gettext("Row: the divisor. Column: the answer."),
        Operation.PLUS: lazy_gettext("Row: first number. Column: second number."),
        Operation.MINUS: lazy_gettext("Row: the number subtracted. Column: the answer."),
    }
)


@dataclass(frozen=True, slots=True)
class ShownFact:
    """One cell."""

    text: str
    """The equations counted: "56 ÷ 7, 56 ÷ 8"."""
    key: str
    """The key in the address of its answers: "times-7-8"."""
    share: Proportion
    state: FactState | None
    """None if it was not asked."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of cells; None where an operation has no fact."""

    number: int
    cells: tuple[ShownFact | None, ...]


@dataclass(frozen=True, slots=True)
class FactGrid:
    sign: str
    columns: tuple[int, ...]
    rows: tuple[FactRow, ...]


@dataclass(frozen=True, slots=True)
class FactThumbnail:
    """The matrix of one student, as paths of a small drawing."""

    student_id: str
    name: str
    face: Face
    words: str
    paths: Mapping[str, str]
    """For each state, paths of the squares, of half squares, and of crosses; units are cells."""
    width: int
    height: int
    needs: int
    """The number of facts that are not mostly correct yet."""


@dataclass(frozen=True, slots=True)
class FactsPage:
    time: ShownTime
    operations: tuple[ShownChoice, ...]
    title: str
    axes: str
    grid: FactGrid | None
    """None if no fact of any operation was asked."""
    answers: int
    """The number of first answers counted."""
    other_answers: int
    """The number of first answers to other equations."""
    is_merged: bool
    arguments: Mapping[str, str]
    """Query parameters for the same page."""
    worst: tuple[tuple[str, tuple[ShownFact, ...]], ...]
    """The facts to practice, by state: a heading and its facts, most certain first."""
    thumbnails: tuple[FactThumbnail, ...]
    legend: tuple[tuple[FactState, str], ...]
    """Each state with its meaning."""


def show_facts(
    time: ShownTime,
    counted: Sequence[Counted],
    students: Sequence[ClassStudent] = (),
    *,
    operation: Operation | None,
    is_merged: bool,
    by_need: bool = False,
) -> FactsPage:
    """Build the page.

    :param students: students whose matrices are shown besides that of all answers; empty on a student's page.
    :param operation: None for the one with the most answers.
    :param by_need: whether to list students with the most facts to practice first.
    """
    by_student = facts_by_student(counted, is_merged=is_merged)
    of_all = facts_of_all(by_student)
    answers: dict[Operation, int] = defaultdict(int)
    for fact, share in of_all.items():
        answers[fact.operation] += share.trials
    chosen = operation or max(Operation, key=lambda one: answers[one])
    shares = {fact: share for fact, share in of_all.items() if fact.operation is chosen}
    grid = _grid(chosen, shares, is_merged=is_merged)
    orders = {} if is_merged else {"orders": "both"}
    shown = [cell for row in grid.rows for cell in row.cells if cell is not None]
    return FactsPage(
        time=time,
        operations=tuple(
            ShownChoice(
                f"{SIGNS[one]} {_TITLES[one]} ({number_text(answers[one])})",
                {**time.arguments, **orders, "operation": one.value},
                one is chosen,
            )
            for one in Operation
        ),
        title=str(_TITLES[chosen]),
        axes=_("Both orders are one cell.") if is_merged else str(_AXES[chosen]),
        grid=grid if any(answers.values()) else None,
        answers=answers[chosen],
        other_answers=sum(one.trials for one in counted) - sum(answers.values()),
        is_merged=is_merged,
        arguments={**time.arguments, **orders, "operation": chosen.value},
        worst=tuple(
            (heading, facts)
            for state, heading in _legend()
            if state in {FactState.NOT_YET, FactState.SOMETIMES} and (facts := _listed(shown, state))
        ),
        thumbnails=_thumbnails(grid, chosen, by_student, students, by_need=by_need),
        legend=_legend(),
    )


def fact_text(fact: Fact, *, is_merged: bool) -> str:
    """Format a fact as the equations that it stands for.

    >>> fact_text(Fact(Operation.DIVIDED, 7, 8), is_merged=True)
    '56 ÷ 7, 56 ÷ 8'
    >>> fact_text(Fact(Operation.MINUS, 7, 8), is_merged=False)
    '15 − 7'
    """
    texts = [_text(fact)]
    if is_merged and fact.first != fact.second and _exists(flipped := Fact(fact.operation, fact.second, fact.first)):
        texts.append(_text(flipped))
    return ", ".join(texts)


def fact_key(fact: Fact, *, is_merged: bool) -> str:
    """Return a fact's key for addresses.

    >>> fact_key(Fact(Operation.TIMES, 7, 8), is_merged=True), fact_key(Fact(Operation.TIMES, 8, 7), is_merged=False)
    ('times-7-8', 'times-8-7-only')
    """
    return f"{fact.operation}-{fact.first}-{fact.second}{'' if is_merged else '-only'}"


def _text(fact: Fact) -> str:
    sign, first, second = SIGNS[fact.operation], fact.first, fact.second
    if fact.operation is Operation.DIVIDED:
        return f"{first * second} {sign} {first}"
    return f"{first + second} {sign} {first}" if fact.operation is Operation.MINUS else f"{first} {sign} {second}"


def _exists(fact: Fact) -> bool:
    if fact.operation in {Operation.PLUS, Operation.MINUS}:
        return fact.first + fact.second <= LARGEST_SUM
    return max(fact.first, fact.second) <= LARGEST_FACTOR and not (
        fact.operation is Operation.DIVIDED and not fact.first
    )


def _grid(operation: Operation, shares: FactShares, *, is_merged: bool) -> FactGrid:
    rows = _numbers(fact.first for fact in shares)
    columns = _numbers(fact.second for fact in shares)
    if not is_merged:
        rows = columns = _numbers([*rows, *columns])
    shown = []
    for first in rows:
        facts = [Fact(operation, first, second) for second in columns]
        cells = tuple(
            _cell(fact, shares.get(fact), is_merged=is_merged)
            if _exists(fact) and (first <= fact.second or not is_merged)
            else None
            for fact in facts
        )
        if any(cells):
            shown.append(FactRow(first, cells))
    return FactGrid(SIGNS[operation], columns, tuple(shown))


def _numbers(seen: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of an axis: 1 to 10, or up to the largest asked."""
    seen = set(seen)
    return tuple(range(0 if 0 in seen else 1, max(_USUAL, *seen, _USUAL) + 1))


def _cell(fact: Fact, share: Proportion | None, *, is_merged: bool) -> ShownFact:
    return ShownFact(
        fact_text(fact, is_merged=is_merged),
        fact_key(fact, is_merged=is_merged),
        share or Proportion(),
        state_of(share) if share else None,
    )


def _listed(cells: Iterable[ShownFact], state: FactState) -> tuple[ShownFact, ...]:
    found = [cell for cell in cells if cell.state is state]
    return tuple(sorted(found, key=lambda cell: (cell.share.interval[1], -cell.share.trials, cell.text)))


def _legend() -> tuple[tuple[FactState, str], ...]:
    mostly, half = percent_text(MOSTLY), percent_text(HALF)
    return (
        (FactState.NOT_YET, _("Not yet: below %(half)s correct on first try", half=half)),
        (FactState.SOMETIMES, _("Sometimes: %(half)s or more", half=half)),
        (FactState.MOSTLY, _("Mostly: %(mostly)s or more", mostly=mostly)),
        (FactState.TOO_FEW, _("Fewer than %(least)s answers", least=MIN_ANSWERS_FOR_FACT)),
    )


def _thumbnails(
    grid: FactGrid,
    operation: Operation,
    by_student: Mapping[str, FactShares],
    students: Sequence[ClassStudent],
    *,
    by_need: bool,
) -> tuple[FactThumbnail, ...]:
    if not students:
        return ()
    places = {
        (row.number, number): (column, line)
        for line, row in enumerate(grid.rows)
        for column, number in enumerate(grid.columns)
    }
    shown = []
    for student in students:
        squares: dict[FactState, list[tuple[int, int]]] = defaultdict(list)
        for fact, share in by_student.get(student.id, {}).items():
            if fact.operation is operation and (place := places.get((fact.first, fact.second))):
                squares[state_of(share)].append(place)
        shown.append(
            FactThumbnail(
                student.id,
                student.name,
                student.face,
                _words({state: len(some) for state, some in squares.items()}),
                _paths(squares),
                len(grid.columns),
                len(grid.rows),
                len(squares[FactState.NOT_YET]) + len(squares[FactState.SOMETIMES]),
            )
        )
    if by_need:
        shown.sort(key=lambda one: -one.needs)  # equal ones stay sorted by name
    return tuple(shown)


def _words(counts: Mapping[FactState, int]) -> str:
    return _(
        "Facts mostly correct: %(mostly)s; sometimes: %(sometimes)s; not yet: %(not_yet)s; too few answers: %(few)s",
        mostly=counts.get(FactState.MOSTLY, 0),
        sometimes=counts.get(FactState.SOMETIMES, 0),
        not_yet=counts.get(FactState.NOT_YET, 0),
        few=counts.get(FactState.TOO_FEW, 0),
    )


def _paths(squares: Mapping[FactState, Sequence[tuple[int, int]]]) -> dict[str, str]:
    paths = {
        state.value: "".join(f"M{x} {y}h.9v.9h-.9z" for x, y in squares.get(state, ()))
        for state in (FactState.MOSTLY, FactState.SOMETIMES, FactState.NOT_YET)
    }
    paths["half"] = "".join(f"M{x}.9 {y}v.9h-.9z" for x, y in squares.get(FactState.SOMETIMES, ()))
    paths["cross"] = "".join(f"M{x}.2 {y}.2l.5.5m0-.5l-.5.5" for x, y in squares.get(FactState.NOT_YET, ()))
    paths["few"] = "".join(f"M{x}.3 {y}.3h.3v.3h-.3z" for x, y in squares.get(FactState.TOO_FEW, ()))
    return {name: path for name, path in paths.items() if path}
