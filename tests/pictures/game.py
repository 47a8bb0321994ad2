"""Capture a game of two students in every possible state: a part of ``make pictures``.

Each picture is named by its state. Boxes of the frame are in the same places in all states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from classroom.database import db
from classroom.models import SchoolClass
from classroom.services.exit_tickets.answering import open_ticket
from classroom.services.play.games import stop_game
from classroom.services.play.positions import position_of
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.sessions.lobby import arrange_tables, start_session
from classroom.services.sessions.pauses import pause_game
from classroom.services.sessions.practice import allow_practice, start_practice
from classroom.services.settings import TableSettings
from engine import CardKind, Exchange, Place, Remove, SolveMode
from tests.browser.frame import PLACES
from tests.browser.steering import game_of, lead_to_move, lead_to_sequence, space_and_mover
from tests.factories import make_school_class, make_student
from tests.over_http.arithmetic import answer_to
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from engine import Move, Position
    from tests.shared_server import SharedServer

SIZES = ("1366x600", "320x640")
NAMES = ("Amara Nwosu", "Diego Fernández-Ibarra")
SETTINGS = TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=2)
FRAME = (".mat", ".turn", ".slot", ".goals", ".seats", "#hand", "#do-exchange", "#do-pass", ".foot-row")
AT_THE_END = (".mat", ".goals", ".seats")
A_DRAW = 20
"""With so many chips, the free corners counted for each team, a game is stopped."""
LONG_NAMES = (
    "Maximiliana-Josephine von W.",
    *NAMES,
    "ليلى عبد الرحمن",
    "Дарія",
    "Wolfeschlegelsteinhausenbergerdorffmeiern",
)

_Played = Exchange | Place | Remove


@dataclass(frozen=True)
class _Table:
    """A session with one table."""

    session_id: str
    class_id: str
    cookies: dict[str, str]
    """By student."""


class Album:
    """Opens students' pages, brings them to a state, and captures them."""

    def __init__(self, browser: Browser, shared: SharedServer, folder: Path, size: str) -> None:
        self._browser, self._shared, self._folder, self._size = browser, shared, folder, size
        self.is_wide = size == SIZES[0]
        self.pictures: list[Path] = []
        self._places: dict[str, dict[str, list[float]]] = {}

    def shoot(self, page: Page, state: str, boxes: Iterable[str] = ()) -> None:
        """Capture a page once nothing moves anymore, and record the places of the frame's boxes."""
        page.evaluate("document.fonts.ready")
        page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
        self.pictures.append(self._folder / f"{self._size}-{len(self.pictures):02}-{state}.png")
        page.screenshot(path=self.pictures[-1])
        if boxes:
            self._places[state] = page.evaluate(PLACES, list(boxes))

    def moved(self) -> float:
        """Return the maximum number of pixels by which a box differs in place or size between states."""
        first = next(iter(self._places.values()))
        return max(
            abs(now - before)
            for places in self._places.values()
            for box, sides in places.items()
            for now, before in zip(sides, first[box], strict=True)
        )

    def table(
        self, settings: TableSettings = SETTINGS, *, names: Iterable[str] = NAMES, is_started: bool = True
    ) -> _Table:
        """Seat students."""
        with self._shared.app() as app:
            school_class = make_school_class()
            students = [make_student(name, school_class=school_class) for name in names]
            session_id = open_session(class_id=school_class.id, settings=settings).id
            for student in students:
                join_session(class_session_id=session_id, student_id=student.id)
            arrange_tables(class_session_id=session_id)
            if is_started:
                start_session(class_session_id=session_id)
            cookies = {student.id: cookie_of(app, student_id=student.id) for student in students}
            return _Table(session_id, school_class.id, cookies)

    def active(self, table: _Table) -> str:
        """Return the active student."""
        with self._shared.app():
            game = game_of(table.session_id)
            seat = position_of(game).turn
            return next(player.student_id for player in game.players if player.seat == seat and player.student_id)

    def open(self, table: _Table, student_id: str, path: str = "/play") -> Page:
        """Open a student's page in a separate browser."""
        width, height = map(int, self._size.split("x"))
        context = self._browser.new_context(viewport={"width": width, "height": height})
        address = self._shared.server.address
        context.add_cookies([{"name": "classroom", "value": table.cookies[student_id], "url": address}])
        page = context.new_page()
        page.goto(address + path)
        if path == "/play":
            page.wait_for_selector("html[data-stream=live]")
        return page

    def other(self, table: _Table, student_id: str) -> str:
        """Return the other student."""
        return next(one for one in table.cookies if one != student_id)


