from __future__ import annotations

from engine.equations.reading import CardProblem, ReadCard, read_lines

SHEET = """7 + 5
7 +

½ of 24
seven plus five
five plus seven\t12
7+5
"""


def test_a_bad_line_does_not_affect_others() -> None:
    lines = list(read_lines(SHEET))
    assert [(line.number, line.card) for line in lines if line.card] == [
        (1, ReadCard("7 + 5", 12)),
        (4, ReadCard("½ of 24", 12)),
        (6, ReadCard("five plus seven", 12)),
    ]
    assert [(line.number, line.error.problem) for line in lines if line.error] == [
        (2, CardProblem.INCOMPLETE),
        (5, CardProblem.UNKNOWN_SIGN),
        (7, CardProblem.DUPLICATE),
    ]
    assert [line.error.facts for line in lines if line.number == 7 and line.error] == [{"line": 1}]


def test_a_sheet_has_a_maximum_length() -> None:
    lines = list(read_lines("7 + 5\n" * 10_000, most=20))
    assert len(lines) == 21
    last = lines[-1].error
    assert last is not None
    assert (last.problem, last.facts) == (CardProblem.TOO_MANY_LINES, {"most": 20})


def test_a_second_answer_for_an_equation_is_an_error() -> None:
    lines = list(read_lines("legs of a spider\t8\n7 + 5\nLegs of a Spider; 6\n7 + 5 = 12"))
    assert [(line.number, line.error.problem, line.error.facts) for line in lines if line.error] == [
        (3, CardProblem.TWO_ANSWERS, {"line": 1, "given": 6, "value": 8}),
        (4, CardProblem.DUPLICATE, {"line": 2}),
    ]
