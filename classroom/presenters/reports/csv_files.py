"""The reports as CSV files in English for programs, safe to open in a spreadsheet."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from classroom.models import AttemptKind
from classroom.reports.answers import ExportedAnswer
from classroom.reports.equations import EquationLine, WrongAnswer
from classroom.reports.students import StudentLine
from classroom.reports.tickets import TicketLine
from classroom.services.text_files import PERHAPS_FORMULA, guarded
from engine.equations import CURRICULA, SKILLS, codes, describe

STUDENT_COLUMNS = (
    *("student", "days_active", "first_answers", "right_at_first_try", "right_percent", "lowest_percent"),
    *("highest_percent", "further_tries", "right_at_further_try"),
)
EQUATION_COLUMNS = (
    *("equation", "answer", "first_answers", "missed", "wrong_answer_most_given", "times_given"),
    "all_wrong_answers",
)
ATTEMPT_COLUMNS = (
    *("attempt_id", "utc_time", "student_id", "student_name", "session_id", "table", "game", "game_id", "move"),
    *("deck", "equation", "correct_answer", "kind", "given_answer", "attempt_no", "correct", "seconds"),
    *("skill", "standard", "grade", "fact", "policy", "goal", "expected", "channel", "error_code"),
    *("policy_version", "device"),
)

TICKET_COLUMNS = (
    *("session_id", "session_utc_time", "student_id", "student_name", "answers", "right", "wrong", "seconds"),
    "right_per_minute",
)


def csv_file(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Write a CSV file that spreadsheets read as UTF-8 and never as formulas."""
    return codecs.BOM_UTF8 + csv_lines([columns, *rows])


def csv_pieces(columns: Sequence[str], batches: Iterable[Iterable[Sequence[object]]]) -> Iterator[bytes]:
    """Yield such a file in pieces, one for each batch of rows."""
    begun = csv_file(columns, ())
    for rows in batches:
        yield begun + csv_lines(rows)
        begun = b""
    if begun:
        yield begun


def csv_lines(rows: Iterable[Sequence[object]]) -> bytes:
    r"""Write rows that spreadsheets never read as formulas, without a byte order mark.

    Texts are guarded as in exported rosters, so that IDs are the same there.

    >>> csv_lines([("=1+1", "Ana", -1)])
    b"'=1+1,Ana,-1\r\n"
    """
    text = io.StringIO()
    csv.writer(text).writerows(
        # A call for each cell would take most of the time: a file may have a million.
        [guarded(cell) if isinstance(cell, str) and cell.startswith(PERHAPS_FORMULA) else cell for cell in row]
        for row in rows
    )
    return text.getvalue().encode()


def student_rows(lines: Iterable[StudentLine]) -> Iterable[tuple[object, ...]]:
    """Yield the students of a class report. With too few answers, percentages stay empty, as on the page."""
    for line in lines:
        first, later = line.first, line.later
        percents = (first.percent, *first.interval) if first.has_enough_answers else ("", "", "")
        yield (line.name, len(line.days), first.trials, first.right, *percents, later.trials, later.right)


def equation_rows(lines: Iterable[EquationLine]) -> Iterable[tuple[object, ...]]:
    """Yield the equations of a class or a student, most missed first."""
    for line in lines:
        top = (_given(line.wrong[0]), line.wrong[0].count) if line.wrong else ("", "")
        yield (
            line.equation,
            line.answer,
            line.first.trials,
            line.first.missed,
            *top,
            ", ".join(map(_with_count, line.wrong)),
        )


def ticket_rows(lines: Iterable[TicketLine]) -> Iterable[tuple[object, ...]]:
    """Yield the exit tickets of a class, newest first."""
    for one in lines:
        yield (
            *(one.class_session_id, one.opened_at.isoformat(timespec="seconds"), one.student_id, one.name),
            *(one.answers.trials, one.answers.right, one.answers.missed, round(one.seconds), _decimal(one.per_minute)),
        )


def attempt_rows(answers: Iterable[ExportedAnswer], *, with_names: bool) -> Iterable[tuple[object, ...]]:
    """Yield every answer. Student IDs are random: without names, no outsider can identify students."""
    for one in answers:
        given = "dead" if one.kind == AttemptKind.DEAD else one.given
        yield (
            *(f"{one.game_id}-{one.version}", one.at.isoformat(timespec="seconds"), one.student_id),
            *(one.student_name if with_names else "", one.class_session_id, one.table_number, one.round),
            *(one.game_id, one.version, one.deck, one.equation, one.answer, one.kind, given),
            *(one.try_number, int(one.is_right), _decimal(one.seconds)),
            *(*skill_cells(one.skill), one.fact, *_policy_cells(one), CHANNELS[one.kind], error_code(one)),
            *("" if one.policy is None else one.policy, device(one)),
        )


CHANNELS = {AttemptKind.PLACE: "board", AttemptKind.DEAD: "board", AttemptKind.SOLVE: "number-pad"}
"""Texts for how an answer was given."""
_CURRICULUM = next(iter(CURRICULA))


@cache
def skill_cells(key: str) -> tuple[str, str, object]:
    """Return a skill with its curriculum codes and grade; a teacher's own card has neither."""
    return key, " ".join(codes(key, _CURRICULUM)), SKILLS[key].grade if key in SKILLS else ""


def device(one: ExportedAnswer) -> str:
    """Return whether the device was shared. Types of devices are not stored."""
    return "shared" if one.is_shared else "own"


def error_code(one: ExportedAnswer) -> str:
    """Return error patterns that may explain a wrong answer; "" if none is known."""
    return "" if one.is_right or one.given is None else _patterns(one.equation, one.answer, one.given)


@lru_cache(maxsize=16_384)
def _patterns(equation: str, answer: str, given: str) -> str:
    if not given.lstrip("-").isdecimal():
        return ""
    distractors = describe(equation, int(answer)).distractors
    return " ".join(pattern.value for pattern, numbers in distractors.items() if int(given) in numbers)


def _policy_cells(one: ExportedAnswer) -> tuple[str, object, object]:
    if one.goal is None:
        return "printed", "", ""
    return "chosen", f"{one.goal:.3f}", "" if one.expected is None else f"{one.expected:.3f}"


def _given(wrong: WrongAnswer) -> str:
    return "traded in by mistake" if wrong.given is None else wrong.given


def _with_count(wrong: WrongAnswer) -> str:
    return f"{_given(wrong)} ({wrong.count} {'time' if wrong.count == 1 else 'times'})"


def _decimal(number: float | None) -> float | str:
    return "" if number is None else round(number, 1)