def shoot_game(browser: Browser, shared: SharedServer, folder: Path) -> dict[str, Album]:
    """Capture all states in each size."""
    albums = {size: Album(browser, shared, folder, size) for size in SIZES}
    for album in albums.values():
        for states in (_lobby, _turn, _pad, _cards, _moments, _around):
            states(album, shared)
    return albums


def _lobby(album: Album, shared: SharedServer) -> None:
    many = album.table(
        TableSettings(deck="times-tables", board="8x8", table_size=6), names=LONG_NAMES, is_started=False
    )
    page = album.open(many, next(iter(many.cookies)))
    album.shoot(page, "lobby-of-six")
    page.context.close()
    table = album.table(is_started=False)
    page = album.open(table, next(iter(table.cookies)))
    album.shoot(page, "lobby")
    with shared.app():
        start_session(class_session_id=table.session_id)
    page.reload()  # the server is another process, which was not notified
    page.wait_for_selector("#board")
    album.shoot(page, "first-turn")
    page.context.close()


def _turn(album: Album, shared: SharedServer) -> None:
    """A turn on the board: chosen, wrong, answer shown; and a right one, on both screens."""
    table = album.table()
    student_id = album.active(table)
    page, mate = album.open(table, student_id), album.open(table, album.other(table, student_id))
    frame = FRAME if album.is_wide else FRAME[:1] + FRAME[3:5]
    album.shoot(page, "own-turn", frame)
    album.shoot(mate, "others-turn", frame)
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    card.locator("input").check(force=True)
    album.shoot(page, "card-chosen", frame)
    right = answer_to(card.locator("[aria-hidden]").first.inner_text())
    for state, slot in (("not-yet", ".slot-now"), ("answer-shown", ".slot-info")):
        page.locator("#board button:not(.taken, .corner)").filter(has_not_text=right).first.click()
        expect(page.locator(f"{slot} .said")).to_be_visible()
        album.shoot(page, state, frame)
    card = mate.locator("#hand li", has=mate.locator(".card-match")).first
    card.locator("input").check(force=True)
    right = answer_to(card.locator("[aria-hidden]").first.inner_text())
    mate.locator("#board button:not(.taken, .corner)").get_by_text(right, exact=True).first.click()
    expect(mate.locator(".slot-good .said")).to_be_visible()
    album.shoot(mate, "right", frame)
    expect(page.locator(".turn-mine")).to_have_count(1)
    album.shoot(page, "chip-of-another", frame)
    for one in (page, mate):
        one.context.close()


def _pad(album: Album, shared: SharedServer) -> None:
    table = album.table(TableSettings(deck="times-tables", board="8x8", table_size=2, solve=SolveMode.AHEAD))
    page = album.open(table, album.other(table, album.active(table)))
    album.shoot(page, "pad")
    for state, slot in (("pad-not-yet", ".slot-now"), ("pad-answer-shown", ".slot-info"), ("pad-right", ".slot-good")):
        asked = page.locator(".question [aria-hidden]").first.inner_text().removesuffix("=").strip()
        page.locator("#answer").fill(answer_to(asked) if slot == ".slot-good" else "999")
        page.locator("#solve").click()
        expect(page.locator(f"{slot} .said")).to_be_visible()
        album.shoot(page, state)
    page.context.close()


