"""Errors in the lines of a deck: what is wrong, and what to type instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.i18n import lazy_gettext
from classroom.presenters.words import isolated, number_text
from engine.equations.reading import LOST, CardError, CardProblem, ReadLine

_LONGEST = 60
_NAMED = 12

_MESSAGES: Mapping[CardProblem, tuple[str, str]] = {
    CardProblem.EMPTY: (
        lazy_gettext("This line has an answer but no equation."),
        lazy_gettext("Type the equation before it: 7 + 5; 12."),
    ),
    CardProblem.TOO_LONG: (
        lazy_gettext("This line is too long for a card."),
        lazy_gettext("Type up to %(longest)s characters."),
    ),
    CardProblem.UNKNOWN_SIGN: (
        lazy_gettext("We can’t read “%(sign)s”."),
        lazy_gettext(
            "Type numbers and math symbols, such as 12 ÷ 3. "
            "After words, type a semicolon and the answer: legs of 6 dogs; 24."
        ),
    ),
    CardProblem.INCOMPLETE: (
        lazy_gettext("Something is missing in this equation."),
        lazy_gettext(
            "Type a number on both sides of each symbol: 7 + 5. "
            "For the missing number, type a question mark: 7 + ? = 12."
        ),
    ),
    CardProblem.BRACKETS: (
        lazy_gettext("A parenthesis has no partner."),
        lazy_gettext("Type one ) for each (, such as 2 × (3 + 4)."),
    ),
    CardProblem.TOO_DEEP: (
        lazy_gettext("There are too many nested parentheses or symbols."),
        lazy_gettext("Type the equation with fewer of them."),
    ),
    CardProblem.AMBIGUOUS: (
        lazy_gettext("This equation can be read in two ways."),
        lazy_gettext("Add parentheses around the first step: (6 ÷ 2) × 3, or half of (6 + 4)."),
    ),
    CardProblem.TWO_QUESTIONS: (
        lazy_gettext("Both sides have something to solve."),
        lazy_gettext("Type the answer or a question mark on one side: 7 + 5 = 12, or 7 + ? = 6 + 6."),
    ),
    CardProblem.THOUSANDS: (
        lazy_gettext("“%(sign)s” can mean %(value)s or a decimal."),
        lazy_gettext("Type %(value)s, or add a zero to the decimal: %(decimal)s."),
    ),
    CardProblem.COMMA: (
        lazy_gettext("The comma can belong to a decimal or come before the answer."),
        lazy_gettext("Type a semicolon before the answer: %(read)s; %(value)s. In a decimal, type a decimal point."),
    ),
    CardProblem.MIXED_NUMBER: (
        lazy_gettext("We can’t read “%(whole)s %(value)s” as a mixed number."),
        lazy_gettext("Type a sum in parentheses: (%(whole)s + %(value)s)."),
    ),
    CardProblem.PERCENT: (
        lazy_gettext("We can’t tell what this percentage is a part of."),
        lazy_gettext("Type what it is a part of: 80 + 25%% of 80."),
    ),
    CardProblem.DATE: (
        lazy_gettext("“%(sign)s” is a date. A spreadsheet may have changed a fraction or a difference."),
        lazy_gettext("Type the equation again, such as 3/4 of 8 or 9 − 4."),
    ),
    CardProblem.TIME: (
        lazy_gettext("“%(sign)s” looks like a time."),
        lazy_gettext("To divide, type ÷ and no leading zero: 12 ÷ 6."),
    ),
    CardProblem.SHORTENED: (
        lazy_gettext("“%(sign)s” is a number that a spreadsheet shortened."),
        lazy_gettext("Type all its digits: 100000."),
    ),
    CardProblem.CODE: (
        lazy_gettext("“%(sign)s” is computer code, not a math symbol."),
        lazy_gettext("Type plain symbols: 1/2, 3 × 4, 12 ÷ 4, √9, or 3²."),
    ),
    CardProblem.LETTER_AS_DIGIT: (
        lazy_gettext("The letter “%(sign)s” looks like the digit %(value)s."),
        lazy_gettext("Type the digit %(value)s, or another letter, such as n."),
    ),
    CardProblem.LIST_MARK: (
        lazy_gettext("“%(sign)s” looks like a bullet or a list number."),
        lazy_gettext("Delete it. In a negative number, type the minus sign without a space: −3 + 8."),
    ),
    CardProblem.ONLY_NUMBERS: (
        lazy_gettext("This line has numbers but nothing to solve."),
        lazy_gettext("Type a symbol between the numbers: 3 + 4. Before an answer, type a semicolon: 3 + 4; 7."),
    ),
    CardProblem.INVISIBLE_SIGN: (
        lazy_gettext("This line has an invisible or damaged character."),
        lazy_gettext("Delete the line, and type it again instead of pasting it."),
    ),
    CardProblem.NUMBER_TOO_LARGE: (
        lazy_gettext("A number in this equation, or in a step to its answer, is too large."),
        lazy_gettext("Type numbers up to %(largest)s."),
    ),
    CardProblem.DIVISION_BY_ZERO: (
        lazy_gettext("This divides by zero, which has no answer."),
        lazy_gettext("Type another number: 12 ÷ 3."),
    ),
    CardProblem.NOT_A_SQUARE: (
        lazy_gettext("This square root is not a whole number."),
        lazy_gettext("Type the root of a square number: √4, √9, or √16."),
    ),
    CardProblem.NOT_WHOLE: (
        lazy_gettext("“%(read)s” equals %(answer)s, which is not a whole number."),
        lazy_gettext("Type numbers that give a whole number, such as ½ + ½ or 8 ÷ 2."),
    ),
    CardProblem.OUT_OF_RANGE: (
        lazy_gettext("“%(read)s” equals %(answer)s."),
        lazy_gettext("Type numbers that give an answer from 0 to %(largest)s."),
    ),
    CardProblem.WRONG_ANSWER: (
        lazy_gettext("“%(read)s” equals %(value)s, not %(given)s."),
        lazy_gettext("Correct the answer, or type another equation."),
    ),
    CardProblem.NOT_A_NUMBER: (
        lazy_gettext("The answer “%(sign)s” is not a number."),
        lazy_gettext(
            "Type a whole number after the semicolon or tab: legs of 6 dogs; 24. If this line is a heading, delete it."
        ),
    ),
    CardProblem.TWO_UNKNOWNS: (
        lazy_gettext("This equation asks for more than one number."),
        lazy_gettext("Type one question mark, or one letter: 7 + ? = 12."),
    ),
    CardProblem.NOT_SOLVABLE: (
        lazy_gettext("This equation does not have exactly one answer."),
        lazy_gettext("Type an equation that has one: 3x + 4 = 19."),
    ),
    CardProblem.ANSWER_MISSING: (
        lazy_gettext("We can’t tell which number to find."),
        lazy_gettext("Type the whole equation: 3x + 4 = 19."),
    ),
    CardProblem.NO_QUESTION: (lazy_gettext("There is nothing to solve."), lazy_gettext("Type an equation: 7 + 5.")),
    CardProblem.DUPLICATE: (
        lazy_gettext("Line %(line)s already has this card."),
        lazy_gettext("Delete one of the two lines."),
    ),
    CardProblem.TWO_ANSWERS: (
        lazy_gettext("Line %(line)s has the same equation with a different answer: %(value)s there, %(given)s here."),
        lazy_gettext("Keep the correct line, and delete the other."),
    ),
    CardProblem.TOO_MANY_LINES: (
        lazy_gettext("A deck has up to %(most)s lines. This line and all lines below it were skipped."),
        lazy_gettext("Move them to another deck."),
    ),
}


@dataclass(frozen=True, slots=True)
class LineError:
    """A line that is not a card."""

    number: int
    text: str
    """The line, shortened."""
    sentence: str
    suggestion: str


def line_errors(lines: Iterable[ReadLine], text: str) -> tuple[LineError, ...]:
    """Explain the lines of a text that are not cards.

    :param text: the source text, which the lines do not contain.
    """
    typed = text.splitlines()
    return tuple(_line_error(line.number, typed[line.number - 1], line.error) for line in lines if line.error)


def _line_error(number: int, line: str, error: CardError) -> LineError:
    sentence, suggestion = _MESSAGES[error.problem]
    facts = {
        name: number_text(int(value)) if name in {"largest", "most"} else value for name, value in error.facts.items()
    }
    if error.problem is CardProblem.UNKNOWN_SIGN:
        facts["sign"] = _cut(str(facts["sign"]), line)
    if "sign" in facts:  # maybe words in a right-to-left script
        facts["sign"] = isolated(str(facts["sign"]))
    return LineError(number, _shown(line), str(sentence) % facts, str(suggestion) % facts)


def _cut(sign: str, line: str) -> str:
    """Add an ellipsis if the text continues, because the engine reports only its beginning."""
    return f"{sign}…" if len(sign) >= _NAMED and not line.rstrip().endswith(sign) else sign


def _shown(line: str) -> str:
    cut = line.strip().replace("\t", " → ")
    cut = cut if len(cut) <= _LONGEST else f"{cut[:_LONGEST]}…"
    return "".join(sign if sign.isprintable() else LOST for sign in cut)
