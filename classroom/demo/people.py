"""The people of the demo. Nobody of these names exists; together they try every script a roster may hold."""

from __future__ import annotations

TEACHER = "Ms Rivera"
CLASS_NAME = "5B"
STUDENTS = (
    "Aaliyah W.",
    "Amara Nwosu",
    "Björn L.",
    "Chiara",
    "Diego Fernández-Ibarra",
    "Emil",
    "Fatima Z.",
    "Giang",
    "Hamid",
    "Inés",
    "Jamal",
    "Kenji",
    "Lena M.",
    "Lena S.",
    "Mateus",
    "Nia",
    "Oisín O’Dea",
    "Priya",
    "Rasa",
    "Thabo",
    "Yusuf",
    "Zoë",
    "ليلى",
    "Дарія",
)
NEWCOMER = "Giang"
"""Joined the class for the lesson that is going on: has too few answers to speak of."""
WITH_PRINTED_PINS = ("Aaliyah W.", "Kenji", "Zoë")
