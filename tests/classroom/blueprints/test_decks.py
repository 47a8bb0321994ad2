"""The pages of decks."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from classroom.models import Deck, DeckKind
from classroom.services.decks import keeping
from classroom.services.decks.content import MAX_TEXT, SkillChoice, WrittenCards
from engine.equations import SKILLS
from tests.factories import make_deck
from tests.factories.decks import SIXTEEN_CARDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.page_client import PageClient

GOOD = "7 + 5\n½ of 24\ndouble 9 = 18"
WRONG = "7 + 5 = 13\n<b>bold</b>\n" + "9" * 10_000 + "^10000"


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


def own(cast: Cast) -> list[Deck]:
    """Alice's decks."""
    return keeping.decks_of(teacher_id=cast.alice.id)


def test_a_page_without_decks_gives_instructions(alice: PageClient) -> None:
    page = alice.get("decks.index")
    assert "You have no decks yet" in page.text
    assert page.link("Type cards") == "/decks/new/cards"
    assert "Grade 8" in page.text
    alice.open(page.link("Choose skills"))


def test_writing_a_deck(alice: PageClient, cast: Cast) -> None:
    alice.get("decks.new", kind="cards")
    alice.submit({"title": "Mine", "cards": f"{GOOD}\n{WRONG}"})
    page = alice.follow()
    assert page.heading == "Mine"
    assert "3 lines are not cards yet" in page.text
    assert "“7 + 5” equals 12, not 13." in page.text
    assert "<b>bold</b>" in page.text
    assert "double 9" in page.text
    (deck,) = own(cast)
    assert (deck.cards, deck.answers) == (3, 2)


def test_a_preview_saves_nothing_and_loses_no_input(alice: PageClient, cast: Cast) -> None:
    alice.get("decks.new", kind="cards")
    page = alice.submit({"title": "Mine", "cards": f"{GOOD}\n{WRONG}", "check": "yes"}, status=200)
    assert own(cast) == []
    assert page.form().fields["cards"] == f"{GOOD}\n{WRONG}"
    assert "Line 4: 7 + 5 = 13" in page.text
    assert "Line 6: 9999" in page.text
    page = alice.submit({"check": "yes", "title": ""}, status=422)
    assert page.form().fields["cards"] == f"{GOOD}\n{WRONG}"


@pytest.mark.parametrize("pressed", [{}, {"check": "yes"}], ids=["Save deck", "Preview deck"])
def test_a_missing_title_does_not_hide_lines_to_fix(alice: PageClient, cast: Cast, pressed: dict[str, str]) -> None:
    for kind, fields in (("cards", {"cards": f"{GOOD}\n{WRONG}"}), ("skills", {"skills": "add-20"})):
        alice.get("decks.new", kind=kind)
        page = alice.submit({"title": "", **fields, **pressed}, status=422)
        assert "Enter a title for the deck." in page.text
        assert ("“7 + 5” equals 12, not 13." in page.text) is (kind == "cards")
    assert own(cast) == []


def test_too_much_text_is_refused_and_stays_on_the_page(alice: PageClient, cast: Cast) -> None:
    alice.get("decks.new", kind="cards")
    for check in ({}, {"check": "yes"}):
        page = alice.post(
            "decks.new", {"title": "Mine", "cards": "7" * (MAX_TEXT + 1), **check}, status=422, kind="cards"
        )
        assert "This text has 200,001 characters" in page.text
        assert len(page.form().fields["cards"]) == MAX_TEXT + 1
    assert own(cast) == []


def test_control_characters_are_replaced(alice: PageClient, cast: Cast) -> None:
    alice.post("decks.new", {"title": "Mine", "cards": "7 \x07+ 5\r\n7 + 5"}, kind="cards")
    assert "This line has an invisible or damaged character." in alice.follow().text
    (deck,) = own(cast)
    assert keeping.content_of(deck) == WrittenCards("7 \N{REPLACEMENT CHARACTER}+ 5\n7 + 5")


def test_changing_a_written_deck(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, content=WrittenCards("7 + 5\n7 +"))
    page = alice.get("decks.edit", deck_id=deck.id)
    assert (page.form().fields["title"], page.form().fields["cards"]) == ("Doubles", "7 + 5\n7 +")
    assert "Line 2: 7 +" in page.text
    alice.submit({"title": "Sums", "cards": SIXTEEN_CARDS})
    page = alice.follow()
    assert (page.heading, "Deck saved." in page.text) == ("Sums", True)
    assert "Lines to fix" not in page.text


