from __future__ import annotations

import pytest

from engine.equations import spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 + 5", "7 plus 5"),
        ("52 − 28", "52 minus 28"),
        ("6 × ? = 48", "6 times what number equals 48"),
        ("144 ÷ 6", "144 divided by 6"),
        ("−4 × −6", "negative 4 times negative 6"),
        ("−3 + 8", "negative 3 plus 8"),
        ("9 − (−4)", "9 minus negative 4"),
        ("(3 + 4) × 5", "open parenthesis 3 plus 4 close parenthesis times 5"),
        ("(−3 + 4) × 5", "open parenthesis negative 3 plus 4 close parenthesis times 5"),
        ("3/4 of 32", "three quarters of 32"),
        ("1/2 of 32", "one half of 32"),
        ("3/2 of 32", "three halves of 32"),
        ("1/12 of 36", "1 over 12 of 36"),
        ("½ of 24", "one half of 24"),
        ("2½ × 4", "2 and one half times 4"),
        ("25% of 60", "25 percent of 60"),
        ("7²", "7 squared"),
        ("4³ + 1", "4 cubed plus 1"),
        ("2⁵", "2 to the power of 5"),
        ("3 × √49", "3 times the square root of 49"),
        ("3x + 4 = 19", "find x: 3 x plus 4 equals 19"),
        ("3n + 4, n = 5", "3 n plus 4 where n equals 5"),
        ("GCF of 12 and 18", "the greatest common factor of 12 and 18"),
        ("LCM of 4 and 6", "the least common multiple of 4 and 6"),
        ("3 ft = ? in", "3 feet equals how many inches"),
        ("2 weeks = ? days", "2 weeks equals how many days"),
        ("2 quarters + 1 penny = ? ¢", "2 quarters plus 1 penny equals how many cents"),
        ("double 9", "double 9"),
        ("1.5 × 4", "1.5 times 4"),
        ("legs of 6 dogs", "legs of 6 dogs"),
        ("1 ft = ? in", "1 foot equals how many inches"),
        ("5¢ + 6¢ = ? ¢", "5 cents plus 6 cents equals how many cents"),
        ("3m + 4 = 19", "find m: 3 m plus 4 equals 19"),
        ("6 × □ = 48", "6 times what number equals 48"),
        ("√9 − 1", "the square root of 9 minus 1"),
        ("7(−4)", "7 negative 4"),
    ],
)
def test_equations_are_spoken_as_people_say_them(text: str, expected: str) -> None:
    assert spoken(text) == expected
