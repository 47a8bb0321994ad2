"""Equations in words in the reader's language, and these words for each language except English."""

from __future__ import annotations

from collections.abc import Mapping

from classroom.i18n.current import current_language, translations
from engine.equations import speech
from engine.equations.speech import ENGLISH, SpeechWords, Unit


def _masculine(one: str, many: str) -> Unit:
    return Unit(one, many, f"cuántos {many}")


def _feminine(one: str, many: str) -> Unit:
    return Unit(one, many, f"cuántas {many}")


_SPANISH_PARTS = {
    2: ("medio", "medios"),
    3: ("tercio", "tercios"),
    4: ("cuarto", "cuartos"),
    5: ("quinto", "quintos"),
    6: ("sexto", "sextos"),
    7: ("séptimo", "séptimos"),
    8: ("octavo", "octavos"),
    9: ("noveno", "novenos"),
    10: ("décimo", "décimos"),
}
_ENGLISH_STARTS = ("", "a ", "an ", "one ")
_SPANISH_FRACTIONS = {
    f"{start}{ENGLISH.parts[parts][0]} of": "la mitad de" if parts == 2 else f"un {one} de"
    for parts, (one, _) in _SPANISH_PARTS.items()
    for start in _ENGLISH_STARTS
}

SPANISH = SpeechWords(
    signs={
        "+": "más",
        "−": "menos",
        "×": "por",
        "÷": "dividido entre",
        "=": "es igual a",
        "(": "abre paréntesis",
        ")": "cierra paréntesis",
        "%": "por ciento",
        "√": "la raíz cuadrada de",
        ",": "cuando",
        "GCF": "el máximo común divisor",
        "LCM": "el mínimo común múltiplo",
        "/": "sobre",
    },
    units={
        "¢": _masculine("centavo", "centavos"),
        "ft": _masculine("pie", "pies"),
        "in": _feminine("pulgada", "pulgadas"),
        "yd": _feminine("yarda", "yardas"),
        "h": _feminine("hora", "horas"),
        "gal": _masculine("galón", "galones"),
        "qt": _masculine("cuarto de galón", "cuartos de galón"),
        "lb": _feminine("libra", "libras"),
        "oz": _feminine("onza", "onzas"),
        "cm": _masculine("centímetro", "centímetros"),
        "mm": _masculine("milímetro", "milímetros"),
        "m": _masculine("metro", "metros"),
        "min": _masculine("minuto", "minutos"),
        "s": _masculine("segundo", "segundos"),
        "days": _masculine("día", "días"),
        "weeks": _feminine("semana", "semanas"),
        "months": _masculine("mes", "meses"),
        "years": _masculine("año", "años"),
    },
    number="qué número",
    negative="negativo",
    powers={"²": "al cuadrado", "³": "al cubo"},
    power="elevado a {}",
    counts=("un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
    parts=_SPANISH_PARTS,
    over="{} sobre {}",
    joined="y",
    find="halla {}: {}",
    phrases={
        **_SPANISH_FRACTIONS,
        "half": "la mitad de",
        "double": "el doble de",
        "twice": "el doble de",
        "triple": "el triple de",
        "of": "de",
        "and": "y",
        # As spoken in US classrooms: full words for the value would give the answer away.
        "penny": "moneda penny",
        "pennies": "monedas penny",
        "nickel": "moneda nickel",
        "nickels": "monedas nickel",
        "dime": "moneda dime",
        "dimes": "monedas dime",
        "quarter": "moneda quarter",
        "quarters": "monedas quarter",
    },
)

_WORDS: Mapping[str, SpeechWords] = {"es": SPANISH}


def spoken(text: str) -> str:
    """Return an equation in words in the reader's language."""
    words = _WORDS.get(current_language().tag)
    # Pseudo-languages have no words of their own; they are made from English.
    return translations().ugettext(speech.spoken(text)) if words is None else speech.spoken(text, words)
