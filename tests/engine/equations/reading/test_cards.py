from __future__ import annotations

import pytest

from engine.equations.reading import CardError, CardProblem, ReadCard, read_card, read_line

GOOD = {
    "7 + 5": ("7 + 5", 12),
    "  7+\u00a05 ": ("7 + 5", 12),
    "7 plus 5": ("7 + 5", 12),
    "12 = 7 + 5": ("7 + 5", 12),
    "20 - 8": ("20 − 8", 12),
    "20 \u2013 8": ("20 − 8", 12),
    "7 x 8": ("7 × 8", 56),
    "7*8 = 56": ("7 × 8", 56),
    "8 multiplied by 2": ("8 × 2", 16),
    "144/6": ("144 ÷ 6", 24),
    "144 : 6": ("144 ÷ 6", 24),
    "144 divided  by 6": ("144 ÷ 6", 24),
    "½ of 24": ("½ of 24", 12),
    "3/4 of 32": ("3/4 of 32", 24),
    "3\u20444 of 32": ("3/4 of 32", 24),
    "1/2 × 24": ("1/2 × 24", 12),
    "5/4 of 8": ("5/4 of 8", 10),
    "2½ × 4": ("2½ × 4", 10),
    "1,5 × 4": ("1,5 × 4", 6),
    "0.5*48": ("0.5 × 48", 24),
    "double 9 = 18": ("double 9", 18),
    "Half of 12": ("half of 12", 6),
    "a third of 12": ("a third of 12", 4),
    "6 + half of 4": ("6 + half of 4", 8),
    "25% of 60": ("25% of 60", 15),
    "7 squared": ("7²", 49),
    "2^5": ("2⁵", 32),
    "10 - 3^2": ("10 − 3²", 1),
    "(-3)^2": ("(−3)²", 9),
    "√49": ("√49", 7),
    "2√(9+16)": ("2√(9 + 16)", 10),
    "2(3 + 4)": ("2(3 + 4)", 14),
    "24/6*2": ("24 ÷ 6 × 2", 8),
    "2 + 3 × 4": ("2 + 3 × 4", 14),
    "-4 × -6": ("−4 × −6", 24),
    "10--5": ("10 − (−5)", 15),
    "9 − (−4)": ("9 − (−4)", 13),
    "--5 + 10": ("−(−5) + 10", 15),
    "10 + -double 3": ("10 + −double 3", 4),
    "10 - -√9": ("10 − −√9", 13),
    "6 x ? = 48": ("6 × ? = 48", 8),
    "__ + 3 = 5": ("? + 3 = 5", 2),
    "□ ÷ 4 = 3": ("□ ÷ 4 = 3", 12),
    "3x + 4 = 19": ("3x + 4 = 19", 5),
    "3X+4=19": ("3X + 4 = 19", 5),
    "x x 3 = 12": ("x × 3 = 12", 4),
    "x + x = 10": ("x + x = 10", 5),
    "n/4 = 3": ("n ÷ 4 = 3", 12),
    "legs of 6 dogs\t24": ("legs of 6 dogs", 24),
    "6 × 8\t48": ("6 × 8", 48),
    "6 × 8; 48": ("6 × 8", 48),
    "6 × 8 ;": ("6 × 8", 48),
    "arms; legs of 6 dogs;24": ("arms; legs of 6 dogs", 24),
    "6 × ? = 48\t8.0": ("6 × ? = 48", 8),
    "how many <b>legs</b>?\t24": ("how many <b>legs</b>?", 24),
}
BAD = {
    "": CardProblem.EMPTY,
    "\t12": CardProblem.EMPTY,
    "9" * 10_000 + "^10000": CardProblem.TOO_LONG,
    "7 + 5\t" + "1" * 70: CardProblem.TOO_LONG,
    "+".join("1" * 30): CardProblem.TOO_LONG,
    "legs of 6 dogs": CardProblem.UNKNOWN_SIGN,
    "__import__('os')": CardProblem.UNKNOWN_SIGN,
    "\uff17 + \uff15": CardProblem.UNKNOWN_SIGN,
    "1.2.3 + 1": CardProblem.UNKNOWN_SIGN,
    "legs\u202e of 6 dogs\t24": CardProblem.UNKNOWN_SIGN,
    "7 +": CardProblem.INCOMPLETE,
    "+ 5": CardProblem.INCOMPLETE,
    "7 +\t12": CardProblem.INCOMPLETE,
    "5 5": CardProblem.INCOMPLETE,
    "= 7": CardProblem.INCOMPLETE,
    "7 = 7 = 7": CardProblem.INCOMPLETE,
    "3? = 36": CardProblem.INCOMPLETE,
    "1e9": CardProblem.INCOMPLETE,
    "(3 + 4": CardProblem.BRACKETS,
    "3 + 4)": CardProblem.BRACKETS,
    ")(": CardProblem.BRACKETS,
    "(" * 28 + "1" + ")" * 28: CardProblem.TOO_DEEP,
    "-" * 50 + "1": CardProblem.TOO_DEEP,
    "half 6 + 4": CardProblem.AMBIGUOUS,
    "½ of 6 + 4": CardProblem.AMBIGUOUS,
    "3 of 4": CardProblem.AMBIGUOUS,
    "-6 of 4": CardProblem.AMBIGUOUS,
    "6 ÷ 2(1 + 2)": CardProblem.AMBIGUOUS,
    "24 ÷ 1/2": CardProblem.AMBIGUOUS,
    "16^1/2": CardProblem.AMBIGUOUS,
    "1/2x = 6": CardProblem.AMBIGUOUS,
    "20 + -3^2": CardProblem.AMBIGUOUS,
    "2^3^2": CardProblem.AMBIGUOUS,
    "1,000 ÷ 8": CardProblem.AMBIGUOUS,
    "7 + 5 = 6 + 6": CardProblem.AMBIGUOUS,
    "9" * 50: CardProblem.NUMBER_TOO_LARGE,
    "5000000 - 4999999": CardProblem.NUMBER_TOO_LARGE,
    "9^999": CardProblem.NUMBER_TOO_LARGE,
    "999999^12": CardProblem.NUMBER_TOO_LARGE,
    "1 ÷ 999999 ÷ 7": CardProblem.NUMBER_TOO_LARGE,
    "5 ÷ 0": CardProblem.DIVISION_BY_ZERO,
    "5/(3 - 3)": CardProblem.DIVISION_BY_ZERO,
    "√50": CardProblem.NOT_A_SQUARE,
    "√(x) = 4": CardProblem.NOT_A_SQUARE,
    "7 ÷ 2": CardProblem.NOT_WHOLE,
    "4 × ? = 6": CardProblem.NOT_WHOLE,
    "legs\t4.5": CardProblem.NOT_WHOLE,
    "3 − 5": CardProblem.OUT_OF_RANGE,
    "500 + 500": CardProblem.OUT_OF_RANGE,
    "legs\t-4": CardProblem.OUT_OF_RANGE,
    "7 + 5 = 13": CardProblem.WRONG_ANSWER,
    "7 + 5\t13": CardProblem.WRONG_ANSWER,
    "legs\tmany": CardProblem.NOT_A_NUMBER,
    "x + y = 12": CardProblem.TWO_UNKNOWNS,
    "? + ? = 12": CardProblem.TWO_UNKNOWNS,
    "x = x": CardProblem.NOT_SOLVABLE,
    "x × x = 9": CardProblem.NOT_SOLVABLE,
    "12 ÷ x = 3": CardProblem.NOT_SOLVABLE,
    "3x + 4": CardProblem.ANSWER_MISSING,
    "12": CardProblem.NO_QUESTION,
    "12 = 12": CardProblem.NO_QUESTION,
    "?; 12": CardProblem.NO_QUESTION,
    "__; 12": CardProblem.NO_QUESTION,
}


