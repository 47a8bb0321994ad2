"""The introduction to the rules in the waiting room, without scripts, and *How to play* at every table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import SessionState
from classroom.services.open_sessions import open_session_of
from classroom.services.play.introduction import Introduction, Step, small_board
from classroom.services.sessions.lobby import start_session
from classroom.services.settings import TableSettings
from engine import SolveMode
from engine.equations.reading import read_card
from tests.classroom.table import make_table
from tests.factories import make_attendance, make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

NUMBERS = (
    ("Tap your card.", {"tap": "card"}),
    ("Find the answer. Tap it.", {"space": "D1"}),
    ("That is your chip!", {"tap": "next"}),
    ("Next, others play.", {"tap": "next"}),
    ("Plus: anywhere. Minus: take off.", {"space": "D3"}),
    ("Five in a row wins a star.", {"space": "D3"}),
)
CARDS = (
    *NUMBERS[:1],
    ("Find the same card. Tap it.", {"space": "D1"}),
    *NUMBERS[2:4],
    ("♣♦ jacks: anywhere. ♥♠ jacks: take off.", {"space": "D3"}),
    *NUMBERS[5:],
)
AHEAD = (("Solve your card.", {"typed": "12", "tap": "card"}), *NUMBERS[1:])
VARIANTS = {
    "numbers": (TableSettings(), NUMBERS),
    "playing cards": (TableSettings(edition="classic"), CARDS),
    "solve ahead": (TableSettings(solve=SolveMode.AHEAD), AHEAD),
}
MOST_WORDS = 60


def title(page: Page) -> str:
    return text_of(page.one("h2", id="lesson-title"))


def is_missed(page: Page) -> bool:
    return "hidden" not in page.one("p", class_="not-yet").attrib


def tap(page: PageClient, taps: dict[str, str]) -> Page:
    """Press a button of the introduction. Return the next page."""
    page.submit(taps, form="/play/introduction")
    return page.follow()


@pytest.fixture
def page_of_bob(page: PageClient, cast: Cast) -> PageClient:
    """Bob in the waiting room."""
    make_class_session(cast.class_7b)
    page.sign_in(cast.bob).get("play.show")
    return page


class TestSteps:
    """Six steps with one tap each."""

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_the_right_taps_lead_through_all_six(self, page: PageClient, cast: Cast, variant: str) -> None:
        settings, steps = VARIANTS[variant]
        make_class_session(cast.class_7b, settings=settings)
        shown = page.sign_in(cast.bob).get("play.show")
        for text, right in steps:
            assert title(shown) == text
            assert not is_missed(shown)
            shown = tap(page, right)
        assert title(shown) == "You are ready!"
        assert "in a sequence" in shown.html

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_the_steps_are_short(self, variant: str) -> None:
        _, steps = VARIANTS[variant]
        assert len(re.findall(r"\w{2,}", " ".join(text for text, _ in steps))) <= MOST_WORDS / 2

    @pytest.mark.parametrize("step", [Step.CARD, Step.ANSWER, Step.REMOVE, Step.ROW])
    def test_a_wrong_tap_says_not_yet_and_stays(self, page_of_bob: PageClient, cast: Cast, step: Step) -> None:
        cast.bob.introduction = Introduction(0, step, 0).number
        db.session.commit()
        before = title(page_of_bob.get("play.show"))
        for space in ("A2", "E4"):
            shown = tap(page_of_bob, {"space": space})
            assert (title(shown), is_missed(shown)) == (before, True)
            assert "Not yet. Try again!" in shown.text

    def test_a_wrong_number_says_not_yet(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b, settings=TableSettings(solve=SolveMode.AHEAD))
        page.sign_in(cast.bob).get("play.show")
        assert is_missed(tap(page, {"typed": "7", "tap": "card"}))
        assert title(tap(page, {"typed": " 12 ", "tap": "card"})) == "Find the answer. Tap it."

    def test_a_double_tap_does_not_count_as_a_miss(self, page_of_bob: PageClient) -> None:
        first = page_of_bob.get("play.show")
        for _ in range(2):
            page_of_bob.submit({"tap": "card"}, form="/play/introduction", page=first)
        shown = page_of_bob.follow()
        assert (title(shown), is_missed(shown)) == ("Find the answer. Tap it.", False)

    def test_a_tap_on_an_older_page_changes_nothing(self, page_of_bob: PageClient) -> None:
        first = page_of_bob.get("play.show")
        tap(page_of_bob, {"tap": "card"})
        page_of_bob.submit({"space": "A2"}, form="/play/introduction", page=first)
        shown = page_of_bob.follow()
        assert (title(shown), is_missed(shown)) == ("Find the answer. Tap it.", False)

    def test_the_card_can_be_solved(self) -> None:
        for board in map(small_board, ("numbers", "classic")):
            assert [label for row in board.labels for label in row].count(board.answer) == 1
        assert str(read_card(small_board("numbers").face).answer) == "12"

    @pytest.mark.parametrize("sent", [{}, {"seen": "x"}, {"seen": "9" * 40}, {"seen": "950", "tap": "card"}])
    def test_odd_forms_change_nothing(self, page_of_bob: PageClient, sent: dict[str, str]) -> None:
        page_of_bob.post("play.introduction", sent)
        assert title(page_of_bob.follow()) == "Tap your card."


class TestOnce:
    """Completion is stored with the student, and the introduction shows again only on request."""

    def test_the_introduction_can_be_skipped_and_repeated(self, page_of_bob: PageClient) -> None:
        assert title(tap(page_of_bob, {"tap": "skip"})) == "You are ready!"
        assert title(page_of_bob.get("play.show")) == "You are ready!"
        assert title(tap(page_of_bob, {"tap": "again"})) == "Tap your card."

    def test_progress_is_shared_between_devices(
        self, page_of_bob: PageClient, new_page: Callable[[], PageClient], cast: Cast
    ) -> None:
        tap(page_of_bob, {"tap": "card"})
        assert title(new_page().sign_in(cast.bob).get("play.show")) == "Find the answer. Tap it."

    def test_classmates_on_a_device_have_their_own_progress(self, page_of_bob: PageClient, cast: Cast) -> None:
        tap(page_of_bob, {"tap": "card"})
        assert title(page_of_bob.sign_in(make_student("Ben", school_class=cast.class_7b)).get("play.show")) == (
            "Tap your card."
        )

    def test_late_students_get_the_introduction_too(self, page: PageClient, cast: Cast) -> None:
        make_class_session(cast.class_7b, state=SessionState.PLAYING)
        shown = page.sign_in(cast.bob).get("play.show")
        assert title(shown) == "Tap your card."
        assert "find you a seat" in shown.text

    def test_progress_never_decreases(self) -> None:
        here = Introduction.of_number(0)
        following = [here.missed(), here.missed().missed(), here.at(Step.ANSWER), here.at(Step.DONE), here.again()]
        numbers = [here.number, *(one.number for one in following)]
        assert numbers == sorted(set(numbers))
        assert [Introduction.of_number(one.number) for one in following] == following


class TestFragments:
    """The waiting room updates without disturbing it."""

    def test_a_tap_with_htmx_gets_the_fragment(self, page_of_bob: PageClient) -> None:
        seen = page_of_bob.get("play.show").form("/play/introduction").fields["seen"]
        part = page_of_bob.post("play.introduction", {"seen": str(seen), "tap": "card"}, status=200, htmx=True)
        assert title(part) == "Find the answer. Tap it."

    def test_an_arriving_classmate_does_not_change_the_step_or_the_miss(
        self, page_of_bob: PageClient, cast: Cast
    ) -> None:
        shown = tap(tap_first(page_of_bob), {"space": "A2"})
        version = str(shown.form("/play/introduction").fields["seen"])
        page_of_bob.get("play.fragment", htmx=True, version=shown_version(shown), status=204)
        other = make_student("Ben", school_class=cast.class_7b)
        page_of_bob.sign_in(other).get("play.show")
        part = page_of_bob.sign_in(cast.bob).get("play.fragment", htmx=True, version=shown_version(shown))
        assert (title(part), is_missed(part)) == ("Find the answer. Tap it.", True)
        assert part.form("/play/introduction").fields["seen"] == version
        assert "2 are here" in part.text

    def test_the_start_of_the_games_leads_to_the_table(self, page_of_bob: PageClient, cast: Cast) -> None:
        shown = page_of_bob.get("play.show")
        session_id = shown_version(shown).partition(".")[0]
        start_session(class_session_id=session_id)
        part = page_of_bob.get("play.fragment", htmx=True, version=shown_version(shown))
        assert part.form("/play/moves").fields
        page_of_bob.send(shown.form("/play/introduction"), {"tap": "card"})
        assert page_of_bob.follow().form("/play/moves").fields


class TestLobby:
    """The seats of the lobby."""

    def test_the_lobby_shows_seats_and_partners_and_missing_students(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        people = [cast.bob, *(make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cem"))]
        late, elsewhere = (make_student(name, school_class=cast.class_7b) for name in ("Rasa", "Zoe"))
        for place, student in enumerate(people):
            make_attendance(class_session, student, table_number=3, place=place)
        make_attendance(class_session, elsewhere, table_number=4, place=0)
        class_session.seats = {late.id: [3, 3], elsewhere.id: [4, 0]}
        db.session.commit()
        shown = page.sign_in(people[1]).get("play.show")
        seats = [text_of(one) for one in shown.all("li", class_="lobby-seat")]
        assert seats == ["Ana you", "Cem", "Rasa? not here yet", "Bob"]
        assert "Table 3" in shown.text
        assert "Zoe" not in shown.text

    def test_partners_are_named(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        for place, name in enumerate(("Ana", "Cem", "Dea")):
            make_attendance(class_session, make_student(name, school_class=cast.class_7b), table_number=1, place=place)
        make_attendance(class_session, cast.bob, table_number=1, place=3)
        assert "You play with" in page.sign_in(cast.bob).get("play.show").text

    def test_a_name_with_a_period_ends_the_sentence(self, page: PageClient, cast: Cast) -> None:
        """The roster shortens last names to "Ana L."."""
        class_session = make_class_session(cast.class_7b)
        partners = [make_student(name, school_class=cast.class_7b) for name in ("Cem", "Ana L.", "Dea")]
        for place, student in enumerate([*partners, cast.bob]):
            make_attendance(class_session, student, table_number=1, place=place)
        text = page.sign_in(cast.bob).get("play.show").text
        assert "You play with \u2068Ana L.\u2069 " in text

    def test_before_tables_are_formed_no_names_are_shown(self, page_of_bob: PageClient, cast: Cast) -> None:
        make_attendance(open_session_of(class_id=cast.class_7b.id), make_student("Ana", school_class=cast.class_7b))
        shown = page_of_bob.get("play.show")
        assert "2 are here" in shown.text
        assert "Ana" not in shown.text


class TestHowToPlay:
    """The rules can be read at any time."""

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_the_rules_are_a_page_with_a_link_back(self, page: PageClient, cast: Cast, variant: str) -> None:
        settings, steps = VARIANTS[variant]
        make_attendance(make_class_session(cast.class_7b, settings=settings), cast.bob)
        shown = page.sign_in(cast.bob).get("play.rules")
        assert shown.heading == "How to play"
        for text, _ in steps:
            assert text in shown.text
        assert page.url("play.show") in [one.get("href") for one in shown.all("a", id="back")]

    def test_the_rules_open_over_the_table_as_a_fragment(self, page: PageClient) -> None:
        made = make_table()
        part = page.sign_in(made.active_player).get("play.rules", htmx=True)
        assert "Five in a row" in part.text
        assert [one for one in part.all("button") if "data-closes" in one.attrib]


def tap_first(page: PageClient) -> PageClient:
    tap(page, {"tap": "card"})
    return page


def shown_version(page: Page) -> str:
    return page.one("input", name="version").get("value") or ""
