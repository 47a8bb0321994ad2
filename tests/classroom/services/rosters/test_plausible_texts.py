"""Ordinary texts that other rules might mistake: each condition that protects them is needed by one of these."""

from __future__ import annotations

import pytest

from tests.classroom.services.rosters.test_written_by_hand import people


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. 20114 Ana King\n2. 20118 Bo Lee\n3. 20131 Cy Ng\n", "Ana King, Bo Lee, Cy Ng"),
        ("1. 14 Ana\n2. 18 Bo\n3. 31 Cy\n", "Ana, Bo, Cy"),
        ("1) 2014 Ana King\n2) 2014 Ana King\n3) 31 Cy Ng\n", "Ana King, Ana King, Cy Ng"),
        ("September\nAna 12\nBo 3\nOctober\nCy 4\nDi 9\n", "Ana, Bo, Cy, Di"),
        ("April\nMay\nJune\nAna\nBo\nCy\n", "April, May, June, Ana, Bo, Cy"),
        ("555-123-4567\nAna King\n555-123-4568\nBo Lee\n", "Ana King, Bo Lee"),
        ("Group A\n1. Ana King\n3. Bo Lee\nGroup B\n1. Cy Ng\n2. Di Poe\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
        ("Sharks\n1. Ana King\n2. Bo Lee\nJets\n3. Cy Ng\n4. Di Poe\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
        ("Ana\tKing\nAna\tLee\n", "Ana King, Ana Lee"),
        ("Ana\tKing\nBo\tKing\nCy\tKing\n", "Ana King, Bo King, Cy King"),
        ("Anna Baker\nEmma Adams\n", "Anna Baker, Emma Adams"),
        ("Ana King\tP\nBo Lee\tA\nCy Ng\tP\nDi Poe\tP\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
        ("Ana\tKing\tRed\nBo\tLee\tBlue\nCy\tNg\tRed\nDi\tPoe\tBlue\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
        ("Primer nombre,Segundo nombre,Apellido\nAna,Luz,King\nBo,,Lee\n", "Ana King, Bo Lee"),
        ("Apellidos,Segundo nombre,Nombre\nKing,Luz,Ana\nLee,,Bo\n", "Ana King, Bo Lee"),
        (
            "Ana\t7\tKing\tJ King\t555-123-4567\nBo\t8\tLee\tK Lee\t555-123-4568\nCy\t9\tNg\tJo Ng\t555-123-4569\n",
            "Ana King, Bo Lee, Cy Ng",
        ),
        ("King, Ana\tx\nKing, Bo\tx\nKing, Cy\t\n", "Ana King, Bo King, Cy King"),
        ("1\tAna King\n1\tBo Lee\n14\tCy Ng\n1\tDi Poe\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
        ("Level M\tAna King\nLevel K\tBo Lee\nLevel M\tCy Ng\n", "Ana King, Bo Lee, Cy Ng"),
        ("Ana King M\nBo Lee F\n", "Ana King, Bo Lee"),
        ("Pair 1: Ana, Bo\nPair 2: Cy, Di\n", "Ana, Bo, Cy, Di"),
        ("Brown: Ana, Bo\nBoys: Cy, Di\n", "Ana, Bo, Cy, Di"),
        ("Kim Partner\nAna Station\nBo Lee\nCy Center\n", "Kim Partner, Ana Station, Bo Lee, Cy Center"),
        ("Ana King     Bo Lee\nCy Ng        Di Poe\n", "Ana King, Bo Lee, Cy Ng, Di Poe"),
    ],
)
def test_a_text_is_read_as_it_was_meant(text: str, names: str) -> None:
    assert sorted(people(text)) == sorted(names.split(", "))
