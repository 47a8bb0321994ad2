"""The privacy and security documents exist and are correct, and children can read theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.config import DEFAULTS
from tests.guards.files import ROOT, project_files

if TYPE_CHECKING:
    from tests.page_client import PageClient

PRIVACY = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")
SECTIONS = {
    "the notice": ("What is stored", "Where it is", "Rights of students and parents", "Automated decisions"),
    "the retention policy": ("How long",),
    "what to do after a breach": ("If data was exposed",),
    "the record of processing": ("Record of processing (GDPR Article 30)",),
    "the impact assessment": ("Risks to weigh (DPIA)",),
    "the diagram of data flows": ("Where data goes",),
    "the page for children": ("For children",),
}
MAX_GRADE = 4.0
"""The highest Flesch–Kincaid grade: what nine-year-olds can read."""


@pytest.mark.parametrize("document", SECTIONS)
def test_schools_find_each_document(document: str) -> None:
    for section in SECTIONS[document]:
        assert len(PRIVACY.partition(f"\n## {section}\n")[2].partition("\n## ")[0]) > 100, section


def test_schools_find_every_cookie() -> None:
    code = "".join(one.read_text(encoding="utf-8") for one in project_files(".py") if ROOT / "classroom" in one.parents)
    cookies = {DEFAULTS["SESSION_COOKIE_NAME"], *re.findall(r'^\w*COOKIE = "(\w+)"$', code, re.MULTILINE)}
    assert len(re.findall(r"\bkeep_cookie\(\w+, ", code)) == len(cookies) - 1, "name each cookie in a constant …COOKIE"
    assert {one for one in cookies if f"| `{one}` |" not in PRIVACY} == set()


def test_children_can_read_the_page_about_their_data(page: PageClient) -> None:
    shown = page.get("home.remembered")
    lines = ["".join(one.itertext()) for one in shown.root.iter("li")]
    words = [word for line in lines for word in re.findall(r"[\w’]+", line)]
    sentences = sum(len(re.findall(r"[.?!](?:\s|$)", line)) for line in lines)
    grade = 0.39 * len(words) / sentences + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
    print(f"P7 page for children: {len(words) / sentences:.1f} words a sentence, reading grade {grade:.1f}")
    assert grade <= MAX_GRADE


def syllables(word: str) -> int:
    """Estimate the number of syllables: groups of vowels, without a silent e."""
    groups = re.findall(r"[aeiouy]+", word.lower().removesuffix("e"))
    return max(1, len(groups))