@pytest.mark.parametrize("line", GOOD)
def test_good_lines(line: str) -> None:
    card = read_line(line)
    assert (card.text, card.answer) == GOOD[line]


@pytest.mark.parametrize("line", GOOD)
def test_a_card_as_printed_reads_as_itself(line: str) -> None:
    card = read_line(line)
    assert read_card(card.text, str(card.answer)) == card


@pytest.mark.parametrize("line", BAD, ids=lambda line: repr(line[:20]))
def test_bad_lines(line: str) -> None:
    with pytest.raises(CardError) as refused:
        read_line(line)
    assert refused.value.problem is BAD[line]


def test_every_problem_has_a_line_that_shows_it() -> None:
    of_sheets = {CardProblem.DUPLICATE, CardProblem.TWO_ANSWERS, CardProblem.TOO_MANY_LINES}
    assert set(BAD.values()) | of_sheets == set(CardProblem)


def test_an_error_says_what_its_sentence_needs() -> None:
    with pytest.raises(CardError) as refused:
        read_card("7 + 5", "13")
    assert refused.value.facts == {"given": 13, "value": 12}
    with pytest.raises(CardError) as refused:
        read_card("3 legs & <script>")
    assert refused.value.facts == {"sign": "legs & <scri"}


def test_words_are_taken_with_their_answer_only() -> None:
    assert read_card("a dozen eggs", "12") == ReadCard("a dozen eggs", 12)
    with pytest.raises(CardError):
        read_card("a dozen eggs")
