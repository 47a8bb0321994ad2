"""What is wrong with a line that makes no card: a sentence, and what to type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.presenters.words import isolated
from engine.equations.reading import LOST, CardError, CardProblem, ReadLine

_LONGEST = 60
_NAMED = 12

_SENTENCES: Mapping[CardProblem, tuple[str, str]] = {
    CardProblem.EMPTY: ("This line has an answer but no equation.", "Type the equation before it: 7 + 5; 12."),
    CardProblem.TOO_LONG: ("This line is too long for a card.", "Type up to {longest} characters."),
    CardProblem.UNKNOWN_SIGN: (
        "We can't read “{sign}”.",
        "Type numbers and signs, such as 12 ÷ 3. After words, type a semicolon and the answer: legs of 6 dogs; 24.",
    ),
    CardProblem.INCOMPLETE: (
        "Something is missing in this equation.",
        "Type a number on both sides of each sign: 7 + 5. For the number to find, type a question mark: 7 + ? = 12.",
    ),
    CardProblem.BRACKETS: ("A bracket has no partner.", "Type one ) for each (, such as 2 × (3 + 4)."),
    CardProblem.TOO_DEEP: ("Too many brackets or signs are inside each other.", "Type it with fewer of them."),
    CardProblem.AMBIGUOUS: (
        "This can be read in two ways.",
        "Add parentheses around the first step: (6 ÷ 2) × 3, or half of (6 + 4).",
    ),
    CardProblem.TWO_QUESTIONS: (
        "Both sides have something to work out.",
        "Type the answer or a question mark on one side: 7 + 5 = 12, or 7 + ? = 6 + 6.",
    ),
    CardProblem.THOUSANDS: (
        "“{sign}” can mean {value} or a decimal.",
        "Type {value}, or add a zero to the decimal: {decimal}.",
    ),
    CardProblem.COMMA: (
        "The comma can belong to a decimal or come before the answer.",
        "Type a semicolon before the answer: {read}; {value}. In a decimal, type a point.",
    ),
    CardProblem.MIXED_NUMBER: (
        "We can't read “{whole} {value}” as a mixed number.",
        "Type a sum in parentheses: ({whole} + {value}).",
    ),
    CardProblem.PERCENT: (
        "A percentage is added or subtracted, and we can't tell of what.",
        "Type what it is a part of: 80 + 25% of 80.",
    ),
    CardProblem.DATE: (
        "“{sign}” is a date. A spreadsheet may have changed a fraction or a difference.",
        "Type the equation again, such as 3/4 of 8 or 9 − 4.",
    ),
    CardProblem.TIME: ("“{sign}” looks like a time.", "To divide, type the sign ÷ and no zero in front: 12 ÷ 6."),
    CardProblem.SHORTENED: ("“{sign}” is a number that a spreadsheet shortened.", "Type all its digits: 100000."),
    CardProblem.CODE: ("“{sign}” is code, not a sign.", "Type plain signs: 1/2, 3 × 4, 12 ÷ 4, √9, or 3²."),
    CardProblem.LETTER_AS_DIGIT: (
        "The letter “{sign}” looks like the digit {value}.",
        "Type the digit {value}, or another letter, such as n.",
    ),
    CardProblem.LIST_MARK: (
        "“{sign}” looks like a bullet or a list number.",
        "Delete it. In a negative number, type the minus sign without a space: −3 + 8.",
    ),
    CardProblem.ONLY_NUMBERS: (
        "This line has numbers but nothing to work out.",
        "Type signs between the numbers: 3 + 4. Before an answer, type a semicolon: 3 + 4; 7.",
    ),
    CardProblem.INVISIBLE_SIGN: (
        "This line has an invisible or damaged character.",
        "Delete the line, and type it again instead of pasting it.",
    ),
    CardProblem.NUMBER_TOO_LARGE: (
        "A number in this equation, or on the way to its answer, is too large.",
        "Type numbers up to {largest}.",
    ),
    CardProblem.DIVISION_BY_ZERO: ("This divides by zero, which has no answer.", "Type another number: 12 ÷ 3."),
    CardProblem.NOT_A_SQUARE: (
        "This square root is not a whole number.",
        "Type the root of a square number: √4, √9, or √16.",
    ),
    CardProblem.NOT_WHOLE: (
        "“{read}” makes {answer}, which is not a whole number.",
        "Type numbers that make a whole number, such as ½ + ½ or 8 ÷ 2.",
    ),
    CardProblem.OUT_OF_RANGE: ("“{read}” makes {answer}.", "Type numbers that make an answer from 0 to {largest}."),
    CardProblem.WRONG_ANSWER: (
        "“{read}” makes {value}, not {given}.",
        "Correct the answer, or type another equation.",
    ),
    CardProblem.NOT_A_NUMBER: (
        "The answer “{sign}” is not a number.",
        "Type a whole number after the semicolon or tab: legs of 6 dogs; 24. If this line is a heading, delete it.",
    ),
    CardProblem.TWO_UNKNOWNS: (
        "This equation asks for more than one number.",
        "Type one question mark, or one letter: 7 + ? = 12.",
    ),
    CardProblem.NOT_SOLVABLE: (
        "This equation does not have exactly one answer.",
        "Type an equation that has one: 3x + 4 = 19.",
    ),
    CardProblem.ANSWER_MISSING: (
        "We can't tell which number to find.",
        "Type the whole equation: 3x + 4 = 19.",
    ),
    CardProblem.NO_QUESTION: ("There is nothing to work out.", "Type an equation: 7 + 5."),
    CardProblem.DUPLICATE: ("Line {line} already has this card.", "Delete one of the two lines."),
    CardProblem.TWO_ANSWERS: (
        "Line {line} has the same equation with another answer: {value} there, {given} here.",
        "Keep the correct line, and delete the other.",
    ),
    CardProblem.TOO_MANY_LINES: (
        "A deck has up to {most} lines. This line and all lines below it were skipped.",
        "Move them to another deck.",
    ),
}


@dataclass(frozen=True, slots=True)
class LineError:
    """A line that makes no card."""

    number: int
    text: str
    """The line, cut where it is endless."""
    sentence: str
    suggestion: str


def complaints(lines: Iterable[ReadLine], text: str) -> tuple[LineError, ...]:
    """What is wrong with the lines of a text that make no cards.

    :param text: what was read, as the lines themselves do not keep it.
    """
    typed = text.splitlines()
    return tuple(_complaint(line.number, typed[line.number - 1], line.error) for line in lines if line.error)


def _complaint(number: int, line: str, error: CardError) -> LineError:
    sentence, suggestion = _SENTENCES[error.problem]
    facts = {name: f"{value:,}" if name in {"largest", "most"} else value for name, value in error.facts.items()}
    if error.problem is CardProblem.UNKNOWN_SIGN:
        facts["sign"] = _cut(str(facts["sign"]), line)
    if "sign" in facts:  # perhaps words, and written from right to left
        facts["sign"] = isolated(str(facts["sign"]))
    return LineError(number, _shown(line), sentence.format_map(facts), suggestion.format_map(facts))


def _cut(sign: str, line: str) -> str:
    """What could not be read begins here; the engine names so much of it."""
    return f"{sign}…" if len(sign) >= _NAMED and not line.rstrip().endswith(sign) else sign


def _shown(line: str) -> str:
    cut = line.strip().replace("\t", " → ")
    cut = cut if len(cut) <= _LONGEST else f"{cut[:_LONGEST]}…"
    return "".join(sign if sign.isprintable() else LOST for sign in cut)
