from __future__ import annotations

import pytest

from engine.equations import ErrorPattern, find


@pytest.mark.parametrize(
    ("text", "error_pattern", "wrong"),
    [
        ("6 × 8", ErrorPattern.MUL_ADJ, {42, 54, 40, 56}),
        ("4 × 3", ErrorPattern.OP_ADD, {7}),
        ("14 − 6", ErrorPattern.OP_ADD, {20}),
        ("8 + 5", ErrorPattern.OFF1, {12, 14}),
        ("52 − 28", ErrorPattern.SFL, {36}),
        ("52 − 28", ErrorPattern.NO_DEC, {34}),
        ("28 + 15", ErrorPattern.NO_CARRY, {33}),
        ("40 − 13", ErrorPattern.PV10, {37, 17}),
        ("8 × 3", ErrorPattern.REV, {42}),
        ("7 × 0", ErrorPattern.ZERO_N, {7}),
        ("2 + 3 × 4", ErrorPattern.ORDER_LR, {20}),
        ("25% of 60", ErrorPattern.PCT_SUB, {35}),
        ("3/4 of 32", ErrorPattern.FRAC_DEN, {8}),
        ("9 − (−4)", ErrorPattern.SIGN, {5}),
        ("7²", ErrorPattern.SQ2, {14}),
        ("x + 7 = 12", ErrorPattern.INV_OP, {19}),
        ("5 + ? = 12", ErrorPattern.INV_OP, {17}),
    ],
)
def test_each_error_pattern_predicts_its_wrong_answer(text: str, error_pattern: ErrorPattern, wrong: set[int]) -> None:
    equation = find(text)
    assert equation is not None
    assert equation.distractors[error_pattern] == wrong


def test_another_product_of_the_table_is_a_distractor() -> None:
    equation = find("6 × 8")
    assert equation is not None
    assert {64, 36} <= equation.distractors[ErrorPattern.MUL_TABLE]
    assert 48 not in equation.distractors[ErrorPattern.MUL_TABLE]


def test_every_error_pattern_occurs() -> None:
    texts = "6 × 8|14 − 6|52 − 28|28 + 15|7 × 0|2 + 3 × 4|25% of 60|3/4 of 32|9 − (−4)|7²|x + 7 = 12".split("|")
    assert {error_pattern for text in texts for error_pattern in getattr(find(text), "distractors", ())} == set(
        ErrorPattern
    )
