"""Playing cards in a session, as teachers see them. Students' pages: `test_play_classic`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Baseline, ClassSession, SessionState
from classroom.services.play.baselines import note_baseline
from classroom.services.play.games import current_games
from classroom.services.seating import planning
from classroom.services.sessions import lobby
from classroom.services.settings import TableSettings
from engine import BUILT_IN_DECKS
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

CARDS = TableSettings(edition="classic", table_size=8)


class TestChoosing:
    @pytest.fixture(autouse=True)
    def _form(self, page: PageClient, cast: Cast) -> None:
        """Open the form as Alice."""
        page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)

    def test_playing_cards_instead_of_numbers(self, page: PageClient) -> None:
        page.submit({"edition": "classic", "table_size": "8"})
        assert "Deck Playing cards Students at a table 8" in page.follow().text

    def test_numbers_are_preselected(self, page: PageClient) -> None:
        assert page.last is not None
        assert page.last.form().fields["edition"] == "numbers"

    def test_the_deck_is_kept_for_the_next_lesson_with_numbers(self, page: PageClient, cast: Cast) -> None:
        page.submit({"edition": "classic", "cards": "times-tables/8x8"})
        page.follow()
        page.post("sessions.end", class_session_id=_only_session(cast).id)
        fields = page.get("sessions.new", class_id=cast.class_7b.id).form().fields
        assert (fields["edition"], fields["cards"]) == ("classic", "times-tables/8x8")

    def test_settings_that_playing_cards_lack_are_ignored(self, page: PageClient, cast: Cast) -> None:
        page.submit({"edition": "classic", "cards": "<script>/8x8"})
        settings = TableSettings.from_json(_only_session(cast).settings)
        assert (settings.deck, settings.board) == (TableSettings().deck, TableSettings().board)

    def test_eight_at_a_table_are_too_many_with_numbers(self, page: PageClient) -> None:
        shown = page.submit({"table_size": "8"}, status=422)
        assert (
            text_of(shown.one("p", id="table_size-error"))
            == "A table can have 2, 3, 4, or 6 players. Choose one of these."
        )

    def test_choices_of_equations_are_kept_but_not_played(self, page: PageClient, cast: Cast) -> None:
        """Each student's own equations and solving ahead, as chosen for an earlier session with numbers."""
        page.submit({"edition": "classic", "dealing": "automatic", "solve": "ahead"})
        class_session = _only_session(cast)
        (student, _) = join(class_session, 2)
        page.post("sessions.start", class_session_id=class_session.id)
        (game,) = current_games(class_session_id=class_session.id)
        note_baseline(game_id=game.id, student_id=student.id, number=7, typed=7, milliseconds=900, a_week=9)
        assert db.session.execute(select(Baseline)).all() == []
        assert TableSettings.from_json(class_session.settings).dealing is Dealing.AUTOMATIC

    def test_unknown_editions_are_refused(self, page: PageClient) -> None:
        shown = page.submit({"edition": "chess"}, status=422)
        assert "Choose one of these." in text_of(shown.one("p", id="edition-error"))

    def test_fields_of_a_single_edition_are_labeled(self, page: PageClient) -> None:
        shown = page.last
        assert shown is not None
        assert "(numbers only)" in text_of(shown.one("fieldset", id="cards"))
        assert "Eight or more players: playing cards only." in text_of(shown.one("p", id="table-size-hint"))
        assert [text_of(one) for one in shown.all("div", class_="only-cards")] == ["8", "9", "10", "12"]


class TestLobby:
    @pytest.fixture
    def class_session(self, page: PageClient, cast: Cast) -> ClassSession:
        """Alice's lobby for playing cards, with tables of eight."""
        page.sign_in(cast.alice)
        return make_class_session(cast.class_7b, settings=CARDS)

    @pytest.mark.parametrize(("present", "sizes"), [(2, [2]), (5, [3, 2]), (7, [4, 3]), (13, [9, 4]), (16, [8, 8])])
    def test_any_number_of_students_can_be_seated(
        self, page: PageClient, class_session: ClassSession, present: int, sizes: list[int]
    ) -> None:
        join(class_session, present)
        page.post("sessions.start", class_session_id=class_session.id)
        games = current_games(class_session_id=class_session.id)
        assert sorted((len(game.players) for game in games), reverse=True) == sizes

    def test_a_table_of_seven_gets_the_possible_sizes(self, page: PageClient, class_session: ClassSession) -> None:
        for student in join(class_session, 7):
            planning.move_to_table(class_session_id=class_session.id, student_id=student.id, table_number=1)
        shown = page.get("sessions.show", class_session_id=class_session.id)
        assert text_of(shown.one("div", id="problems")) == (
            "Table 1 has 7 players, but a table has 2, 3, 4, 6, 8, 9, 10, or 12. "
            "Move a student, or split it into 4 and 3."
        )

    def test_a_table_of_eight_must_be_split_for_numbers(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        lobby.arrange_tables(class_session_id=class_session.id)
        page.get("sessions.settings", class_session_id=class_session.id)
        page.submit({"edition": "numbers", "table_size": "4"})
        assert "Table 1 has 8 players" in text_of(page.follow().one("div", id="problems"))
        page.post("sessions.split", {"table": "1"}, class_session_id=class_session.id)
        assert [len(people) for people in plan_of(class_session).values()] == [4, 4]

    def test_three_teams_of_twelve_players_are_shown(self, page: PageClient, cast: Cast) -> None:
        settings = TableSettings(edition="classic", table_size=12, teams_of_six=3)
        class_session = make_class_session(cast.class_8c, settings=settings)
        shown = page.sign_in(cast.dora).get("sessions.show", class_session_id=class_session.id)
        assert "Deck Playing cards Students at a table 12 Teams at a table 3" in shown.text


def test_no_report_offers_a_session_with_playing_cards(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b, state=SessionState.ENDED, settings=TableSettings())
    make_class_session(cast.class_7b, state=SessionState.ENDED, settings=CARDS)
    shown = page.sign_in(cast.alice).get("reports.school_class", class_id=cast.class_7b.id)
    assert shown.text.count(f"· {BUILT_IN_DECKS[TableSettings().deck].title}") == 1


def _only_session(cast: Cast) -> ClassSession:
    found = db.session.execute(select(ClassSession).where(ClassSession.class_id == cast.class_7b.id))
    return found.scalar_one()
