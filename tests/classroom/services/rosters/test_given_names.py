"""Lists that begin with the family name, without a comma or headings: frequent given names tell the order."""

from __future__ import annotations

import pytest

from classroom.services.rosters.drafts import draft_of_text
from tests.classroom.services.rosters.importing import read

GERMAN = ["Becker Anna", "Brandt Leon", "Fischer Mia", "Koch Emma", "Meyer Finn", "Weber Ansgar"]


def split(text: str) -> list[str]:
    """Return given and family names."""
    (listed,) = read(text).classes
    return [f"{one.given}|{one.family}" for one in listed.people]


@pytest.mark.parametrize("form", ["{0} {1}", "{0}\t{1}", "{0},{1},4B", "1. {0} {1}"])
def test_the_family_name_is_first(form: str) -> None:
    text = "\n".join(form.format(*name.split()) for name in GERMAN)
    assert split(text) == ["Anna|Becker", "Leon|Brandt", "Mia|Fischer", "Emma|Koch", "Finn|Meyer", "Ansgar|Weber"]


@pytest.mark.parametrize("heading", ["Name", "Student", "Full name"])
def test_below_a_heading_that_says_no_order(heading: str) -> None:
    assert (
        split("\n".join([f"{heading},ID", *(f"{name},{at}71" for at, name in enumerate(GERMAN, 1))]))[0]
        == "Anna|Becker"
    )


def test_two_family_names() -> None:
    text = "García López María\nHernández Cruz Lucía\nLópez Díaz Juan Carlos\nPérez Soto Iván\n"
    assert split(text) == ["María|García López", "Lucía|Hernández Cruz", "Juan Carlos|López Díaz", "Iván|Pérez Soto"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Walker Jayden Michael\nAnderson Sofia Grace\nBrown Elijah James\nMartinez Isabella Rose\n",
            ["Jayden Michael|Walker", "Sofia Grace|Anderson", "Elijah James|Brown", "Isabella Rose|Martinez"],
        ),
        ("Abrams Tove K\nBooker Ansgar T.\nCarver Ysolde\n", ["Tove|Abrams", "Ansgar|Booker", "Ysolde|Carver"]),
        ("Alvarez Ysolde\nBrooks Tove\nCarter Madeline\n", ["Ysolde|Alvarez", "Tove|Brooks", "Madeline|Carter"]),
        ("Lo Monaco Pietro\nRossi Maria Luisa\nVerdi Anna\n", ["Pietro|Lo Monaco", "Maria Luisa|Rossi", "Anna|Verdi"]),
        ("Tóth Csenge Lili\nLo Anna Mia\nKovács Anna\n", ["Csenge Lili|Tóth", "Anna Mia|Lo", "Anna|Kovács"]),
        ("Yamamoto Aiko\nZapata Emilio\nPratt Ruth\n", ["Aiko|Yamamoto", "Emilio|Zapata", "Ruth|Pratt"]),
    ],
)
def test_middle_names_and_initials(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    "text", ["Mary Ann K\nJo Lynn T\nBo L\n", "Ana M. King\nBo T. Lee\n", "Jayden Michael Walker\nTove Anna Brown\n"]
)
def test_middle_names_do_not_reverse_the_order(text: str) -> None:
    assert [one.rpartition("|")[2] for one in split(text)] == [line.split()[-1] for line in text.splitlines()]


def test_two_first_names_where_no_one_has_a_family_name() -> None:
    assert split("Ella M.\nEmma P.\nJo\nXenia\nJuan Pablo\n")[-1] == "Juan Pablo|"
    assert split("Ella M.\nJo\nXenia\nAna King\nJuan Pablo\n")[-1] == "Juan|Pablo"


def test_other_scripts() -> None:
    assert split("Иванова Анна\nСмирнов Пётр\nКузнецова Ольга\n") == ["Анна|Иванова", "Пётр|Смирнов", "Ольга|Кузнецова"]  # noqa: RUF001


@pytest.mark.parametrize(
    "text",
    [
        "Anna Becker\nEmma Koch\nFinn Meyer\nIda Wagner\n",
        "Tove Alvarez\nYsolde Brooks\nAnsgar Diaz\n",
        "Reed Tove\nAnsgar Lindt\nYsolde Marsh\nGrant Reyes\n",
        "Noah James\nEmma Thomas\nMia Simon\nFinn Martin\n",
        "Anna Leon\nEmma Maria\nFinn Paul\n",
        "Ana King\nBo Emma\nCy Mia\nDi Anna\nEmma Poe\nMia Ray\n",
        "Ana King\nBo Lee\nCy Ng\n",
        "Hassan Ali\nKhalid Omar\nWarda Yusuf\nAmal Ahmed\n",
        "Wilner Pierre\nRose Jean\nMyrlande Joseph\nYves Baptiste\n",
        "Tamika Jackson\nJamal Owen\nKeisha Oliver\nTyrone Benjamin\n",
    ],
)
def test_the_given_name_is_first_otherwise(text: str) -> None:
    assert split(text) == [line.replace(" ", "|") for line in text.split("\n")[:-1]]


def test_particles_in_small_letters_are_names() -> None:
    assert split("van den Berg, Bram\nde Vries, Sanne\nvan 't Hof, Eva\n") == [
        "Bram|van den Berg",
        "Sanne|de Vries",
        "Eva|van 't Hof",
    ]


def test_headings_decide() -> None:
    assert split("First,Last\nBecker,Anna\nKoch,Emma\nMeyer,Finn\n")[0] == "Becker|Anna"


def test_a_teacher_sees_the_order_and_can_change_it() -> None:
    draft = draft_of_text("\n".join(GERMAN))
    assert [str(one) for one in draft.choices.columns] == ["name_family_first"]
