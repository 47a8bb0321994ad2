"""The reasons why a line is not a card. Their texts for users are elsewhere."""

from __future__ import annotations

from enum import StrEnum

LOST = "\N{REPLACEMENT CHARACTER}"
"""Characters that programs insert for one that was lost."""


class CardProblem(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNKNOWN_SIGN = "unknown_sign"
    """A sign or word that no equation has. Words need their answer in a second column."""
    INCOMPLETE = "incomplete"
    """Something is missing: a number after a sign, a sign between numbers, one side of an equation."""
    BRACKETS = "brackets"
    """An unmatched bracket."""
    TOO_DEEP = "too_deep"
    """Brackets nested deeper than a child could read."""
    AMBIGUOUS = "ambiguous"
    """Ambiguous: 6 ÷ 2(1 + 2), half of 6 + 4."""
    TWO_QUESTIONS = "two_questions"
    """Both sides are expressions: 7 + 5 = 6 + 6."""
    THOUSANDS = "thousands"
    """A point or comma before three digits: 1,000 means one thousand in some countries and one in others."""
    COMMA = "comma"
    """A comma that may be a decimal comma or may separate the answer: 5 × 4,20."""
    MIXED_NUMBER = "mixed_number"
    """A mixed number whose fraction has no character: 1 3/7."""
    PERCENT = "percent"
    """A percentage added or subtracted, without saying of what: 80 + 25%."""
    DATE = "date"
    """A date made by a spreadsheet: 4-Mar."""
    TIME = "time"
    """A time of day: 12:06."""
    SHORTENED = "shortened"
    """A number in a spreadsheet's scientific notation: 1E+05."""
    CODE = "code"
    r"""Typesetting code: \frac{1}{2}."""
    LETTER_AS_DIGIT = "letter_as_digit"
    """A letter that looks like a digit, next to a digit: 1O, l2."""
    LIST_MARK = "list_mark"
    """A bullet or list number before the equation. A dash could also be a minus sign."""
    ONLY_NUMBERS = "only_numbers"
    """Only numbers and separators: 3;4;5."""
    INVISIBLE_SIGN = "invisible_sign"
    """An invisible character, or one that replaces a lost character."""
    NUMBER_TOO_LARGE = "number_too_large"
    DIVISION_BY_ZERO = "division_by_zero"
    NOT_A_SQUARE = "not_a_square"
    """The root is not a whole number."""
    NOT_WHOLE = "not_whole"
    """The answer is not a whole number."""
    OUT_OF_RANGE = "out_of_range"
    """The answer is negative or larger than a board can show."""
    WRONG_ANSWER = "wrong_answer"
    """The given answer differs from the value of the equation."""
    NOT_A_NUMBER = "not_a_number"
    """The second column is not a number."""
    TWO_UNKNOWNS = "two_unknowns"
    """Two different letters, or two question marks, which may stand for different numbers."""
    NOT_SOLVABLE = "not_solvable"
    """No number, or every number, solves it; or the unknown is multiplied or divided by itself."""
    ANSWER_MISSING = "answer_missing"
    """A letter without an equation, so it has no value."""
    NO_QUESTION = "no_question"
    """Only a number: there is nothing to solve."""
    DUPLICATE = "duplicate"
    """A duplicate of an earlier line."""
    TWO_ANSWERS = "two_answers"
    """An earlier line has the same text with a different answer."""
    TOO_MANY_LINES = "too_many_lines"


class CardError(ValueError):
    def __init__(self, problem: CardProblem, **facts: str | int) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.facts = facts
        """Facts for the message about it: ``sign``, ``longest``, ``largest``, ``answer``, ``given``, ``read`` …"""


def unreadable(text: str) -> CardError:
    """Create the error for text that begins with an unknown sign, visible or not."""
    if not text[:1].isprintable() or text.startswith(LOST):
        return CardError(CardProblem.INVISIBLE_SIGN)
    return CardError(CardProblem.UNKNOWN_SIGN, sign="".join(filter(str.isprintable, text))[:12])
