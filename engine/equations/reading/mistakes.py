"""Reject lines that look like an equation but are something else: dates, times, list numbers, code."""

from __future__ import annotations

import html
import re

from engine.equations.reading.problems import CardError, CardProblem

_MONTHS = (
    "jan|january|januar|janvier|janv|janeiro|enero|ene|feb|february|februar|febrero|février|févr|fév|fevereiro|fev"
    "|mar|march|märz|mär|mrz|mars|marzo|março|apr|april|avril|avr|abril|abr|may|mai|mayo|maio|jun|june|juni|juin|junio"
    "|junho|jul|july|juli|juillet|juil|julio|julho|aug|august|août|agosto|ago|sep|sept|september|septembre|septiembre"
    "|setembro|set|oct|october|oktober|okt|octobre|octubre|outubro|out|nov|november|novembre|noviembre|novembro"
    "|dec|december|dezember|dez|décembre|déc|diciembre|dic|dezembro"
)
_DATE = re.compile(
    rf"[0-9]{{1,4}}\.?[-./](?:{_MONTHS})\.?(?:[-./][0-9]{{2,4}})?|[0-9]{{1,2}}\. (?:{_MONTHS})\.?"
    rf"|(?:{_MONTHS})\.?[-./][0-9]{{1,4}}"
    r"|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[-/][0-9]{2}[-/][0-9]{2}(?:[T ].*)?",
    re.IGNORECASE,
)
"""What spreadsheets turn 3/4 and 3-4 into."""
_TIME = re.compile(r"(?<![0-9])[0-9]{1,2}:0[0-9](?![0-9])")
"""A time of day, where the colon is unlikely to mean division: no one divides by 05."""
_CODE = re.compile(r"\\[A-Za-z]+|\^\{")
_ENTITY = re.compile(r"&#?[A-Za-z0-9]+;")
_SHORTENED = re.compile(r"[0-9][eE][+−-][0-9]{2}")
_LETTER_AS_DIGIT = re.compile(r"[0-9]([OolI])(?![A-Za-z])|(?<![A-Za-z])([OolI])[0-9]")
_MARK = re.compile(r"((?:[0-9]{1,3}|[A-Za-z])[.)]|[−×>]) +(?=\S)")
_LIST_OF_NUMBERS = re.compile(r"[0-9 .,;']+")
_ANSWER_BEHIND_COMMA = re.compile(r"(?P<question>.*[0-9)?□%]) ?,(?P<space> *)(?P<answer>[0-9]{1,3})")


def refuse_artifacts(text: str) -> None:
    """Reject dates made by a spreadsheet, and typesetting code, even if an answer follows.

    :param text: normalized by `plain`
    :raises CardError: DATE or CODE
    """
    if _DATE.fullmatch(text.replace("−", "-")):
        raise CardError(CardProblem.DATE, sign=text.replace("−", "-")[:12])
    if found := _CODE.search(text):
        raise CardError(CardProblem.CODE, sign=found[0][:12])


def refuse_entities(line: str) -> None:
    """Reject HTML entities, whose semicolon would be taken for the one before an answer: 3 &times; 4.

    :raises CardError: CODE
    """
    if found := next((found for found in _ENTITY.finditer(line) if html.unescape(found[0]) != found[0]), None):
        raise CardError(CardProblem.CODE, sign=found[0][:12])


def refuse_lookalikes(text: str) -> None:
    """Reject texts that parse but hardly mean it: the time 12:06, 1E+05, the letter O for a zero.

    :param text: normalized by `plain`
    :raises CardError: TIME, SHORTENED or LETTER_AS_DIGIT
    """
    for pattern, problem in ((_SHORTENED, CardProblem.SHORTENED), (_TIME, CardProblem.TIME)):
        if found := pattern.search(text):
            raise CardError(problem, sign=found[0][:12])
    if found := _LETTER_AS_DIGIT.search(text):
        letter = found[1] or found[2]
        raise CardError(CardProblem.LETTER_AS_DIGIT, sign=letter, value="0" if letter in "Oo" else "1")


def list_mark(text: str) -> tuple[str, str]:
    """Split off the bullet or list number at the start of a line; without one, return ("", text).

    >>> list_mark("1. 3 + 4"), list_mark("−3 + 4")
    (('1.', '3 + 4'), ('', '−3 + 4'))
    """
    found = _MARK.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def is_list_of_numbers(text: str) -> bool:
    """Return whether a text contains only numbers and separators: 3;4 or 1.2.3."""
    return _LIST_OF_NUMBERS.fullmatch(text) is not None and any(sign.isdigit() for sign in text)


def answer_behind_comma(text: str) -> tuple[str, str, bool] | None:
    """Return the question, the number after its last comma, and whether a space shows that it's no decimal comma.

    >>> answer_behind_comma("3 + 4, 7"), answer_behind_comma("5 × 4,20"), answer_behind_comma("3 + 4")
    (('3 + 4', '7', True), ('5 × 4', '20', False), None)
    """
    found = _ANSWER_BEHIND_COMMA.fullmatch(text)
    return (found["question"], found["answer"], bool(found["space"])) if found else None