def test_choosing_skills(alice: PageClient, cast: Cast) -> None:
    form = alice.get("decks.new", kind="skills").form()
    assert form.fields["largest"] == "any"
    chosen = {"title": "Tables", "skills": ["div-tables", "mul-tables"], "tables": ["5", "2"], "largest": "100"}
    page = alice.submit({**chosen, "check": "yes"}, status=200)
    assert "board needs 9 more answers" in page.text
    assert own(cast) == []
    alice.submit(chosen)
    alice.follow()
    (deck,) = own(cast)
    assert keeping.content_of(deck) == SkillChoice(("mul-tables", "div-tables"), largest=100, tables=(2, 5))
    fields = alice.get("decks.edit", deck_id=deck.id).form().fields
    assert (fields["skills"], fields["tables"], fields["hardest"]) == (["mul-tables", "div-tables"], ["2", "5"], "3")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"skills": "magic"},
        {"skills": "add-10", "largest": "7"},
        {"skills": "add-10", "tables": "1"},
        {"hardest": "9"},
    ],
)
def test_skills_without_enough_cards_are_refused(alice: PageClient, cast: Cast, fields: dict[str, str]) -> None:
    page = alice.post(
        "decks.new", {"title": "Mine", "largest": "any", "hardest": "3", **fields}, status=422, kind="skills"
    )
    assert page.one("div", class_="errors") is not None
    assert own(cast) == []


def test_a_new_deck_can_start_from_a_grade(alice: PageClient, cast: Cast) -> None:
    page = alice.get("decks.built_in", deck_key="grade-4")
    form = alice.open(page.link("Customize deck")).form()
    assert form.fields["title"] == "Grade 4"
    assert {"mul-11-12", "mul-tables"} < set(form.fields["skills"])
    assert "skills" not in alice.get("decks.new", kind="skills", grade="x").form().fields


def test_decks_can_be_copied_shared_and_archived(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice)
    alice.get("decks.show", deck_id=deck.id)
    alice.submit(form="/duplicate")
    assert alice.follow().heading == "Doubles (copy)"
    alice.get("decks.show", deck_id=deck.id)
    alice.submit(form="/share")
    assert "All teachers here can see" in alice.follow().text
    assert [one.is_shared for one in own(cast)] == [False, True]
    alice.submit(form="/share")
    assert [one.is_shared for one in own(cast)] == [False, False]
    alice.follow()
    alice.submit(form="/archive")
    assert "This deck is archived" in alice.follow().text
    assert "Archived decks" in alice.get("decks.index").text
    alice.get("decks.show", deck_id=deck.id)
    alice.submit(form="/archive")
    assert deck.archived_at is None


def test_deleting_asks_first(alice: PageClient, cast: Cast) -> None:
    deck_id = make_deck(cast.alice).id
    page = alice.get("decks.show", deck_id=deck_id)
    alice.open(page.link("Delete deck…"))
    assert len(own(cast)) == 1
    alice.submit()
    assert "Doubles" in alice.follow().text
    assert own(cast) == []
    alice.get("decks.show", status=404, deck_id=deck_id)


def test_a_shared_deck_can_be_seen_copied_and_printed_by_other_teachers(
    new_page: Callable[[], PageClient], cast: Cast
) -> None:
    deck = make_deck(cast.alice, is_shared=True)
    dora = new_page().sign_in(cast.dora)
    assert "Shared by Alice Okafor" in dora.get("decks.index").text
    page = dora.get("decks.show", deck_id=deck.id)
    assert [one.action.rpartition("/")[2] for one in page.forms()] == ["sign-out", "duplicate"]
    dora.get("decks.paper", deck_id=deck.id)
    dora.get("decks.csv", deck_id=deck.id)
    dora.post("decks.duplicate", deck_id=deck.id)
    assert [copy.title for copy in keeping.decks_of(teacher_id=cast.dora.id)] == ["Doubles (copy)"]
    for endpoint in ("edit", "share", "archive", "delete"):
        dora.post(f"decks.{endpoint}", {"title": "Stolen", "cards": "1 + 1"}, status=404, deck_id=deck.id)
    dora.get("decks.edit", status=404, deck_id=deck.id)
    assert (deck.title, deck.is_shared, deck.archived_at) == ("Doubles", True, None)
    keeping.archive_deck(deck_id=deck.id, is_archived=True)
    dora.get("decks.show", status=404, deck_id=deck.id)
    assert "Shared by Alice" not in dora.get("decks.index").text


