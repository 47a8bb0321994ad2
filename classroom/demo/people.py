"""The people of the demo, all fictional. Their names use various scripts, as in real rosters."""

from __future__ import annotations

from dataclasses import dataclass

from classroom.models.student import SecretKind
from classroom.services.classes.support import SupportSettings

TEACHER, COLLEAGUE, ADMINISTRATOR = "Ms Rivera", "Mr Okafor", "Ms Lindqvist"
INVITED = "Ms Achebe, grade 4"


@dataclass(frozen=True, slots=True)
class Cast:
    """A class and its people."""

    name: str
    owner: str
    students: tuple[str, ...]
    also: str | None = None
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
CLUB = Cast("Math club", TEACHER, ("Anouk", "Ben T.", "Dalia", "Luca", "Samir", "Tess"))
LAST_YEAR = Cast("5A last year", TEACHER, ("Alma", "Carlos", "Esi", "Jonas", "Leah", "Nico", "Rosa", "Tariq"))
CASTS = (FIVE_B, THREE_A, CLUB, LAST_YEAR)

NEWCOMER = "Giang"
"""Joined the class for the running session, and is late, so has almost no answers yet."""
CALLED_AWAY = "Emil"
"""Left during the running session: a bot took over."""
OUT_OF_SIGHT = "Mateus"
"""Must move in the running session, but the screen is closed: the table waits."""
TABLES = (
    ("Aaliyah W.", "Jamal", "Lena M.", "Yusuf"),
    ("Amara Nwosu", "Kenji", "Diego Fernández-Ibarra", "Дарія"),
    ("Björn L.", "Mateus", "Nia", "Rasa"),
    ("Chiara", "Emil", "Hamid", "Lena S."),
    ("Fatima Z.", "Inés", "Oisín O’Dea", "Thabo"),
    ("Priya", "ليلى"),
    ("Zoë",),
)
"""The tables of the running session, in seat order."""
TEAM_NAMES = ({"blue": ("Comets", "violet"), "green": ("Foxes", "yellow")}, {"blue": ("Team 42", "blue")})
"""Team names and colors of the first tables."""
SHARED_TABLE, FAST_TABLE = 5, 6
"""The table with a shared device, and the one whose game has just ended."""

IN_SPANISH = "Diego Fernández-Ibarra"
"""Shares a table with students who read English."""

SUPPORT = {
    "Amara Nwosu": SupportSettings(group="Tuesday readers"),
    IN_SPANISH: SupportSettings(group="Learning English", language="es"),
    "Björn L.": SupportSettings(group="Tuesday readers", reads_aloud=True),
    "Giang": SupportSettings(group="Learning English", time_factor=1.5, reads_aloud=True),
    "Hamid": SupportSettings(time_factor=1.5),
    "Inés": SupportSettings(group="Learning English", language="es"),
    "Mila": SupportSettings(language="es"),
    "Nia": SupportSettings(has_large_text=True),
    "Rasa": SupportSettings(group="Tuesday readers", time_factor=1.25),
    "Дарія": SupportSettings(group="Learning English"),
}
APART = (("Lena M.", "Lena S."), ("Jamal", "Mateus"))
TOGETHER = (("Giang", "Дарія"),)
LEVELS = {"Anouk": 3, "Ben T.": 4, "Dalia": 5, "Luca": 3, "Samir": 6, "Tess": 4}
"""Grades of the club's students, who practice at their own levels."""

WITH_PRINTED_SECRETS = ("Kenji", IN_SPANISH, "Zoë", "Tess", "Otis")
"""Students whose secrets are in the guide. The others need a card printed by a teacher."""
PRACTICES = "Tess"
