"""The class screen: what it shows of a session, and what it must never show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring as etree_text

import pytest

from classroom.database import db
from classroom.models import ClassSession, SessionState
from classroom.services.play import games
from classroom.services.play.positions import forget_positions
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.pauses import pause_session
from tests.classroom.services.learning.dealing import answer, current
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

MARK = "q7mark"


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's session in its lobby, with eight students; Alice is signed in."""
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    join(class_session, 8)
    return class_session


def screen(page: PageClient, class_session: ClassSession) -> Page:
    """Open the class screen."""
    return page.get("sessions.projector", class_session_id=class_session.id)


def part(page: PageClient, class_session: ClassSession, version: str | None = None, *, status: int = 200) -> Page:
    """Fetch the fragment for a page that shows ``version``."""
    values = {} if version is None else {"version": version}
    return page.get(
        "sessions.projector_fragment", class_session_id=class_session.id, status=status, htmx=True, **values
    )


def shown_by(shown: Page) -> dict[str, str]:
    """Return the parameters that a page sends with its requests (static/js/live.js)."""
    parts = re.findall(r'id="([\w-]+)"(?: [\w-]+="[^"]*")*? data-part="([^"]+)"', shown.html)
    assert len(parts) == 6  # two tables, with their printed numbers and chips
    version = shown.one("input", name="version").get("value", "")
    return {"X-Shown-Version": version, "X-Shown-Parts": ",".join(f"{name}={digest}" for name, digest in parts)}


def mark_everything(class_session: ClassSession) -> None:
    """Put a mark into every equation of the dealt games."""
    for game in games.current_games(class_session_id=class_session.id):
        game.setup = marked(game.setup)
    db.session.commit()
    forget_positions()


def marked(value: Any, name: str = "") -> Any:
    """Return a setup with marks."""
    if isinstance(value, dict):
        return {key: marked(one, key) for key, one in value.items()}
    if isinstance(value, list):
        return [marked(one, name) for one in value]
    is_printed = isinstance(value, str) and name == "face" and value != "*"
    return f"{MARK}{value}" if is_printed else value


