"""What can be wrong with a line; the sentences for people are chosen elsewhere, by the problem."""

from __future__ import annotations

from enum import StrEnum

LOST = "\N{REPLACEMENT CHARACTER}"
"""What programs put where a character was lost."""


class CardProblem(StrEnum):
    """Why a line makes no card."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNKNOWN_SIGN = "unknown_sign"
    """A sign or word that no equation has; words need their answer in a second column."""
    INCOMPLETE = "incomplete"
    """Something is missing: a number after a sign, a sign between two numbers, a side of an equation."""
    BRACKETS = "brackets"
    """A bracket without its partner."""
    TOO_DEEP = "too_deep"
    """Brackets within brackets within brackets, beyond what a child could read."""
    AMBIGUOUS = "ambiguous"
    """Two people could read it differently and both be right: 6 ÷ 2(1 + 2), half of 6 + 4."""
    TWO_QUESTIONS = "two_questions"
    """Something to work out on each side: 7 + 5 = 6 + 6."""
    THOUSANDS = "thousands"
    """A point or comma before three digits: 1,000 is one thousand here and one elsewhere."""
    COMMA = "comma"
    """A comma that may be in a decimal number or before the answer: 5 × 4,20."""
    MIXED_NUMBER = "mixed_number"
    """A mixed number whose fraction has no character of its own: 1 3/7."""
    PERCENT = "percent"
    """A percentage that is added or subtracted, and it is not said of what: 80 + 25%."""
    DATE = "date"
    """A spreadsheet made a day of it: 4-Mar."""
    TIME = "time"
    """A time of day: 12:06."""
    SHORTENED = "shortened"
    """A spreadsheet shortened a number: 1E+05."""
    CODE = "code"
    r"""Typesetting code: \frac{1}{2}."""
    LETTER_AS_DIGIT = "letter_as_digit"
    """A letter that looks like a digit, beside a digit: 1O, l2."""
    LIST_MARK = "list_mark"
    """A bullet or list number before the equation; a dash may be a minus sign as well."""
    ONLY_NUMBERS = "only_numbers"
    """Numbers and what separates them: 3;4;5."""
    INVISIBLE_SIGN = "invisible_sign"
    """A character that cannot be seen, or that stands for one that was lost."""
    NUMBER_TOO_LARGE = "number_too_large"
    DIVISION_BY_ZERO = "division_by_zero"
    NOT_A_SQUARE = "not_a_square"
    """The root is no whole number."""
    NOT_WHOLE = "not_whole"
    """The answer is no whole number."""
    OUT_OF_RANGE = "out_of_range"
    """The answer is less than 0 or larger than a board can show."""
    WRONG_ANSWER = "wrong_answer"
    """The answer given with the equation is not its value."""
    NOT_A_NUMBER = "not_a_number"
    """The second column holds no number."""
    TWO_UNKNOWNS = "two_unknowns"
    """Two different letters, or two question marks: they need not be the same number."""
    NOT_SOLVABLE = "not_solvable"
    """No number, or every number, can be put for the unknown; or it is multiplied or divided by itself."""
    ANSWER_MISSING = "answer_missing"
    """A letter without an equation: what it stands for is not said."""
    NO_QUESTION = "no_question"
    """Only a number: there is nothing to work out."""
    DUPLICATE = "duplicate"
    """An earlier line makes the same card."""
    TWO_ANSWERS = "two_answers"
    """An earlier line asks the same with another answer."""
    TOO_MANY_LINES = "too_many_lines"


class CardError(ValueError):
    """A line that makes no card."""

    def __init__(self, problem: CardProblem, **facts: str | int) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.facts = facts
        """What the sentence about it may name: ``sign``, ``longest``, ``largest``, ``answer``, ``given``, ``read`` …"""


def unreadable(text: str) -> CardError:
    """Build the error for text that begins with a sign that no card has, seen or not."""
    if not text[:1].isprintable() or text.startswith(LOST):
        return CardError(CardProblem.INVISIBLE_SIGN)
    return CardError(CardProblem.UNKNOWN_SIGN, sign="".join(filter(str.isprintable, text))[:12])