def _cards(album: Album, shared: SharedServer) -> None:
    """A dead card, a Plus card, and a Minus card, each chosen and then played."""
    for state, kind in (("dead-card", Exchange), ("plus-card", Place), ("minus-card", Remove)):
        table, move = _until(album, shared, kind)
        page = album.open(table, album.active(table))
        page.locator(f"#card-{move.card}").check(force=True)
        album.shoot(page, state)
        before = page.locator("#move input[name=version]").get_attribute("value")
        with shared.app():
            board = position_of(game_of(table.session_id)).setup.board
        page.locator("#do-exchange" if isinstance(move, Exchange) else f"#{board.name(move.space)}").click()
        expect(page.locator("#move input[name=version]")).not_to_have_value(str(before))
        album.shoot(page, f"{state}-played")
        page.context.close()


def _until(album: Album, shared: SharedServer, kind: type[_Played]) -> tuple[_Table, _Played]:
    """Play until the active student can make a move of a kind; a Place is one of a Plus card."""

    def is_wanted(position: Position, move: Move) -> bool:
        is_plus = isinstance(move, Place) and position.setup.cards_by_id[move.card].kind is CardKind.WILD
        return isinstance(move, kind) and (is_plus or not isinstance(move, Place))

    while True:
        table = album.table(TableSettings(deck="times-tables", board="6x6", table_size=2, sequences_to_win=2))
        with shared.app():
            move = lead_to_move(table.session_id, is_wanted)
        if isinstance(move, kind):
            return table, move


def _moments(album: Album, shared: SharedServer) -> None:
    """A sequence, a win, and a loss, on both screens; and a draw."""
    for ends in (False, True):
        table = album.table(
            TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=1 if ends else 2)
        )
        with shared.app():
            move = lead_to_sequence(table.session_id, ends=ends)
            space, student_id = space_and_mover(table.session_id, move)
        page, mate = album.open(table, student_id), album.open(table, album.other(table, student_id))
        frame = AT_THE_END if ends else ()
        page.locator(f"#card-{move.card}").check(force=True)
        page.locator(f"#{space}").click()
        for one, state in ((page, "win" if ends else "sequence"), (mate, "loss" if ends else "sequence-of-another")):
            one.wait_for_selector(".end" if ends else "[data-new~=band]", state="attached")
            one.wait_for_timeout(100)
            album.shoot(one, state, frame if album.is_wide else ())
            one.context.close()
    table = album.table()
    with shared.app():
        lead_to_move(table.session_id, lambda position, _move: sum(map(int.bit_count, position.chips)) >= A_DRAW)
        stop_game(game_id=game_of(table.session_id).id)
    page = album.open(table, next(iter(table.cookies)))
    album.shoot(page, "draw")
    page.context.close()


def _around(album: Album, shared: SharedServer) -> None:
    """Other states: a pause, a late student, no connection, a missing page, an exit ticket, practice."""
    table = album.table()
    first = next(iter(table.cookies))
    page = album.open(table, first)
    page.context.set_offline(True)
    page.evaluate("document.documentElement.dataset.stream = 'lost'")
    album.shoot(page, "offline")
    page.context.close()
    with shared.app() as app:
        pause_game(game_id=game_of(table.session_id).id)
        late_id = make_student("Дарія", school_class=db.session.get_one(SchoolClass, table.class_id)).id
        join_session(class_session_id=table.session_id, student_id=late_id)
        table.cookies[late_id] = cookie_of(app, student_id=late_id)
    for student_id, state, path in (
        (first, "paused", "/play"),
        (late_id, "late", "/play"),
        (first, "not-found", "/play/nothing"),
    ):
        page = album.open(table, student_id, path)
        album.shoot(page, state)
        page.context.close()
    table = album.table()
    page = album.open(table, next(iter(table.cookies)))
    with shared.app():
        open_ticket(class_session_id=table.session_id, seconds=60)
    page.reload()  # the server is another process, which was not notified
    page.wait_for_selector("#ticket-start")
    album.shoot(page, "exit-ticket")
    page.context.close()
    with shared.app() as app:
        class_id = make_school_class().id
        alone_id = make_student(NAMES[0], school_class=db.session.get_one(SchoolClass, class_id)).id
        allow_practice(class_id=class_id, is_allowed=True)
        start_practice(student_id=alone_id)
        table = _Table("", class_id, {alone_id: cookie_of(app, student_id=alone_id)})
    page = album.open(table, alone_id)
    album.shoot(page, "alone")
    page.context.close()
