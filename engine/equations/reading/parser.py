"""A recursive-descent parser: sums of products of signed powers, of exact values.

Rejects ambiguous expressions instead of choosing a reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from engine.equations.characters import FRACTIONS
from engine.equations.reading.problems import CardError, CardProblem
from engine.equations.reading.tokens import FACTORS, PLACES, Kind, Token
from engine.equations.reading.values import UNKNOWN, Value, add, divide, multiply, number, power, root

DEEPEST = 6
_END = Token(Kind.SIGN, "")
_DIVISIONS = {"÷", "/"}


def value_of(tokens: Sequence[Token]) -> Value:
    """Compute the value of one side of an equation.

    :raises CardError: if it is not an expression, is ambiguous, or becomes too large
    """
    return _Parser(tokens).value()


class _Parser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    def value(self) -> Value:
        value = self._sum()
        if self._place < len(self._tokens):
            raise CardError(CardProblem.BRACKETS if self._next.text == ")" else CardProblem.INCOMPLETE)
        return value

    @property
    def _next(self) -> Token:
        return self._tokens[self._place] if self._place < len(self._tokens) else _END

    def _take(self) -> Token:
        token = self._next
        self._place += 1
        return token

    def _sum(self) -> Value:
        value, is_spoken = self._product()
        while self._next.text in {"+", "−"}:
            if is_spoken:  # half of 6 + 4: half of 6, or of the sum?
                raise CardError(CardProblem.AMBIGUOUS)
            before = self._place - 1
            sign = 1 if self._take().text == "+" else -1
            other, is_spoken = self._product()
            value = add(value, other, sign)
            self._check_percent(before)
        return value

    def _check_percent(self, before: int) -> None:
        """Reject 80 + 25%: calculators add 25% of 80, arithmetic adds 0.25."""
        if "%" in {self._tokens[before].text, self._tokens[self._place - 1].text}:
            raise CardError(CardProblem.PERCENT)

    def _product(self) -> tuple[Value, bool]:
        """Multiply and divide from left to right; also return whether a word did so ("half of", "double")."""
        start = self._place
        value, is_divided = self._signed(), False
        while True:
            text = self._next.text
            if text in {"×", "of"}:
                if text == "of" and self._is_after_whole_number():  # 3 of 4
                    raise CardError(CardProblem.AMBIGUOUS)
                self._take()
                value = multiply(value, self._signed())
            elif text in _DIVISIONS:
                if text == "/" and (is_divided or self._is_after_power()):  # 24 ÷ 1/2, 16^1/2
                    raise CardError(CardProblem.AMBIGUOUS)
                self._take()
                value, is_divided = divide(value, self._signed()), True
            elif self._is_beside():
                if is_divided:  # 6 ÷ 2(1 + 2), 1/2x
                    raise CardError(CardProblem.AMBIGUOUS)
                value = multiply(value, self._signed())
            else:
                taken = self._tokens[start : self._place]
                return value, any(token.kind is Kind.FACTOR or token.text == "of" for token in taken)

    def _is_beside(self) -> bool:
        """Return whether a factor follows without a sign: 3x, 3(4 + 5), 2√9; but not 3?, which may mean 30 to 39."""
        kind, text = self._next
        return (kind is Kind.UNKNOWN and text not in PLACES) or text in {"(", "√"}

    def _is_after_whole_number(self) -> bool:
        """Return whether the previous token is a whole number that is not a denominator."""
        before = [_END, *self._tokens][: self._place + 1][-2:]
        return before[0].text != "/" and before[1].kind is Kind.NUMBER and before[1].text.isdigit()

    def _is_after_power(self) -> bool:
        return self._tokens[self._place - 1].kind is Kind.POWER

    def _signed(self) -> Value:
        kind, text = self._next
        if text == "−":
            self._take()
            before = self._place
            value = self._deeper(self._signed)
            if self._is_after_power() and self._place - before == 2:  # −3²: the square of 3 or of −3?
                raise CardError(CardProblem.AMBIGUOUS)
            return multiply(Value(Fraction(-1)), value)
        if kind is Kind.FACTOR:
            self._take()
            return multiply(Value(FACTORS[text]), self._deeper(self._signed))
        if text == "√":
            self._take()
            return root(self._deeper(self._signed))
        return self._power()

    def _power(self) -> Value:
        value, powers = self._atom(), 0
        is_fraction = self._tokens[self._place - 1].kind is Kind.FRACTION
        while self._next.text == "%" or self._next.kind is Kind.POWER:
            kind, text = self._take()
            if kind is Kind.POWER:
                if is_fraction:  # 2½²: the square of ½ or of 2½?
                    raise CardError(CardProblem.AMBIGUOUS)
                powers += 1
                value = power(value, text)
            else:
                value = divide(value, Value(Fraction(100)))
        if powers > 1:  # 2^3^2
            raise CardError(CardProblem.AMBIGUOUS)
        return value

    def _atom(self) -> Value:
        kind, text = self._take()
        if kind is Kind.NUMBER:
            return self._mixed(number(text), is_whole=text.isdigit())
        if kind is Kind.FRACTION:
            return Value(Fraction(*FRACTIONS[text]))
        if kind is Kind.UNKNOWN:
            return UNKNOWN
        if text == "(":
            value = self._deeper(self._sum)
            if self._take().text != ")":
                raise CardError(CardProblem.BRACKETS)
            return value
        raise CardError(CardProblem.BRACKETS if text == ")" else CardProblem.INCOMPLETE)

    def _mixed(self, whole: Value, *, is_whole: bool) -> Value:
        """Return a number plus the fraction character after it: 2½."""
        if self._next.kind is not Kind.FRACTION:
            return whole
        if not is_whole:  # 1.5½
            raise CardError(CardProblem.INCOMPLETE)
        return add(whole, Value(Fraction(*FRACTIONS[self._take().text])), 1)

    def _deeper(self, parse: Callable[[], Value]) -> Value:
        self._depth += 1
        if self._depth > DEEPEST:
            raise CardError(CardProblem.TOO_DEEP, deepest=DEEPEST)
        value = parse()
        self._depth -= 1
        return value
