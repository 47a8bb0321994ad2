"""The people of the demo. Nobody of these names exists; together they try every script a roster may hold."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models.student import SecretKind
from classroom.services.classes.labels import Labels

TEACHER, COLLEAGUE, ADMINISTRATOR = "Ms Rivera", "Mr Okafor", "Ms Lindqvist"
INVITED = "Ms Achebe, grade 4"


@dataclass(frozen=True, slots=True)
class Cast:
    """A class and who is in it."""

    name: str
    owner: str
    students: tuple[str, ...]
    also: str | None = None
    """A second teacher."""
    secret_kind: SecretKind = SecretKind.PIN


FIVE_B = Cast(
    "5B",
    TEACHER,
    (
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
    ),
    also=COLLEAGUE,
)
THREE_A = Cast(
    "3A",
    COLLEAGUE,
    ("Ada", "Bruno", "Cleo", "Dov", "Elif", "Finn", "Hana", "Ivo", "June", "Kofi", "Mila", "Otis", "Pia", "Sora"),
    also=TEACHER,
    secret_kind=SecretKind.PICTURES,
)
CLUB = Cast("Maths club", TEACHER, ("Anouk", "Ben T.", "Dalia", "Luca", "Samir", "Tess"))
LAST_YEAR = Cast("5A last year", TEACHER, ("Alma", "Carlos", "Esi", "Jonas", "Leah", "Nico", "Rosa", "Tariq"))
CASTS = (FIVE_B, THREE_A, CLUB, LAST_YEAR)

NEWCOMER = "Giang"
"""Joined the class for the lesson that is going on, and comes late: has no answers to speak of."""
CALLED_AWAY = "Emil"
"""Had to leave in the middle of the lesson that is going on: a bot plays on."""
OUT_OF_SIGHT = "Mateus"
"""On turn in the lesson that is going on, and the screen is closed: the table waits."""
TABLES = (
    ("Aaliyah W.", "Jamal", "Lena M.", "Yusuf"),
    ("Amara Nwosu", "Kenji", "Diego Fernández-Ibarra", "Дарія"),
    ("Björn L.", "Mateus", "Nia", "Rasa"),
    ("Chiara", "Emil", "Hamid", "Lena S."),
    ("Fatima Z.", "Inés", "Oisín O’Dea", "Thabo"),
    ("Priya", "ليلى"),
    ("Zoë",),
)
"""Who sits together in the lesson that is going on, in seat order."""
TEAM_NAMES = ({"blue": ("Comets", "violet"), "green": ("Foxes", "yellow")}, {"blue": ("Team 42", "blue")})
"""Of the first tables."""
SHARED_TABLE, FAST_TABLE = 5, 6
"""Where one device goes round, and where a game has just ended."""

LABELS = {
    "Amara Nwosu": Labels(group="Tuesday readers"),
    "Björn L.": Labels(group="Tuesday readers", reads_aloud=True),
    "Giang": Labels(group="New to the language", time_factor=1.5, reads_aloud=True),
    "Hamid": Labels(time_factor=1.5),
    "Nia": Labels(has_large_text=True),
    "Rasa": Labels(group="Tuesday readers", time_factor=1.25),
    "Дарія": Labels(group="New to the language"),
}
APART = (("Lena M.", "Lena S."), ("Jamal", "Mateus"))
TOGETHER = (("Giang", "Дарія"),)
LEVELS = {"Anouk": 3, "Ben T.": 4, "Dalia": 5, "Luca": 3, "Samir": 6, "Tess": 4}
"""Grades of those in the club, each of whom gets equations of their own."""

WITH_PRINTED_SECRETS = ("Kenji", "Zoë", "Tess", "Otis")
"""Who can be tried at once, the others with cards that a teacher prints."""
PRACTISES = "Tess"
