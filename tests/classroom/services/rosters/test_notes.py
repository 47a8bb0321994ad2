"""What stands behind a name after a sign that names don't have is dropped, whatever it says, and not kept."""

from __future__ import annotations

import json

import pytest

from classroom.services.rosters.drafts import draft_of_file, draft_of_text
from tests.classroom.services.rosters.importing import read, said

NAMES = ["Thea Marlow", "Ugo Bassi", "Priya Kapoor", "Finn Osei"]
SAID = [f"{name.replace(' ', '|')}|" for name in NAMES]


@pytest.mark.parametrize(
    "note",
    [
        *("*quokka", " *QUOKKA 3", " = quokka", " > quokka 4", " [quokka row", " // quokka", " {quokka}", "…quokka"),
        *(" + quokka", " & quokka", " (quokka 4", " (ID: 44, quokka", " ⭐ quokka", " → Ms. Quokka", "!! quokka"),
        *(" - quokka - Mon", " @ quokka 2", " ~ quokka", " ← quokka", " – Quokka 12 at 9", " → Quokka 4", " $5 quokka"),
    ],
)
@pytest.mark.parametrize("at", [0, 2])
def test_a_note_is_no_part_of_the_name(note: str, at: int) -> None:
    lines = [name + note * (place == at) for place, name in enumerate(NAMES)]
    text = "\n".join(lines)
    assert said(read(text)) == SAID
    for draft in (draft_of_text(text), draft_of_file(text.encode())):
        assert "quokka" not in json.dumps(draft.to_json()).casefold()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Cy Dunn = goes by Ty", ["Cy (Ty)|Dunn|"]),
        ("Cy Dunn 🦊", ["Cy|Dunn|"]),
        ("Dunn, Cy", ["Cy|Dunn|"]),
        ("Cy-Lee O’Dunn", ["Cy-Lee|O’Dunn|"]),
    ],
)
def test_what_is_no_note_stays(line: str, expected: list[str]) -> None:
    assert said(read("\n".join([*NAMES, line]))) == [*SAID, *expected]


def test_pictures_before_names_say_nothing_about_their_order() -> None:
    assert said(read("🦊 Jonas H.\n🐻 Kira L.\n🐸 Leo M.\n")) == ["🦊 Jonas|H.|", "🐻 Kira|L.|", "🐸 Leo|M.|"]


def test_a_note_may_say_that_a_student_has_left() -> None:
    (listed,) = read("\n".join([*NAMES, "Cy Dunn ← moved"])).classes
    assert [one.given for one in listed.people if one.absence] == ["Cy"]


def test_every_line_may_have_a_note() -> None:
    assert said(read("\n".join(f"{name} → Room {at}" for at, name in enumerate(NAMES)))) == SAID


def test_values_behind_one_word_are_no_names() -> None:
    lines = [f"{name}, Level {level}" for name, level in zip(NAMES, "MKPM", strict=True)]
    assert said(read("\n".join(lines))) == SAID


@pytest.mark.parametrize("blank", ["___ ", "_x_ ", "__ "])
def test_a_line_to_write_on_may_stand_before_a_name(blank: str) -> None:
    assert said(read("\n".join(f"{blank}{name}" for name in NAMES))) == SAID
