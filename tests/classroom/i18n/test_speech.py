"""Spoken equations in Spanish; in both languages, no two sound alike.

``sentences.txt`` holds 200 texts that can be said wrongly (minus and negative, times, fractions, powers, letters), each
with its sentences. Each was read and found right; one that changes is read again before it is put there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from classroom.i18n.speech import SPANISH
from engine.equations import SKILLS, equations_of
from engine.equations.speech import ENGLISH, SpeechWords, spoken

REVIEWED = [line.split(" | ") for line in Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7 × 8", "7 por 8"),
        ("52 − 28", "52 menos 28"),
        ("144 ÷ 6", "144 dividido entre 6"),
        ("6 × ? = 48", "6 por qué número es igual a 48"),
        ("9 − (−4)", "9 menos negativo 4"),
        ("(3 + 4) × 5", "abre paréntesis 3 más 4 cierra paréntesis por 5"),
        ("3/4 of 32", "tres cuartos de 32"),
        ("½ of 24", "un medio de 24"),
        ("2½ × 4", "2 y un medio por 4"),
        ("1/12 of 36", "1 sobre 12 de 36"),
        ("25% of 60", "25 por ciento de 60"),
        ("7² + 4³", "7 al cuadrado más 4 al cubo"),
        ("2⁵", "2 elevado a 5"),
        ("3 × √49", "3 por la raíz cuadrada de 49"),
        ("3x + 4 = 19", "halla x: 3 x más 4 es igual a 19"),
        ("3n + 4, n = 5", "3 n más 4 cuando n es igual a 5"),
        ("GCF of 12 and 18", "el máximo común divisor de 12 y 18"),
        ("3 ft = ? in", "3 pies es igual a cuántas pulgadas"),
        ("1 h = ? min", "1 hora es igual a cuántos minutos"),
        (
            "2 quarters + 1 penny = ? ¢",
            "2 monedas quarter más 1 moneda penny es igual a cuántos centavos",
        ),
        ("a third of 9", "un tercio de 9"),
        ("double 9", "el doble de 9"),
    ],
)
def test_equations_are_spoken_as_people_say_them(text: str, said: str) -> None:
    assert spoken(text, SPANISH) == said


@pytest.mark.parametrize("text", ["legs of 6 dogs", "days in 2 weeks", "double the legs of a dog"])
def test_a_teachers_words_are_unchanged(text: str) -> None:
    assert spoken(text, SPANISH) == text


def test_signs_between_a_teachers_words_are_spoken() -> None:
    assert spoken("3 perros + 2 gatos = ?", SPANISH) == "3 perros más 2 gatos es igual a qué número"


def test_spanish_has_every_word_that_english_has() -> None:
    for table in ("signs", "units", "powers", "parts"):
        assert getattr(SPANISH, table).keys() == getattr(ENGLISH, table).keys(), table


@pytest.mark.parametrize("skill", SKILLS)
def test_every_equation_is_spoken_in_spanish(skill: str) -> None:
    units = (text for unit in SPANISH.units.values() for text in unit)
    parts = (text for pair in SPANISH.parts.values() for text in pair)
    texts = [*SPANISH.signs.values(), *units, *parts, *SPANISH.powers.values(), *SPANISH.phrases.values()]
    texts += [SPANISH.number, SPANISH.negative, SPANISH.power, SPANISH.joined, SPANISH.find, *SPANISH.counts]
    known = {word for text in texts for word in re.findall(r"[^\W\d_]+", text)} | {"x", "n"}
    for some in equations_of(skill).values():
        for one in some:
            said = spoken(one.text, SPANISH)
            assert re.fullmatch(r"[a-záéíóúñ0-9 :]+", said), said
            assert set(re.findall(r"[^\W\d_]+", said)) <= known, said


def test_two_hundred_sentences_are_unchanged() -> None:
    assert [[text, spoken(text), spoken(text, SPANISH)] for text, _, _ in REVIEWED] == REVIEWED
    assert len({text for text, _, _ in REVIEWED}) >= 200


@pytest.mark.parametrize("words", [ENGLISH, SPANISH], ids=["English", "Spanish"])
def test_no_two_equations_sound_alike(words: SpeechWords) -> None:
    texts = {one.text for skill in SKILLS for some in equations_of(skill).values() for one in some}
    assert len({spoken(text, words) for text in texts}) == len(texts) > 40_000