class TestStages:
    def test_joining_shows_the_address_and_the_number_of_students(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        shown = screen(page, class_session)
        assert shown.heading == "Welcome, 7B!"
        assert "8 of 9 joined" in shown.text
        assert [text_of(step).split()[0] for step in shown.one("ol").iter("li")] == ["Open", "Type", "Tap"]
        assert len(list(shown.one("ul", id="arrived").iter("li"))) == 8
        assert shown.all("img", class_="front-qr")

    def test_seating_shows_the_tables(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.arrange_tables(class_session_id=class_session.id)
        shown = screen(page, class_session)
        names = {one.student.name for one in class_session.attendances if one.table_number == 2}
        seated = text_of(shown.one("section", id="table-2"))
        assert names
        assert all(name in seated for name in names)
        assert "Team Blue " in seated

    def test_a_single_student_sits_with_a_bot(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b)
        join(class_session, 1)
        lobby.arrange_tables(class_session_id=class_session.id)
        assert "Team Green Bot" in text_of(screen(page, class_session).one("section", id="table-1"))

    def test_games_show_all_boards(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.start_session(class_session_id=class_session.id)
        answer(current(class_session))
        shown = screen(page, class_session)
        boards = shown.all("div", role="img")
        assert len(boards) == 2
        assert "1 chip" in boards[0].get("aria-label", "")
        assert "0 of 2 sequences" in text_of(shown.one("section", id="table-1"))

    def test_finished_games_show_the_winner(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.start_session(class_session_id=class_session.id)
        games.stop_game(game_id=current(class_session).id)
        shown = screen(page, class_session)
        assert "The game was stopped. It’s a draw." in text_of(shown.one("section", id="table-1"))
        assert "draw" not in text_of(shown.one("section", id="table-2"))

    def test_a_pause_shows_eyes_up(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.start_session(class_session_id=class_session.id)
        pause_session(class_session_id=class_session.id)
        shown = screen(page, class_session)
        assert shown.heading == "Eyes up!"
        assert shown.all("section") == []

    def test_an_exit_ticket_has_its_own_stage(self, page: PageClient, class_session: ClassSession) -> None:
        class_session.state = SessionState.TICKET
        db.session.commit()
        assert screen(page, class_session).heading == "Exit ticket"

    def test_a_finished_session_shows_the_results(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.start_session(class_session_id=class_session.id)
        class_sessions.end_session(class_session_id=class_session.id)
        shown = screen(page, class_session)
        assert shown.heading == "Well played, 7B!"
        table = shown.one("section", id="table-1")
        assert "Stopped: a draw" in text_of(table)
        assert len(list(table.iter("li"))) == len(current(class_session).players)  # each name on its own line

    def test_several_games_of_a_table_are_summed_up_by_team(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        game = current(class_session)
        games.stop_game(game_id=game.id)
        page.post("games.next_game", game_id=game.id)
        class_sessions.end_session(class_session_id=class_session.id)
        table = text_of(screen(page, class_session).one("section", id="table-1"))
        assert "2 games: Blue won 0 and Green won 0" in table

    def test_the_remaining_time_is_shown(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        assert screen(page, class_session).all("div", id="front-minute") == []
        page.post("sessions.end_in", {"minutes": "10"}, class_session_id=class_session.id)
        shown = screen(page, class_session)
        assert "10 minutes left, until" in shown.text
        assert shown.all("div", id="front-minute")
        frozen_clock.move_on(minutes=9)
        assert "1 minute left" in screen(page, class_session).text


class TestFragment:
    def test_every_stage_follows_on_the_same_page(self, page: PageClient, class_session: ClassSession) -> None:
        version = screen(page, class_session).one("input", name="version").get("value", "")
        assert part(page, class_session, version, status=204).data == b""
        lobby.start_session(class_session_id=class_session.id)
        shown = part(page, class_session, version)
        assert "HX-Redirect" not in shown.headers
        class_sessions.end_session(class_session_id=class_session.id)
        assert "Well played" in part(page, class_session, shown.one("input", name="version").get("value", "")).text

    def test_only_changes_to_the_boards_change_the_version(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        version = screen(page, class_session).one("input", name="version").get("value", "")
        answer(current(class_session), rightly=False)
        frozen_clock.move_on(minutes=5)
        part(page, class_session, version, status=204)


class TestDifferences:
    @pytest.fixture
    def started(self, class_session: ClassSession) -> ClassSession:
        lobby.start_session(class_session_id=class_session.id)
        return class_session

    def fetch(self, page: PageClient, class_session: ClassSession, headers: dict[str, str]) -> Page:
        page.headers = headers
        values: dict[str, Any] = {"class_session_id": class_session.id, "version": headers.get("X-Shown-Version", "")}
        sent = page.get("sessions.projector_fragment", htmx=True, **values)
        page.headers = {}
        return sent

    def test_unchanged_boards_are_omitted(self, page: PageClient, started: ClassSession) -> None:
        headers = shown_by(screen(page, started))
        answer(current(started))
        sent = self.fetch(page, started, headers)
        assert f'<template data-since="{headers["X-Shown-Version"]}">' in sent.html
        assert '<template data-kept="table-2">' in sent.html
        assert '<template data-kept="tiles-1">' in sent.html
        assert 'id="table-1"' in sent.html
        assert len(sent.data) < len(part(page, started).data) / 3

    def test_new_chips_are_animated_once(self, page: PageClient, started: ClassSession) -> None:
        first = screen(page, started)
        assert "data-new=" not in first.html
        headers = shown_by(first)
        answer(current(started))
        assert self.fetch(page, started, headers).html.count('data-new="chip"') == 1
        assert "data-new=" not in screen(page, started).html

    def test_a_page_without_a_version_gets_everything(self, page: PageClient, started: ClassSession) -> None:
        headers = shown_by(screen(page, started))
        answer(current(started))
        page.headers = {"X-Shown-Parts": headers["X-Shown-Parts"]}
        assert "<template" not in part(page, started, headers["X-Shown-Version"]).html

    def test_parts_with_other_digests_are_sent(self, page: PageClient, started: ClassSession) -> None:
        headers = shown_by(screen(page, started))
        answer(current(started))
        headers["X-Shown-Parts"] = "table-2=odd,tiles-1=,=,x"
        assert "data-kept" not in self.fetch(page, started, headers).html


class TestSecrets:
    def test_no_equation_reaches_the_class_screen(self, page: PageClient, class_session: ClassSession) -> None:
        lobby.start_session(class_session_id=class_session.id)
        mark_everything(class_session)
        sent = []
        for number in range(12):
            for game in games.current_games(class_session_id=class_session.id):
                answer(game, rightly=number % 3 != 1)
            sent += [screen(page, class_session).data, part(page, class_session).data]
        assert MARK in page.get("sessions.show", class_session_id=class_session.id).html, "the mark is not there"
        pause_session(class_session_id=class_session.id)
        sent.append(screen(page, class_session).data)
        class_sessions.end_session(class_session_id=class_session.id)
        sent.append(screen(page, class_session).data)
        assert not any(MARK.encode() in data for data in sent)

    def test_printed_numbers_reveal_nothing_about_the_game(self, page: PageClient, class_session: ClassSession) -> None:
        def printed() -> list[bytes]:
            layers = screen(page, class_session).all("{http://www.w3.org/2000/svg}svg", class_="mini-layer")
            return [etree_text(one) for one in layers if one.get("id", "").startswith("tiles-")]

        lobby.start_session(class_session_id=class_session.id)
        before = printed()
        for number in range(6):
            answer(current(class_session), rightly=number % 3 != 1)
        assert len(before) == 2
        assert printed() == before

    def test_a_miss_changes_nothing(self, page: PageClient, class_session: ClassSession) -> None:
        """Not even whose turn it is: that would reveal a second miss."""
        lobby.start_session(class_session_id=class_session.id)
        version = screen(page, class_session).one("input", name="version").get("value", "")
        for _ in range(3):
            answer(current(class_session), rightly=False)
            part(page, class_session, version, status=204)

    def test_no_one_is_embarrassed(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        answer(current(class_session), rightly=False)
        frozen_clock.move_on(minutes=5)
        text = screen(page, class_session).text.lower()
        assert not [word for word in ("miss", "needs", "away", "not moved", "turn", "%") if word in text]


def test_a_whole_class_game_replaces_the_class_screen(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b, is_whole_class=True)
    answered = page.get("sessions.projector", class_session_id=class_session.id, status=303)
    assert answered.redirect == page.url("sessions.show", class_session_id=class_session.id)


@pytest.mark.parametrize("stage", ["lobby", "tables", "over"])
def test_queries_do_not_grow_with_tables(page: PageClient, cast: Cast, stage: str) -> None:
    page.sign_in(cast.alice)
    counts = []
    for students in (4, 16):
        class_session = make_class_session(cast.class_7b)
        join(class_session, students)
        lobby.arrange_tables(class_session_id=class_session.id)
        if stage != "lobby":
            lobby.start_session(class_session_id=class_session.id)
        if stage == "over":
            class_sessions.end_session(class_session_id=class_session.id)
        session_id = class_session.id
        counts.append(page.count_queries("sessions.projector", class_session_id=session_id))
        class_sessions.end_session(class_session_id=session_id)
    assert len(set(counts)) == 1
    assert counts[0] <= 9