def test_students_cannot_see_decks(new_page: Callable[[], PageClient], cast: Cast) -> None:
    deck = make_deck(cast.alice, is_shared=True)
    bob = new_page().sign_in(cast.bob)
    for endpoint in ("show", "edit", "csv", "paper"):
        bob.get(f"decks.{endpoint}", status=404, deck_id=deck.id)
    bob.get("decks.built_in", status=404, deck_key="grade-3")


def test_a_deck_survives_export_and_import(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, 'My "best" deck', content=WrittenCards("=1 dog's legs; 4\n7 + 5\n7 +"))
    file = alice.get("decks.csv", deck_id=deck.id)
    assert file.headers["Content-Disposition"].endswith('filename="My -best- deck.csv"')
    assert file.data.decode("utf-8-sig").splitlines() == ["question,answer", "'=1 dog's legs,4", "7 + 5,12"]
    alice.post("decks.import_file", {"title": "", "file": (io.BytesIO(file.data), "Back again.csv")})
    assert alice.follow().heading == "Back again"
    assert keeping.content_of(own(cast)[0]) == WrittenCards("=1 dog's legs\t4\n7 + 5\t12")


def test_a_deck_of_skills_is_written_out_as_cards(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, content=SkillChoice(tuple(SKILLS)))
    file = alice.get("decks.csv", deck_id=deck.id)
    alice.post("decks.import_file", {"title": "Back", "file": (io.BytesIO(file.data), "a.csv")})
    assert "Lines to fix" not in alice.follow().text
    alice.send(alice.get("decks.show", deck_id=deck.id).form_with("Copy as typed cards"))
    page = alice.follow()
    assert page.heading == "Doubles (copy)"
    alice.open(page.link("Edit deck"))
    copy, back, _ = own(cast)
    assert (copy.kind, copy.answers, copy.cards) == (DeckKind.CARDS, deck.answers, 3 * 151)
    written, read = keeping.content_of(copy), keeping.content_of(back)
    assert isinstance(written, WrittenCards)
    assert isinstance(read, WrittenCards)
    assert written.cards == read.cards


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"PK\x03\x04", "We can’t read this file."), (b"", "Type at least one card."), (b"7" * 200_001, "This text has")],
)
def test_an_invalid_file_is_refused(alice: PageClient, cast: Cast, content: bytes, said: str) -> None:
    page = alice.post("decks.import_file", {"title": "x", "file": (io.BytesIO(content), "a.csv")}, status=422)
    assert said in page.text
    assert own(cast) == []


def test_paper_options_are_respected(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, content=SkillChoice(("mul-tables",)))
    page = alice.get("decks.paper", deck_id=deck.id)
    assert (len(page.all("li", class_="paper-card")), len(page.all("table"))) == (64, 1)
    assert "Answers: " not in page.text
    page = alice.get("decks.paper", deck_id=deck.id, size="6x6", board="4", answers="yes", chips="yes", deal="12")
    assert (len(page.all("li", class_="paper-card")), len(page.all("table"))) == (36, 4)
    assert "Answers: " in page.text
    assert page.html.count('class="chip ') == 140
    alice.get("decks.paper", deck_id=deck.id, size="10x10", board="9", deal="\u0663", layout="none")
    alice.get("decks.built_in_paper", deck_key="grade-7")
    alice.get("decks.built_in_paper", status=404, deck_key="grade-9")


def test_a_deck_that_fills_no_board_cannot_be_printed(alice: PageClient, cast: Cast) -> None:
    deck = make_deck(cast.alice, content=WrittenCards(GOOD))
    assert "Print" not in alice.get("decks.show", deck_id=deck.id).text
    alice.get("decks.paper", status=404, deck_id=deck.id)


def test_the_number_of_queries_does_not_grow_with_the_decks(alice: PageClient, cast: Cast) -> None:
    make_deck(cast.alice)
    make_deck(cast.dora, is_shared=True)
    few = alice.count_queries("decks.index")
    for _ in range(5):
        make_deck(cast.alice)
        make_deck(cast.dora, is_shared=True)
    make_deck(is_shared=True)
    assert alice.count_queries("decks.index") == few
