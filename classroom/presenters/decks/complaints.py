"""What is wrong with a line that makes no card: a sentence, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.equations.reading import CardError, CardProblem, ReadLine

_LONGEST = 60
_NAMED = 12
_UNSEEN = "\N{REPLACEMENT CHARACTER}"

_SENTENCES: Mapping[CardProblem, tuple[str, str]] = {
    CardProblem.EMPTY: ("There is an answer, but no question.", "Type the question before it."),
    CardProblem.TOO_LONG: ("This is too long for a card.", "A card has room for {longest} characters."),
    CardProblem.UNKNOWN_SIGN: (
        "“{sign}” is nothing that can be worked out.",
        "Words are fine with their answer behind a semicolon: legs of 6 dogs; 24.",
    ),
    CardProblem.INCOMPLETE: ("Something is missing.", "Look for a number on each side of every sign: 7 + 5."),
    CardProblem.BRACKETS: ("A bracket has no partner.", "Each ( needs its )."),
    CardProblem.TOO_DEEP: ("There are too many brackets or signs within each other.", "Write it with fewer of them."),
    CardProblem.AMBIGUOUS: (
        "Two people could read this in two ways.",
        "Put brackets around what comes first; write 1000 without a comma or point.",
    ),
    CardProblem.NUMBER_TOO_LARGE: ("A number in it, or on the way, gets too large.", "Keep below {largest}."),
    CardProblem.DIVISION_BY_ZERO: ("This divides by 0.", "Nobody can do that: choose another number."),
    CardProblem.NOT_A_SQUARE: ("This root is no whole number.", "Take the root of a square number: √4, √9, √16."),
    CardProblem.NOT_WHOLE: ("The answer is {answer}.", "A board has whole numbers only: change the question."),
    CardProblem.OUT_OF_RANGE: ("The answer is {answer}.", "Answers go from 0 to {largest}: change the question."),
    CardProblem.WRONG_ANSWER: (
        "The answer given is {given}, but it is {value}.",
        "Correct the answer, or the question.",
    ),
    CardProblem.NOT_A_NUMBER: (
        "The answer “{given}” is no number.",
        "The second column holds the answer. If this is a heading, delete the line.",
    ),
    CardProblem.TWO_UNKNOWNS: ("More than one number is asked for.", "Use one letter, or one question mark."),
    CardProblem.NOT_SOLVABLE: ("There is not one number that is the answer.", "Change the equation."),
    CardProblem.ANSWER_MISSING: (
        "What the letter stands for is not said.",
        "Write a whole equation: 3x + 4 = 19; or the answer behind a semicolon.",
    ),
    CardProblem.NO_QUESTION: ("There is nothing to work out.", "Write a question: 7 + 5."),
    CardProblem.DUPLICATE: ("This card is in line {line} already.", "Delete one of the two lines."),
    CardProblem.TWO_ANSWERS: (
        "Line {line} asks the same with another answer: {value} there, {given} here.",
        "Keep the right one, and delete the other.",
    ),
    CardProblem.TOO_MANY_LINES: (
        "A deck has at most {most} lines. This one and all below it make no cards.",
        "Make another deck of them.",
    ),
}
_NOT_SEEN = ("There is a sign in it that cannot be seen.", "Type the line again instead of pasting it.")


@dataclass(frozen=True, slots=True)
class Complaint:
    """A line that makes no card."""

    number: int
    text: str
    """The line, cut where it is endless."""
    sentence: str
    suggestion: str


def complaints(lines: Iterable[ReadLine], text: str) -> tuple[Complaint, ...]:
    """What is wrong with the lines of a text that make no cards.

    :param text: what was read, as the lines themselves do not keep it.
    """
    typed = text.splitlines()
    return tuple(_complaint(line.number, typed[line.number - 1], line.error) for line in lines if line.error)


def _complaint(number: int, line: str, error: CardError) -> Complaint:
    sentence, suggestion = _SENTENCES[error.problem]
    facts = {name: f"{value:,}" if name in {"largest", "most"} else value for name, value in error.facts.items()}
    if error.problem is CardProblem.UNKNOWN_SIGN:
        if not line.replace("\t", " ").isprintable() or _UNSEEN in line:
            sentence, suggestion = _NOT_SEEN
        facts["sign"] = _cut(str(facts["sign"]), line)
    return Complaint(number, _shown(line), sentence.format_map(facts), suggestion.format_map(facts))


def _cut(sign: str, line: str) -> str:
    """What could not be read begins here; the engine names so much of it."""
    return f"{sign}…" if len(sign) >= _NAMED and not line.rstrip().endswith(sign) else sign


def _shown(line: str) -> str:
    cut = line.strip().replace("\t", " → ")
    cut = cut if len(cut) <= _LONGEST else f"{cut[:_LONGEST]}…"
    return "".join(sign if sign.isprintable() else _UNSEEN for sign in cut)
